import { Badge } from '../../client/ui/badge';
import { Button } from '../../client/ui/button';
import { createFormat, type Format, type FormatSettings } from '../../client/ui/format';
import { ListTable } from '../../client/ui/list-table';
import { Missing } from '../../client/ui/missing';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import type {
  HistoryColumn,
  HistoryView,
  SessionColumn,
  ShownSession,
} from '../../server/identity/core/sessions/session-list.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import type { FilterBarView } from '../../server/platform/table/report-filters.contract';
import type { TableView } from '../../server/platform/table/table-view.contract';
import { PostForm } from '../layout/form';
import { HeroFigure, HeroRow } from '../layout/hero-figure';
import { ReportFilters } from '../layout/report-filters';
import { Section } from '../layout/section';
import s from './sessions-page.module.css';

export interface SessionsPageProps {
  t: Translate;
  settings: FormatSettings;
  /** Now, whatever the search. */
  counts: { sessions: number; people: number };
  /** Whose sessions they are; null: of all. */
  organisation: string | null;
  filters: FilterBarView;
  table: TableView<SessionColumn, ShownSession>;
  history: TableView<HistoryColumn, HistoryView>;
  /** Just now. */
  ended: boolean;
}

/** Who is signed in, and how many were over time. */
export function SessionsPage({ t, settings, counts, organisation, filters, table, history, ended }: SessionsPageProps) {
  const format = createFormat(settings);
  return (
    <>
      <PageHeader
        title={t('sessions.title')}
        sentence={organisation === null ? t('sessions.lead') : t('sessions.leadOwn', { organization: organisation })}
      />
      <div id="sessions-now" tabIndex={-1}>
        {ended && <Notice tone="success">{t('sessions.ended')}</Notice>}
        <HeroRow>
          <HeroFigure
            label={t('sessions.now')}
            value={format.number(counts.sessions)}
            comparison={t('sessions.people', { people: format.number(counts.people), count: counts.people })}
          />
        </HeroRow>
        <Section id="current-sessions" title={t('sessions.current')} sentence={t('sessions.currentSentence')}>
          <ReportFilters id="session-filters" format={format} bar={filters} />
          <ListTable
            id="sessions"
            caption={t('sessions.current')}
            counted
            format={format}
            table={table}
            cells={{
              username: (one) => (
                <span className={s.person}>
                  {one.username}
                  {one.own && (
                    <>
                      {' '}
                      <Badge tone="accent">{t('sessions.own')}</Badge>
                    </>
                  )}
                  <small>{one.fullName}</small>
                </span>
              ),
              organization: (one) => one.organizationName,
              creationTime: (one) => <span className={s.whole}>{format.dateTime(one.creationTime)}</span>,
              lastAccessedTime: (one) => <span className={s.whole}>{format.dateTime(one.lastAccessedTime)}</span>,
              browser: (one) => one.browser ?? <Missing reason={t('sessions.noBrowser')} />,
              end: (one) => <EndSession t={t} one={one} format={format} />,
            }}
            rowOf={(one) => ({ key: one.sessionId, name: one.username })}
            empty={t('sessions.noneFound')}
          />
        </Section>
      </div>
      <Section id="session-history" title={t('sessions.history')} sentence={t('sessions.historySentence')}>
        <ListTable
          id="history"
          caption={t('sessions.history')}
          counted
          format={format}
          table={history}
          cells={{ instant: (one) => format.dateTime(one.instant), count: (one) => format.number(one.count) }}
          rowOf={(one) => ({ key: one.instant })}
          empty={t('sessions.noHistory')}
        />
      </Section>
    </>
  );
}

/** Asks first; of one's own it says what follows. */
function EndSession({
  t,
  one: { sessionId, username, own, lastAccessedTime },
  format,
}: {
  t: Translate;
  one: ShownSession;
  format: Format;
}) {
  const question = own
    ? t('sessions.confirmOwn')
    : t('sessions.confirm', { username, time: format.dateTime(lastAccessedTime) });
  return (
    <PostForm
      action={`/sessions/${sessionId}/end`}
      data-confirm={question}
      data-confirm-yes={t('sessions.end')}
      data-swap-form="sessions-now"
    >
      <Button type="submit" size="small">
        {t('sessions.end')}
        <span className="visually-hidden"> {username}</span>
      </Button>
    </PostForm>
  );
}
