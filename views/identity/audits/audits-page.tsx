import type { ReactNode } from 'react';
import { Badge } from '../../../client/ui/badge';
import { Button, LinkButton } from '../../../client/ui/button';
import { EmptyState } from '../../../client/ui/empty-state';
import { FormField } from '../../../client/ui/form-field';
import { createFormat, type Format, type FormatSettings } from '../../../client/ui/format';
import { ListTable } from '../../../client/ui/list-table';
import { Missing } from '../../../client/ui/missing';
import { Notice } from '../../../client/ui/notice';
import { PageHeader } from '../../../client/ui/page-header';
import type { AuditRow, AuditsColumn } from '../../../server/identity/pages/audits/audits-columns.contract';
import type { ChainFault } from '../../../server/platform/audit-chain/audit-chain.contract';
import type { Translate } from '../../../server/platform/i18n/messages';
import type { FilterBarView } from '../../../server/platform/table/report-filters.contract';
import type { TableView } from '../../../server/platform/table/table-view.contract';
import { PostForm } from '../../layout/form';
import { ReportFilters } from '../../layout/report-filters';
import { Section } from '../../layout/section';
import s from './audits.module.css';

export interface AuditsPageProps {
  t: Translate;
  settings: FormatSettings;
  base: string;
  filters: FilterBarView;
  table: TableView<AuditsColumn, AuditRow>;
  csvHref: string;
  /** null where more match than a PDF holds. */
  pdfHref: string | null;
  mostInPdf: number;
  integrity: {
    checkedAt: string | null;
    checkedRows: number;
    fault: ChainFault | null;
    /** Entries that no seal covers yet. */
    waiting: number;
    /** null: for ever. */
    keepMonths: number | null;
  };
  keepChoices: readonly number[];
  /** Whoever looks may change how long entries are kept. */
  open: boolean;
  done?: 'kept' | 'checking' | undefined;
}

/** Who did what, and whether the log is still as it was written. */
export function AuditsPage({
  t,
  settings,
  base,
  filters,
  table,
  csvHref,
  pdfHref,
  mostInPdf,
  done,
  ...rest
}: AuditsPageProps) {
  const format = createFormat(settings);
  const { total } = table.pager;
  return (
    <>
      <PageHeader
        title={t('audits.title')}
        sentence={t('audits.lead')}
        actions={
          total > 0 && (
            <>
              <LinkButton icon="download" href={csvHref} download="audits.csv">
                {t('global.downloadCsv')}
              </LinkButton>
              {pdfHref && (
                <LinkButton icon="download" href={pdfHref} download="audits.pdf">
                  {t('audits.downloadPdf')}
                </LinkButton>
              )}
            </>
          )
        }
      />
      <ReportFilters id="audit-filters" format={format} bar={filters} />
      {total > 0 && pdfHref === null && (
        <p className={s.muted}>{t('audits.pdfLimit', { most: format.number(mostInPdf) })}</p>
      )}
      {total === 0 ? (
        <EmptyState
          title={t('audits.none')}
          sentence={t('audits.noneSentence')}
          actions={filters.clear && <LinkButton href={filters.clear.href}>{t('audits.clear')}</LinkButton>}
        />
      ) : (
        <ListTable
          id="audits"
          caption={t('audits.title')}
          counted
          format={format}
          table={table}
          cells={cellsOf(t, format)}
          rowOf={(row) => ({
            key: String(row.id),
            name: `${row.area}: ${row.did}, ${format.dateTime(row.at.toISOString())}`,
            href: `${base}/${row.id}`,
          })}
        />
      )}
      <Integrity {...{ t, format, base, done }} {...rest} />
    </>
  );
}

export const toneOf = { info: undefined, warning: 'attention', critical: 'more' } as const;

const cellsOf = (t: Translate, format: Format): Record<AuditsColumn, (row: AuditRow) => ReactNode> => ({
  at: (row) => <span className={s.whole}>{format.dateTime(row.at.toISOString())}</span>,
  actor: (row) => (
    <>
      {row.actor}
      {row.behind !== null && <small className={s.behind}>{t('audits.behindOf', { name: row.behind })}</small>}
    </>
  ),
  action: (row) => (
    <span className={s.did}>
      {row.did}
      <small className={s.behind}>{row.area}</small>
    </span>
  ),
  subject: (row) => (
    <span className={s.subject}>
      {row.entity} {row.entityId}
    </span>
  ),
  severity: (row) =>
    row.severity === 'info' ? (
      t('audits.severities.info')
    ) : (
      <Badge tone={toneOf[row.severity]}>{t(`audits.severities.${row.severity}`)}</Badge>
    ),
  ip: (row) => row.ip ?? <Missing reason={t('audits.noIp')} />,
});

function Integrity({
  t,
  format,
  base,
  integrity: { checkedAt, checkedRows, fault, waiting, keepMonths },
  keepChoices,
  open,
  done,
}: Pick<AuditsPageProps, 't' | 'base' | 'integrity' | 'keepChoices' | 'open' | 'done'> & { format: Format }) {
  return (
    <Section id="integrity" title={t('audits.proof')} sentence={t('audits.proofSentence')}>
      {done && <Notice tone="success">{t(done === 'kept' ? 'audits.kept' : 'audits.checking')}</Notice>}
      {fault && (
        <Notice tone="error">
          {t(`audits.faults.${fault.kind}`, {
            id: String(fault.auditId ?? ''),
            position: String(fault.position ?? ''),
          })}
        </Notice>
      )}
      <div className={s.proof}>
        <div className={s.state}>
          <p>
            {checkedAt === null
              ? t('audits.unchecked')
              : !fault && t('audits.intact', { time: format.dateTime(checkedAt) })}
          </p>
          <p className={s.muted}>
            {checkedAt !== null && t('audits.checkedRows', { count: checkedRows })}
            {checkedAt !== null && waiting > 0 && ' · '}
            {waiting > 0 && t('audits.waiting', { count: waiting })}
          </p>
          {open && (
            <PostForm action={`${base}/check`}>
              <Button type="submit" size="small">
                {t('audits.checkNow')}
              </Button>
            </PostForm>
          )}
        </div>
        {open ? (
          <PostForm
            action={`${base}/retention`}
            className={s.keep}
            data-confirm={t('audits.keepConfirm')}
            data-confirm-yes={t('audits.saveKeep')}
          >
            <FormField
              name="months"
              kind="select"
              label={t('audits.keep')}
              hint={t('audits.keepHint')}
              defaultValue={keepMonths === null ? 'forever' : String(keepMonths)}
              options={[
                { value: 'forever', label: t('audits.keepForever') },
                ...keepChoices.map((count) => ({ value: String(count), label: t('audits.keepMonths', { count }) })),
              ]}
            />
            <Button type="submit">{t('audits.saveKeep')}</Button>
          </PostForm>
        ) : (
          <p>
            {t('global.labelled', {
              label: t('audits.keep'),
              value: keepMonths === null ? t('audits.keepForever') : t('audits.keepMonths', { count: keepMonths }),
            })}
          </p>
        )}
      </div>
    </Section>
  );
}
