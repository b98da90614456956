import { Badge } from '../../client/ui/badge';
import { Button, LinkButton } from '../../client/ui/button';
import { DataTable } from '../../client/ui/data-table';
import { createFormat, type FormatSettings } from '../../client/ui/format';
import { PageHeader } from '../../client/ui/page-header';
import { Pagination } from '../../client/ui/pagination';
import type { ReportChoices, StoredRun } from '../../server/features/generate-reports/generate-reports.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import { NotSaved, ReportFields, type FormFailure } from '../generate-reports/report-fields';
import fields from '../generate-reports/report-fields.module.css';
import { stateLooks } from '../generate-reports/report-words';
import { PostForm } from '../layout/form';
import { Section } from '../layout/section';

interface ImpactPageProps {
  t: Translate;
  settings: FormatSettings;
  choices: ReportChoices;
  typed: Record<string, string>;
  refused: FormFailure | null;
  runs: StoredRun[];
  total: number;
  page: number;
  inPage: number;
  /** Whether the reader may have statements mailed. */
  schedules: boolean;
  now: Date;
}

const pageHref = (page: number) => `/impact-update?page=${page}`;

/** Makes a statement of what was prevented, and lists those that were made. */
export function ImpactPage(props: ImpactPageProps) {
  const { t, settings, choices, typed, refused, runs, total, page, inPage, schedules, now } = props;
  const format = createFormat(settings);
  const from = (page - 1) * inPage;
  return (
    <>
      <PageHeader
        title={t('impact.title')}
        sentence={t('impact.sentence')}
        actions={
          <>
            <LinkButton href="/impact/items">{t('impact.items.title')}</LinkButton>
            {schedules && (
              <LinkButton href="/generate-reports/schedules/new?kind=impactUpdate">
                {t('reports.schedule.action')}
              </LinkButton>
            )}
          </>
        }
      />
      <NotSaved refused={refused} />
      <PostForm action="/impact-update" className={fields.form} aria-label={t('impact.title')}>
        <ReportFields {...{ t, choices, typed, refused }} kind="impactUpdate" relative={false} />
        <div className={fields.bar}>
          <Button type="submit" tone="primary">
            {t('impact.create')}
          </Button>
        </div>
      </PostForm>
      <Section id="statements" title={t('impact.statements')} sentence={t('reports.historyAbout')}>
        <DataTable
          id="impact-statements"
          caption={t('impact.statements')}
          columns={[
            { key: 'dates', label: t('reports.column.dates'), primary: true },
            { key: 'by', label: t('reports.column.by') },
            { key: 'made', label: t('reports.column.requested') },
            { key: 'state', label: t('reports.column.state'), primary: 'side' },
          ]}
          rows={runs.map((run) => ({
            key: String(run.runId),
            name: format.range(run.parameters.start, run.parameters.end),
            href: `/impact-update/${run.runId}`,
            cells: [
              format.range(run.parameters.start, run.parameters.end),
              run.scheduleId === null ? (run.requestedByName ?? '–') : t('reports.bySchedule'),
              format.relative(run.createdAt, now),
              <Badge key="state" {...stateLooks[run.state]}>
                {t(`reports.states.${run.state}`)}
              </Badge>,
            ],
          }))}
          empty={t('impact.none')}
        >
          {total > inPage && (
            <Pagination
              of={t('impact.statements')}
              from={format.number(from + 1)}
              to={format.number(from + runs.length)}
              total={format.number(total)}
              previousHref={page > 1 ? pageHref(page - 1) : undefined}
              nextHref={from + runs.length < total ? pageHref(page + 1) : undefined}
            />
          )}
        </DataTable>
      </Section>
    </>
  );
}
