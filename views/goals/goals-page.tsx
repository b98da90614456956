import type { ReactNode } from 'react';
import { Badge } from '../../client/ui/badge';
import { LinkButton } from '../../client/ui/button';
import { EmptyState } from '../../client/ui/empty-state';
import { Figure } from '../../client/ui/figure';
import { createFormat, type FormatSettings } from '../../client/ui/format';
import { ListTable } from '../../client/ui/list-table';
import { PageHeader } from '../../client/ui/page-header';
import type { LargestValue } from '../../server/domain/measures/measure.contract';
import type { GoalRow } from '../../server/features/goals/goals.contract';
import { avoidableOf, suggestion, suggestionDays } from '../../server/features/goals/goals.rules';
import type { GoalColumn } from '../../server/features/goals/goals.table';
import type { Translate } from '../../server/platform/i18n/messages';
import type { FilterBarView } from '../../server/platform/table/report-filters.contract';
import type { TableView } from '../../server/platform/table/table-view.contract';
import { ReportFilters } from '../layout/report-filters';
import { Section } from '../layout/section';
import { dateAfter } from '../performance/dates';
import { ChangeText } from './change-text';
import { targetText, toneOf, type Writing } from './goal-words';
import s from './goals-page.module.css';

interface GoalsPageProps {
  t: Translate;
  settings: FormatSettings;
  mayEdit: boolean;
  /** Whether amounts lead to their weighings. */
  linked: boolean;
  filters: FilterBarView;
  table: TableView<GoalColumn, GoalRow>;
  csvHref: string;
  suggestions: LargestValue[];
  /** Of the suggestions. */
  stageId: number;
  /** Local date of the organization. */
  today: string;
}

/** Every goal with how far it has come, and what a next one could be for. */
export function GoalsPage({
  t,
  settings,
  mayEdit,
  linked,
  filters,
  table,
  csvHref,
  suggestions,
  stageId,
  today,
}: GoalsPageProps) {
  const format = createFormat(settings);
  const { total } = table.pager;
  return (
    <>
      <PageHeader
        title={t('goals.title')}
        sentence={t('goals.sentence')}
        actions={
          <>
            {total > 0 && (
              <LinkButton icon="download" href={csvHref} download>
                {t('global.downloadCsv')}
              </LinkButton>
            )}
            {mayEdit && (
              <LinkButton tone="primary" icon="plus" href="/goals/new">
                {t('goals.add')}
              </LinkButton>
            )}
          </>
        }
      />
      <ReportFilters id="goal-filters" format={format} bar={filters} />
      {total === 0 ? (
        <EmptyState
          title={t(filters.narrowed ? 'goals.noneFoundTitle' : 'goals.noneTitle')}
          sentence={t(filters.narrowed ? 'goals.noneFound' : mayEdit ? 'goals.none' : 'goals.noneToRead')}
        />
      ) : (
        <ListTable
          id="goals"
          caption={t('goals.title')}
          format={format}
          table={table}
          cells={cellsOf({ t, format })}
          rowOf={(row) => ({
            key: String(row.goalId),
            name: row.title,
            href: `/goals/${row.goalId}`,
            note: row.subject,
            state: row.state === 'closed' ? 'greyed' : undefined,
          })}
        />
      )}
      {suggestions.length > 0 && (
        <Section
          id="suggestions"
          title={t('goals.suggestions.title')}
          sentence={t('goals.suggestions.sentence', facts({ format }))}
        >
          <ol className={s.suggestions}>
            {suggestions.map((one) => (
              <Suggestion
                key={`${one.locationId}.${one.refId}`}
                {...{ t, format, one, stageId, today, linked, mayEdit }}
              />
            ))}
          </ol>
        </Section>
      )}
    </>
  );
}

const facts = ({ format }: Pick<Writing, 'format'>) => ({
  weeks: format.number(suggestion.weeks),
  cut: format.percent(suggestion.cut),
  told: format.number(suggestion.told),
});

function cellsOf({ t, format }: Writing): Record<GoalColumn, (row: GoalRow) => ReactNode> {
  return {
    goal: (row) => row.title,
    place: (row) => (
      <>
        {row.locationName} <span className={s.site}>{row.siteName}</span>
      </>
    ),
    target: (row) => targetText({ t, format }, row),
    until: (row) => format.date(dateAfter(row.endWeek, 6)),
    soFar: ({ progress }) => <ChangeText {...{ format }} change={progress.change} missing={t('goals.nothingYet')} />,
    forecast: ({ progress }) => (
      <ChangeText {...{ format }} change={progress.forecast} missing={t('goals.noForecast')} />
    ),
    standing: (row) => <Standing t={t} row={row} />,
  };
}

export function Standing({ t, row }: { t: Translate; row: Pick<GoalRow, 'state' | 'progress'> }) {
  const standing = row.state === 'paused' ? 'paused' : row.progress.standing;
  const tone = toneOf(standing);
  return <Badge {...(tone ? { tone } : {})}>{t(`goals.standings.${standing}`)}</Badge>;
}

interface SuggestionProps extends Writing, Pick<GoalsPageProps, 'stageId' | 'today' | 'linked' | 'mayEdit'> {
  one: LargestValue;
}

function Suggestion({ t, format, one, stageId, today, linked, mayEdit }: SuggestionProps) {
  const { locationId, locationName, siteName, refId, refName, g, cost, currency } = one;
  const amount = `${format.money(cost, currency, { decimals: 0 })} · ${format.weight(g)}`;
  const query = `locationId=${locationId}&wasteStageId=${stageId}&itemId=${refId}&metric=cost`;
  return (
    <li className={s.suggestion}>
      <span className={s.what}>
        <strong>{refName}</strong>
        <span className={s.site}>
          {locationName}, {siteName}
        </span>
      </span>
      <span className={s.amount}>
        {linked ? (
          <Figure
            of={{ kind: 'total' }}
            filters={{ ...suggestionDays(today), locationId, wasteStageId: stageId, itemId: refId }}
          >
            {amount}
          </Figure>
        ) : (
          amount
        )}
        <span className={s.site}>
          {t('goals.suggestions.saves', { amount: format.money(avoidableOf(cost), currency, { decimals: 0 }) })}
        </span>
      </span>
      {mayEdit && (
        <LinkButton size="small" href={`/goals/new?${query}`}>
          {t('goals.suggestions.set')}
          <span className="visually-hidden"> ({`${refName}, ${locationName}`})</span>
        </LinkButton>
      )}
    </li>
  );
}
