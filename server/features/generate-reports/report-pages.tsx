import { PdfReportPage } from '../../../views/generate-reports/pdf-report-page';
import { RunPage, type RunAddresses } from '../../../views/generate-reports/run-page';
import { documentCsv } from '../../platform/document/document-csv';
import type { DocumentFormat } from '../../platform/document/document.contract';
import { renderDocument } from '../../platform/document/render-document';
import { fail } from '../../platform/errors';
import { reply, type Reply } from '../../platform/http/define-route';
import { settingsOf } from '../../platform/http/format-settings';
import { refusalIn, refusedStatus, type RefusedForm } from '../../platform/http/refused-form';
import { sentence, type MessageKey, type Translate } from '../../platform/i18n/messages';
import type { ReportKind } from './generate-reports.contract';
import { rawCsv, rawTable } from './raw-export.service';
import { sendAgain } from './report-delivery.service';
import { findPdf, findRawRows, listDeliveries } from './report-runs.store';
import { type PageContext } from './reports.presentation';
import { cancelReport, removeReport, repeatReport, selectRun } from './reports.service';

/** A report of one kind, or of any. */
interface Asked {
  runId: number;
  kind?: ReportKind;
}

interface Shown extends Asked {
  at: RunAddresses;
  refused?: RefusedForm | undefined;
  /** Below the report, once it is made. */
  below?: (run: { runId: number; made: boolean }) => Promise<React.ReactNode>;
}

/** The sentence of a key that is stored. */
export const said = (t: Translate, key: string | null) => (key === null ? null : sentence(t, key as MessageKey));

/** @throws 404 */
export async function runReply(context: PageContext, { at, refused, below, ...asked }: Shown): Promise<Reply> {
  const { t, db, actor, now } = context;
  const run = await selectRun(db, actor, asked);
  const { runId } = run;
  const deliveries = await listDeliveries(db, { organisationId: actor.organisation.id, id: runId, now });
  return reply.page(
    <RunPage
      t={t}
      settings={settingsOf(context)}
      run={{ ...run, failure: said(t, run.failure) }}
      deliveries={deliveries.map((one) => ({ ...one, reason: said(t, one.reason) }))}
      refused={refused ? refusalIn(t, refused).sentence : null}
      at={at}
    >
      {await below?.({ runId, made: run.document !== null })}
    </RunPage>,
    {
      title: t(`reports.kinds.${run.kind}.name`),
      ...(refused ? { status: refusedStatus(refused.failure) } : {}),
    },
  );
}

/** @throws 404 */
export async function printReply(
  context: PageContext,
  { backHref, ...asked }: Asked & { backHref: string },
): Promise<Reply> {
  const { document } = await selectRun(context.db, context.actor, asked);
  if (!document) throw fail.notFound('reports.error.notMade');
  return reply.page(<PdfReportPage t={context.t} backHref={backHref} document={document} />, { title: document.title });
}

interface Stepped extends Asked {
  step: 'cancel' | 'again' | 'send' | 'delete';
  /** Of the list, and below it of a report. */
  listHref: string;
  runHref: (runId: number) => string;
}

/** @throws 404, 422 */
export async function stepReply(context: PageContext, { step, listHref, runHref, ...asked }: Stepped): Promise<Reply> {
  const { acting, db, actor, resources } = context;
  const run = await selectRun(db, actor, asked);
  if (step === 'delete') {
    await removeReport(acting, run);
    return reply.redirect(listHref);
  }
  if (step === 'again') return reply.redirect(runHref(await repeatReport(acting, run)));
  if (step === 'cancel') await cancelReport(acting, run);
  else await sendAgain(acting, resources, run);
  return reply.redirect(runHref(run.runId));
}

const types = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/** @throws 404 */
export async function fileReply(
  { db, actor, resources }: PageContext,
  { format, ...asked }: Asked & { format: DocumentFormat },
): Promise<Reply> {
  const { document, runId, kind } = await selectRun(db, actor, asked);
  if (!document) throw fail.notFound('reports.error.notMade');
  const key = { organisationId: actor.organisation.id, id: runId };
  const rawRows = kind === 'rawExport' && format !== 'pdf' ? await findRawRows(db, key) : undefined;
  if (format === 'csv') return reply.csv(rawRows ? rawCsv(`${document.title}.csv`, rawRows) : documentCsv(document));
  const whole = rawRows ? { ...document, blocks: [...document.blocks, rawTable(document.title, rawRows)] } : document;
  const content =
    format === 'pdf'
      ? (await findPdf(db, key))?.pdf
      : await renderDocument({ document: whole, format, publicUrl: resources.config.publicUrl });
  if (!content) throw fail.notFound('reports.error.notMade');
  return reply.bytes(types[format], content, `${document.title}.${format}`);
}
