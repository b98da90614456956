import type { ReactNode } from 'react';
import { Badge } from '../../client/ui/badge';
import { LinkButton } from '../../client/ui/button';
import { EmptyState } from '../../client/ui/empty-state';
import { createFormat, type Format, type FormatSettings } from '../../client/ui/format';
import { ListTable } from '../../client/ui/list-table';
import { Missing } from '../../client/ui/missing';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import type { PeopleColumn, PersonRow } from '../../server/features/user-manager/user-manager.table';
import type { Translate } from '../../server/platform/i18n/messages';
import type { FilterBarView } from '../../server/platform/table/report-filters.contract';
import type { TableView } from '../../server/platform/table/table-view.contract';
import { ReportFilters } from '../layout/report-filters';
import { securedWords } from './secured-words';
import s from './user-manager.module.css';

interface PeoplePageProps {
  t: Translate;
  settings: FormatSettings;
  base: string;
  csvHref: string;
  filters: FilterBarView;
  table: TableView<PeopleColumn, PersonRow>;
  /** Whoever looks may change people. */
  open: boolean;
  /** Where second factors and ends of access are; null where it is closed to whoever looks. */
  teamHref: string | null;
  done: 'invited' | null;
}

const tones = { ACTIVE: 'less', INVITED: 'accent', INACTIVE: undefined } as const;

export function StatusBadge({ t, status }: { t: Translate; status: keyof typeof tones }) {
  const tone = tones[status];
  return <Badge {...(tone ? { tone } : {})}>{t(`users.states.${status}`)}</Badge>;
}

/** The people of an organization: who they are, what they may do and what they can see. */
export function PeoplePage({ t, settings, base, csvHref, filters, table, open, teamHref, done }: PeoplePageProps) {
  const format = createFormat(settings);
  return (
    <>
      <PageHeader
        title={t('userManager.title')}
        sentence={t('userManager.sentence')}
        actions={
          <>
            <LinkButton icon="download" href={csvHref} download>
              {t('global.downloadCsv')}
            </LinkButton>
            <LinkButton href={`${base}/reviews`}>{t('userManager.reviews.title')}</LinkButton>
            {open && <LinkButton href={`${base}/bulk`}>{t('userManager.sheet.title')}</LinkButton>}
            {open && (
              <LinkButton tone="primary" icon="plus" href={`${base}/new`}>
                {t('userManager.invite')}
              </LinkButton>
            )}
          </>
        }
      />
      {done && <Notice tone="success">{t(`userManager.done.${done}`)}</Notice>}
      <ReportFilters id="people-filters" format={format} bar={filters} />
      {table.pager.total === 0 ? (
        <EmptyState title={t('users.emptyTitle')} sentence={t('userManager.noneFits')} />
      ) : (
        <ListTable
          id="people"
          caption={t('userManager.title')}
          format={format}
          table={table}
          counted
          cells={cellsOf(t, format, base)}
          rowOf={({ userId, fullName }) => ({ key: String(userId), name: fullName })}
        />
      )}
      {teamHref && (
        <p className={s.muted}>
          {t('userManager.teamSentence')} <a href={teamHref}>{t('team.title')}</a>
        </p>
      )}
    </>
  );
}

const cellsOf = (t: Translate, format: Format, base: string): Record<PeopleColumn, (row: PersonRow) => ReactNode> => ({
  fullName: ({ userId, fullName }) => (
    <a className={s.text} href={`${base}/people/${userId}`}>
      {fullName}
    </a>
  ),
  email: ({ email }) => <span className={s.text}>{email}</span>,
  roles: ({ roleNames }) =>
    roleNames.length === 0 ? <Missing align="start" reason={t('users.noRoles')} /> : roleNames.join(', '),
  secured: ({ secured }) => securedWords(t, secured),
  status: ({ status }) => <StatusBadge t={t} status={status} />,
  lastSignInAt: ({ lastSignInAt }) =>
    lastSignInAt === null ? (
      <Missing align="start" reason={t('users.neverSignedIn')} />
    ) : (
      <span className={s.whole}>{format.dateTime(lastSignInAt)}</span>
    ),
});
