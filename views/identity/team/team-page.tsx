import type { ReactNode } from 'react';
import { Badge } from '../../../client/ui/badge';
import { LinkButton } from '../../../client/ui/button';
import { EmptyState } from '../../../client/ui/empty-state';
import { createFormat, type Format, type FormatSettings } from '../../../client/ui/format';
import { ListTable } from '../../../client/ui/list-table';
import { Missing } from '../../../client/ui/missing';
import { Notice } from '../../../client/ui/notice';
import { PageHeader } from '../../../client/ui/page-header';
import type { TeamColumn, TeamRow, TeamState } from '../../../server/identity/pages/team/team-rows.contract';
import type { Translate } from '../../../server/platform/i18n/messages';
import type { FilterBarView } from '../../../server/platform/table/report-filters.contract';
import type { TableView } from '../../../server/platform/table/table-view.contract';
import { ReportFilters } from '../../layout/report-filters';
import s from './team.module.css';

export interface TeamPageProps {
  t: Translate;
  settings: FormatSettings;
  base: string;
  filters: FilterBarView;
  table: TableView<TeamColumn, TeamRow>;
  csvHref: string;
  stats: { totalItems: number; addedThisWeek: number; superAdmins: number };
  /** Whoever looks may add people. */
  open: boolean;
  done?: string | undefined;
}

/** The people of an organization: who they are, and how each of them comes in. */
export function TeamPage({ t, settings, base, filters, table, csvHref, stats, open, done }: TeamPageProps) {
  const format = createFormat(settings);
  const { total } = table.pager;
  return (
    <>
      <PageHeader
        title={t('team.title')}
        sentence={t('team.lead')}
        actions={
          <>
            {total > 0 && (
              <LinkButton icon="download" href={csvHref} download="team.csv">
                {t('global.downloadCsv')}
              </LinkButton>
            )}
            {open && (
              <LinkButton tone="primary" href={`${base}/new`}>
                {t('team.add')}
              </LinkButton>
            )}
          </>
        }
      />
      {done && <Notice tone="success">{done}</Notice>}
      <dl className={s.stats}>
        {(['totalItems', 'addedThisWeek', 'superAdmins'] as const).map((figure) => (
          <div key={figure}>
            <dt>{t(`team.stats.${figure}`)}</dt>
            <dd>{format.number(stats[figure])}</dd>
          </div>
        ))}
      </dl>
      <ReportFilters id="team-filters" format={format} bar={filters} />
      {total === 0 ? (
        <EmptyState
          title={t('team.none')}
          sentence={t('team.noneSentence')}
          actions={filters.clear && <LinkButton href={filters.clear.href}>{t('team.clear')}</LinkButton>}
        />
      ) : (
        <ListTable
          id="team"
          caption={t('team.title')}
          counted
          format={format}
          table={table}
          cells={cellsOf(t, format)}
          rowOf={({ id, name, state }) => ({
            key: id,
            name,
            href: `${base}/${id}`,
            state: state === 'deactivated' || state === 'ended' ? 'greyed' : undefined,
          })}
        />
      )}
    </>
  );
}

const tones = {
  active: undefined,
  invited: 'accent',
  locked: 'attention',
  deactivated: undefined,
  ended: undefined,
} as const satisfies Record<TeamState, string | undefined>;

export const StateBadge = ({ t, state }: { t: Translate; state: TeamState }) => (
  <Badge tone={tones[state]}>{t(`team.states.${state}`)}</Badge>
);

const cellsOf = (t: Translate, format: Format): Record<TeamColumn, (row: TeamRow) => ReactNode> => ({
  name: ({ name }) => <span className={s.text}>{name}</span>,
  email: ({ email }) => <span className={s.text}>{email}</span>,
  roles: ({ roles }) => (roles.length === 0 ? <Missing align="start" reason={t('team.noRoles')} /> : roles.join(', ')),
  state: ({ state, endsAt }) => (
    <>
      {state === 'active' ? t('team.states.active') : <StateBadge t={t} state={state} />}
      {endsAt !== null && (
        <small className={s.ends}>
          {t('global.labelled', { label: t('team.ends'), value: format.dateTime(endsAt) })}
        </small>
      )}
    </>
  ),
  secondFactor: ({ secondFactor }) =>
    secondFactor === null ? (
      <Missing align="start" reason={t('team.notAnswered')} />
    ) : (
      t(secondFactor ? 'team.enrolled' : 'team.notEnrolled')
    ),
  lastLogin: ({ lastLogin }) =>
    lastLogin === null ? (
      <Missing align="start" reason={t('team.never')} />
    ) : (
      <span className={s.whole}>{format.dateTime(lastLogin)}</span>
    ),
});
