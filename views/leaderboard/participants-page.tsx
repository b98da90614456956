import type { ReactNode } from 'react';
import { Badge } from '../../client/ui/badge';
import { Button } from '../../client/ui/button';
import { EmptyState } from '../../client/ui/empty-state';
import { Fold } from '../../client/ui/fold';
import { FormField } from '../../client/ui/form-field';
import { createFormat, type FormatSettings } from '../../client/ui/format';
import { ListTable } from '../../client/ui/list-table';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import { leaderboardLimits } from '../../server/features/leaderboard/leaderboard-terms.rules';
import type { ParticipantSite } from '../../server/features/leaderboard/leaderboard.contract';
import type { ParticipantColumn } from '../../server/features/leaderboard/leaderboard.table';
import type { Translate } from '../../server/platform/i18n/messages';
import type { FilterBarView } from '../../server/platform/table/report-filters.contract';
import type { TableView } from '../../server/platform/table/table-view.contract';
import { PostForm } from '../layout/form';
import { ReportFilters } from '../layout/report-filters';
import type { Writing } from './leaderboard-words';
import s from './participants-page.module.css';

interface ParticipantsPageProps {
  t: Translate;
  settings: FormatSettings;
  filters: FilterBarView;
  table: TableView<ParticipantColumn, ParticipantSite>;
  refused: string | null;
}

/** Which sites take part in rankings; each may leave and come back. */
export function ParticipantsPage({ t, settings, filters, table, refused }: ParticipantsPageProps) {
  const format = createFormat(settings);
  return (
    <>
      <PageHeader
        title={t('leaderboard.sites.title')}
        sentence={t('leaderboard.sites.sentence')}
        back={{ label: t('leaderboard.title'), href: '/leaderboard' }}
      />
      {refused && <Notice tone="error">{refused}</Notice>}
      <ReportFilters id="participant-filters" format={format} bar={filters} />
      {table.pager.total === 0 ? (
        <EmptyState title={t('leaderboard.sites.noneTitle')} sentence={t('leaderboard.sites.none')} />
      ) : (
        <ListTable
          id="participants"
          phone="blocks"
          caption={t('leaderboard.sites.title')}
          format={format}
          table={table}
          cells={cellsOf({ t, format })}
          rowOf={(row) => ({ key: String(row.siteId), name: row.siteName })}
        />
      )}
    </>
  );
}

function cellsOf({ t, format }: Writing): Record<ParticipantColumn, (row: ParticipantSite) => ReactNode> {
  return {
    site: (row) => row.siteName,
    state: ({ optedOutOn, reason }) =>
      optedOutOn === null ? (
        t('leaderboard.sites.takesPart')
      ) : (
        <>
          <Badge>{t('leaderboard.sites.out')}</Badge>{' '}
          <span className={s.since}>
            {t('leaderboard.sites.since', { date: format.date(optedOutOn) })}
            {reason ? ` · ${reason}` : ''}
          </span>
        </>
      ),
    change: (row) => (row.whole ? <ChangeForm t={t} row={row} /> : t('leaderboard.sites.notWhole')),
  };
}

function ChangeForm({ t, row: { siteId, siteName, optedOutOn } }: { t: Translate; row: ParticipantSite }) {
  const named = <span className="visually-hidden"> ({siteName})</span>;
  if (optedOutOn !== null)
    return (
      <PostForm action={`/leaderboard/sites/${siteId}/opt-in`}>
        <Button type="submit" size="small">
          {t('leaderboard.sites.optIn')}
          {named}
        </Button>
      </PostForm>
    );
  return (
    <Fold
      quiet
      title={
        <>
          {t('leaderboard.sites.optOut')}
          {named}
        </>
      }
    >
      <PostForm action={`/leaderboard/sites/${siteId}/opt-out`} className={s.form}>
        <FormField
          id={`reason-${siteId}`}
          name="reason"
          label={t('goals.reason')}
          note={t('layout.form.optional')}
          maxLength={leaderboardLimits.reason}
        />
        <Button type="submit" size="small">
          {t('leaderboard.sites.optOut')}
          {named}
        </Button>
      </PostForm>
    </Fold>
  );
}
