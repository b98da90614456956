import type { ReactNode } from 'react';
import { Badge, Stage } from '../../client/ui/badge';
import { LinkButton } from '../../client/ui/button';
import { EmptyState } from '../../client/ui/empty-state';
import { createFormat, type FormatSettings } from '../../client/ui/format';
import { ListTable } from '../../client/ui/list-table';
import { Missing } from '../../client/ui/missing';
import { PageHeader } from '../../client/ui/page-header';
import { stageName } from '../../server/domain/places/stage-name.rules';
import type { StandingRow } from '../../server/features/baselines/baseline-screen.contract';
import { readinessCriteria } from '../../server/features/baselines/baseline-screen.rules';
import type { StandingColumn } from '../../server/features/baselines/baseline-screen.table';
import type { Translate } from '../../server/platform/i18n/messages';
import type { FilterBarView } from '../../server/platform/table/report-filters.contract';
import type { TableView } from '../../server/platform/table/table-view.contract';
import { OrganisationChoice } from '../layout/organisation-choice';
import { ReportFilters } from '../layout/report-filters';
import { dateAfter } from '../performance/dates';
import { StateBadge, type Writing } from './baseline-screen-words';
import s from './baseline-screen.module.css';

interface BaselineListPageProps {
  t: Translate;
  settings: FormatSettings;
  path: string;
  organisationId: number;
  organisations: { organisationId: number; name: string }[];
  fileHref: string;
  /** Of the organization, and those of them with a proposal. */
  all: number;
  waiting: number;
  filters: FilterBarView;
  table: TableView<StandingColumn, StandingRow>;
}

/** Every location and stage, with how far it is with its baseline. */
export function BaselineListPage(props: BaselineListPageProps) {
  const { t, settings, path, organisationId, organisations, fileHref, all, waiting, filters, table } = props;
  const format = createFormat(settings);
  const title = t('baselineScreen.title');
  return (
    <>
      <PageHeader
        title={title}
        sentence={t('baselineScreen.sentence')}
        actions={
          all > 0 && (
            <LinkButton icon="download" href={fileHref} download>
              {t('global.downloadCsv')}
            </LinkButton>
          )
        }
      />
      {organisations.length > 1 && (
        <OrganisationChoice t={t} path={path} organisations={organisations} chosen={organisationId} />
      )}
      {waiting > 0 && (
        <p className={s.counts}>{t('baselineScreen.waiting', { count: waiting, number: format.number(waiting) })}</p>
      )}
      {all > 0 && <ReportFilters id="baseline-filters" format={format} bar={filters} />}
      {table.pager.total === 0 ? (
        <EmptyState
          title={t(all > 0 ? 'legacy.baselines.emptyTitle' : 'baselineScreen.nothing')}
          sentence={t(all > 0 ? 'legacy.baselines.emptySentence' : 'baselineScreen.nothingSentence')}
        />
      ) : (
        <ListTable
          id="baselines"
          caption={title}
          format={format}
          table={table}
          cells={cellsOf({ t, format, base: `${path}/${organisationId}` })}
          rowOf={({ locationId, wasteStageId, locationName }) => ({
            key: `${locationId}-${wasteStageId}`,
            name: locationName,
          })}
        />
      )}
    </>
  );
}

function cellsOf({
  t,
  format,
  base,
}: Writing & { base: string }): Record<StandingColumn, (row: StandingRow) => ReactNode> {
  const none = <Missing reason={t('legacy.baselines.none')} />;
  return {
    location: ({ locationId, wasteStageId, wasteStageName, locationName, siteName }) => (
      <>
        <a href={`${base}/${locationId}/${wasteStageId}`}>{locationName}</a>
        {siteName !== locationName && <span className={s.under}>{siteName}</span>}
        <span className={s.folded}>{stageName(t, wasteStageId, wasteStageName)}</span>
      </>
    ),
    stage: ({ wasteStageId, wasteStageName }) => (
      <Stage id={wasteStageId} name={stageName(t, wasteStageId, wasteStageName)} />
    ),
    state: ({ state, proposals }) => (
      <span className={s.badges}>
        <StateBadge t={t} state={state} />
        {state !== 'ready' && proposals > 0 && <Badge tone="attention">{t('legacy.baselines.proposed')}</Badge>}
      </span>
    ),
    goodWeeks: ({ state, weeksInARow, autoBaselineEnabled }) => {
      if (state === 'accepted' || state === 'none') return <Missing reason={t('baselineScreen.notCounted')} />;
      if (!autoBaselineEnabled) return <Missing reason={t('legacy.baselines.autoIsOff')} />;
      const needed = readinessCriteria.consecutiveWeeks;
      return t('baselineScreen.weeksOf', {
        good: format.number(Math.min(weeksInARow, needed)),
        needed: format.number(needed),
      });
    },
    weight: ({ gPerOpenDay }) => (gPerOpenDay === null ? none : format.weight(gPerOpenDay, { unit: false })),
    cost: ({ costPerOpenDay, currency }) => (costPerOpenDay === null ? none : format.money(costPerOpenDay, currency)),
    weeks: ({ firstWeek, lastWeek, weekCount, method }) =>
      firstWeek === null || lastWeek === null ? (
        <Missing reason={t('legacy.baselines.none')} align="start" />
      ) : (
        <>
          <span className={s.together}>{format.range(firstWeek, dateAfter(lastWeek, 6))}</span>
          <span className={s.under}>
            {t('baselineScreen.weekCount', { count: weekCount, number: format.number(weekCount) })} ·{' '}
            {t(`baselineScreen.methods.${method ?? 'AUTO'}`)}
          </span>
        </>
      ),
    since: ({ comparedFrom }) =>
      comparedFrom === null ? <Missing reason={t('legacy.baselines.none')} align="start" /> : format.date(comparedFrom),
  };
}
