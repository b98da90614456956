import { Badge } from '../../client/ui/badge';
import { LinkButton } from '../../client/ui/button';
import { DataTable } from '../../client/ui/data-table';
import { createFormat, type Format, type FormatSettings } from '../../client/ui/format';
import { PageHeader } from '../../client/ui/page-header';
import { Pagination } from '../../client/ui/pagination';
import type {
  ReportKind,
  StoredRun,
  StoredSchedule,
} from '../../server/features/generate-reports/generate-reports.contract';
import { keptMonths } from '../../server/features/generate-reports/report-kinds.rules';
import type { Translate } from '../../server/platform/i18n/messages';
import { Section } from '../layout/section';
import { cadenceText, datesText, stateLooks } from './report-words';
import s from './reports-page.module.css';

interface ReportsPageProps {
  t: Translate;
  settings: FormatSettings;
  /** Those that are offered. */
  kinds: readonly ReportKind[];
  runs: StoredRun[];
  total: number;
  page: number;
  inPage: number;
  schedules: StoredSchedule[];
  now: Date;
}

/** What can be reported, what is mailed by itself, and what was made. */
export function ReportsPage({ t, settings, kinds, runs, total, page, inPage, schedules, now }: ReportsPageProps) {
  const format = createFormat(settings);
  return (
    <>
      <PageHeader title={t('reports.title')} sentence={t('reports.sentence')} />
      <Section id="catalog" title={t('reports.catalog')}>
        <ul className={s.catalog}>
          {kinds.map((kind) => (
            <li key={kind} className={s.kind}>
              <div className={s.words}>
                <h3>{t(`reports.kinds.${kind}.name`)}</h3>
                <p>{t(`reports.kinds.${kind}.about`)}</p>
              </div>
              <div className={s.ways}>
                <LinkButton
                  size="small"
                  href={`/generate-reports/new?kind=${kind}`}
                  aria-label={t('reports.createOf', { report: t(`reports.kinds.${kind}.name`) })}
                >
                  {t('reports.create')}
                </LinkButton>
                <LinkButton
                  size="small"
                  href={`/generate-reports/schedules/new?kind=${kind}`}
                  aria-label={t('reports.scheduleOf', { report: t(`reports.kinds.${kind}.name`) })}
                >
                  {t('reports.schedule.action')}
                </LinkButton>
              </div>
            </li>
          ))}
        </ul>
      </Section>
      {schedules.length > 0 && <Schedules {...{ t, format, settings, schedules }} />}
      <History {...{ t, format, runs, total, page, inPage, now }} />
    </>
  );
}

function Schedules({
  t,
  format,
  settings,
  schedules,
}: Pick<ReportsPageProps, 't' | 'settings' | 'schedules'> & { format: Format }) {
  return (
    <Section id="schedules" title={t('reports.schedule.list')} sentence={t('reports.schedule.about')}>
      <DataTable
        id="report-schedules"
        caption={t('reports.schedule.list')}
        columns={[
          { key: 'kind', label: t('reports.column.report'), primary: true },
          { key: 'when', label: t('reports.schedule.when') },
          { key: 'recipients', label: t('reports.schedule.recipients'), numeric: true },
          { key: 'owner', label: t('reports.column.by') },
          { key: 'next', label: t('reports.schedule.next'), primary: 'side' },
        ]}
        rows={schedules.map((schedule) => ({
          key: String(schedule.scheduleId),
          name: t(`reports.kinds.${schedule.kind}.name`),
          href: `/generate-reports/schedules/${schedule.scheduleId}`,
          cells: [
            t(`reports.kinds.${schedule.kind}.name`),
            cadenceText(t, settings, schedule),
            format.number(schedule.recipientIds.length),
            schedule.ownerName ?? '–',
            schedule.paused ? (
              <Badge key="paused" tone="attention">
                {t('reports.schedule.paused')}
              </Badge>
            ) : (
              format.dateTime(schedule.nextAt)
            ),
          ],
        }))}
      />
    </Section>
  );
}

const pageHref = (page: number) => `/generate-reports?page=${page}`;

function History({
  t,
  format,
  runs,
  total,
  page,
  inPage,
  now,
}: Pick<ReportsPageProps, 't' | 'runs' | 'total' | 'page' | 'inPage' | 'now'> & { format: Format }) {
  const from = (page - 1) * inPage;
  return (
    <Section
      id="history"
      title={t('reports.history')}
      sentence={`${t('reports.historyAbout')} ${t('reports.keptFor', { months: keptMonths })}`}
    >
      <DataTable
        id="report-runs"
        caption={t('reports.history')}
        columns={[
          { key: 'kind', label: t('reports.column.report'), primary: true },
          { key: 'dates', label: t('reports.column.dates') },
          { key: 'by', label: t('reports.column.by') },
          { key: 'made', label: t('reports.column.requested') },
          { key: 'state', label: t('reports.column.state'), primary: 'side' },
        ]}
        rows={runs.map((run) => ({
          key: String(run.runId),
          name: t(`reports.kinds.${run.kind}.name`),
          href: `/generate-reports/runs/${run.runId}`,
          cells: [
            t(`reports.kinds.${run.kind}.name`),
            datesText(t, format, run),
            run.scheduleId === null ? (run.requestedByName ?? '–') : t('reports.bySchedule'),
            format.relative(run.createdAt, now),
            <Badge key="state" {...stateLooks[run.state]}>
              {t(`reports.states.${run.state}`)}
            </Badge>,
          ],
        }))}
        empty={t('reports.none')}
      >
        {total > inPage && (
          <Pagination
            of={t('reports.history')}
            from={format.number(from + 1)}
            to={format.number(from + runs.length)}
            total={format.number(total)}
            previousHref={page > 1 ? pageHref(page - 1) : undefined}
            nextHref={from + runs.length < total ? pageHref(page + 1) : undefined}
          />
        )}
      </DataTable>
    </Section>
  );
}
