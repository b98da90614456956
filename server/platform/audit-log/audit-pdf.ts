import type { Cell } from '../document/document.contract';
import { renderDocument } from '../document/render-document';
import { fail } from '../errors';
import { reply, type Context, type Reply } from '../http/define-route';
import type { LoggedChange } from './audit-log.contract';
import { exportChanges, listChanges, type AuditFilter } from './audit-log.store';

/** A PDF is made in memory, within seconds: more entries are for a CSV, which is written a piece at a time. */
export const mostInPdf = 2000;
/** Of a cell; what was changed may be as long as a page, and is whole in the CSV. */
const mostLetters = 300;

const briefly = (text: string): string => (text.length > mostLetters ? `${text.slice(0, mostLetters)}…` : text);

interface AuditPdfColumn {
  label: string;
  text(change: LoggedChange): string;
  /** Beside the widths of the others. */
  width: number;
}

interface AuditPdf {
  title: string;
  /** Of what organization, and which entries. */
  subtitle: string[];
  /** `null`: no entry matches. */
  filter: AuditFilter | null;
  descending: boolean;
  columns: readonly AuditPdfColumn[];
}

/**
 * Entries of the log as a PDF.
 * @throws Failure 422 tooManyForPdf, 429 where too many wait for their turn
 */
export async function auditPdf(
  { db, actor, locale, t, resources: { config } }: Context,
  { title, subtitle, filter, descending, columns }: AuditPdf,
): Promise<Reply> {
  const { organisation } = actor;
  const whole = columns.reduce((sum, { width }) => sum + width, 0);
  const rows: Cell[][] = [];
  if (filter) {
    const sort = { by: 'at', descending } as const;
    const { total } = await listChanges(db, organisation.id, { filter, sort, limit: 1, offset: 0 });
    if (total > mostInPdf)
      throw fail.unprocessable('audits.tooManyForPdf', { params: { matching: total, most: mostInPdf } });
    for await (const change of exportChanges(db, organisation.id, { filter, descending })) {
      rows.push(columns.map(({ text }) => ({ text: briefly(text(change)) })));
      // Written meanwhile.
      if (rows.length === mostInPdf) break;
    }
  }
  const content = await renderDocument({
    document: {
      title,
      subtitle: [organisation.name, ...subtitle],
      locale,
      simulated: organisation.simulated,
      blocks: [
        {
          kind: 'table',
          title,
          main: true,
          columns: columns.map(({ label, width }) => ({ label, width: width / whole })),
          rows,
          empty: t('audits.none'),
        },
      ],
      notes: [],
      footer: `${organisation.name} · ${title}`,
    },
    format: 'pdf',
    publicUrl: config.publicUrl,
  });
  return reply.bytes('application/pdf', content, 'audits.pdf');
}
