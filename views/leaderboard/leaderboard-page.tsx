import type { ReactNode } from 'react';
import { Badge } from '../../client/ui/badge';
import { LinkButton } from '../../client/ui/button';
import { EmptyState } from '../../client/ui/empty-state';
import { Figure } from '../../client/ui/figure';
import { Fold } from '../../client/ui/fold';
import { createFormat, type FormatSettings } from '../../client/ui/format';
import { ListTable } from '../../client/ui/list-table';
import { Missing } from '../../client/ui/missing';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import type { NoReport } from '../../server/domain/measures/no-report.contract';
import type {
  ContestNow,
  Entrant,
  Question,
  Ranked,
  Unranked,
} from '../../server/features/leaderboard/leaderboard.contract';
import { accuracyLimit, isAchievement } from '../../server/features/leaderboard/leaderboard.rules';
import type { NotRankedColumn, RankedColumn } from '../../server/features/leaderboard/leaderboard.table';
import type { Translate } from '../../server/platform/i18n/messages';
import type { FilterBarView } from '../../server/platform/table/report-filters.contract';
import type { TableView } from '../../server/platform/table/table-view.contract';
import { Change } from '../layout/change';
import { HeroFigure } from '../layout/hero-figure';
import { NothingToShow } from '../layout/nothing-to-show';
import { ReportFilters } from '../layout/report-filters';
import { Section } from '../layout/section';
import { estimatedText } from '../performance/hero';
import { ContestList, contestFacts } from './contest-list';
import s from './leaderboard-page.module.css';
import {
  accuracyHref,
  adviceOf,
  behind,
  goalsHref,
  nameOf,
  reasonText,
  resultOf,
  shareOf,
  type Rights,
  type Writing,
} from './leaderboard-words';

export type LeaderboardContent = NoReport | { kind: 'notOver' } | { kind: 'upcoming' } | Board;

interface Board {
  kind: 'board';
  question: Question;
  /** Who has rank 1. */
  first: Ranked[];
  ranked: TableView<RankedColumn, Ranked>;
  notRanked: TableView<NotRankedColumn, Unranked>;
  /** Whether a missing baseline is not all there is to say. */
  baselines: boolean;
  /** Sites of the reader that take no part. */
  optedOut: string[];
}

/** Of the organization, as fractions: of open days, and the reduction that is not counted. */
interface Limits {
  tracking: number;
  threshold: number;
}

interface LeaderboardPageProps {
  t: Translate;
  settings: FormatSettings;
  simulated: boolean;
  limits: Limits;
  rights: Rights;
  /** The reader does not see everything. */
  restricted: boolean;
  filters: FilterBarView;
  contest: ContestNow | null;
  contests: ContestNow[];
  shown: { startDate: string; endDate: string };
  done: 'saved' | 'deleted' | null;
  csvHref: string;
  certificateHref: (of: { siteId: number } | { locationId: number }) => string;
  content: LeaderboardContent;
}

/** Who does best in some weeks, and what everybody else needs to have a rank. */
export function LeaderboardPage({
  t,
  settings,
  simulated,
  limits,
  rights,
  restricted,
  filters,
  contest,
  contests,
  shown,
  done,
  csvHref,
  certificateHref,
  content,
}: LeaderboardPageProps) {
  const format = createFormat(settings);
  const board = content.kind === 'board' ? content : null;
  const sentences = [
    contest ? contestSentence({ t, format }, contest) : t('leaderboard.sentence'),
    ...(restricted ? [t('leaderboard.restricted')] : []),
    ...(simulated ? [t('global.simulatedReason')] : []),
  ];
  return (
    <>
      <PageHeader
        title={contest?.name ?? t('leaderboard.title')}
        sentence={sentences.join(' ')}
        back={contest ? { label: t('leaderboard.title'), href: filters.action } : undefined}
        badge={simulated ? <Badge tone="attention">{t('global.simulated')}</Badge> : undefined}
        actions={
          <>
            {board && (
              <LinkButton icon="download" href={csvHref} download>
                {t('global.downloadCsv')}
              </LinkButton>
            )}
            {rights.editsContests && contest && (
              <LinkButton href={`/leaderboard/contests/${contest.contestId}/edit`}>
                {t('leaderboard.contest.edit')}
              </LinkButton>
            )}
            {rights.editsContests && !contest && (
              <LinkButton icon="plus" href="/leaderboard/contests/new">
                {t('leaderboard.contest.add')}
              </LinkButton>
            )}
          </>
        }
      />
      {done && <Notice tone="success">{t(`leaderboard.done.${done}`)}</Notice>}
      {contest ? (
        <p className={s.facts}>{contestFacts({ t, format }, contest)}</p>
      ) : (
        <ReportFilters id="leaderboard-filters" format={format} bar={filters} />
      )}
      {content.kind === 'board' ? (
        <BoardView
          {...{ t, format, limits, rights, certificateHref }}
          board={content}
          range={format.range(shown.startDate, shown.endDate)}
        />
      ) : content.kind === 'notOver' ? (
        <EmptyState title={t('leaderboard.notOverTitle')} sentence={t('leaderboard.error.notOver')} />
      ) : content.kind === 'upcoming' ? (
        <EmptyState
          title={t('leaderboard.upcomingTitle')}
          sentence={t('leaderboard.upcoming', { date: format.date(shown.startDate) })}
        />
      ) : (
        <NothingToShow
          {...{ t, format, content }}
          reset={{ label: t('performance.filters.reset'), href: filters.action }}
        />
      )}
      <Rules t={t} format={format} limit={limits.tracking} />
      <ContestList {...{ t, format, contests }} current={contest?.contestId ?? null} edits={rights.editsContests} />
      {rights.edits && (
        <p className={s.sites}>
          <a href="/leaderboard/sites">{t('leaderboard.sites.link')}</a>
        </p>
      )}
    </>
  );
}

function contestSentence({ t, format }: Writing, { state, startDate, endDate }: ContestNow): string {
  return t(`leaderboard.contest.sentence.${state}`, { range: format.range(startDate, endDate) });
}

interface BoardProps extends Writing {
  board: Board;
  limits: Limits;
  rights: Rights;
  range: string;
  certificateHref: LeaderboardPageProps['certificateHref'];
}

function BoardView({ t, format, board, limits, rights, range, certificateHref }: BoardProps) {
  const { question, first, ranked, notRanked, optedOut, baselines } = board;
  const { by, metric } = question;
  const [count, rest] = [ranked.pager.total, notRanked.pager.total];
  const title = t('leaderboard.ranking', { range });
  return (
    <>
      {optedOut.length > 0 && (
        <Notice tone="info">
          {t('leaderboard.optedOut', { count: optedOut.length, names: namesIn({ t, format }, optedOut) })}
        </Notice>
      )}
      {count === 0 ? (
        <EmptyState
          title={t(baselines || rest === 0 ? 'leaderboard.noneTitle' : 'leaderboard.noBaselineTitle')}
          sentence={baselines || rest === 0 ? t('leaderboard.none') : t('leaderboard.noBaseline')}
          actions={
            metric === 'reduction' && (
              <LinkButton href={`/leaderboard?metric=tracking&by=${by}`}>{t('leaderboard.byTracking')}</LinkButton>
            )
          }
        />
      ) : (
        <>
          <div className={s.hero}>
            <Hero {...{ t, format, board, range }} first={first} all={count + rest} />
          </div>
          {count === 1 && <Notice tone="info">{t(`leaderboard.alone.${by}`)}</Notice>}
          <Section title={title} sentence={t(`leaderboard.explainedBy.${metric}`)}>
            <ListTable
              id="ranking"
              caption={title}
              format={format}
              table={ranked}
              cells={rankedCells({ t, format, question, rights, certificateHref })}
              rowOf={(row) => ({
                key: String(row.id),
                name: nameOf(row),
              })}
            />
          </Section>
        </>
      )}
      {rest > 0 && (
        <Section
          id="not-ranked"
          title={t('leaderboard.notRanked.heading', { count: rest, number: format.number(rest) })}
          sentence={t('leaderboard.notRanked.sentence')}
        >
          <ListTable
            id="unranked"
            caption={t('leaderboard.notRanked.title')}
            format={format}
            table={notRanked}
            cells={notRankedCells({ t, format, question, limits, rights })}
            rowOf={(row) => ({
              key: String(row.id),
              name: nameOf(row),
              note: row.locationName === null ? null : row.siteName,
            })}
          />
        </Section>
      )}
    </>
  );
}

const mostNames = 5;

function namesIn({ t, format }: Writing, names: readonly string[]): string {
  const shown = names.slice(0, mostNames);
  const more = names.length - shown.length;
  return more > 0
    ? t('leaderboard.andMore', { names: shown.join(', '), count: more, number: format.number(more) })
    : shown.join(', ');
}

function Hero({
  t,
  format,
  board: { question },
  first,
  all,
  range,
  board,
}: Writing & { board: Board; first: Ranked[]; all: number; range: string }) {
  const [best] = first;
  if (!best) return null;
  const { metric, by } = question;
  const { text, direction } = resultOf(best, { metric, format });
  const count = board.ranked.pager.total;
  return (
    <HeroFigure
      label={t(first.length === 1 ? 'leaderboard.hero.first' : 'leaderboard.hero.firstShared', {
        names: namesIn({ t, format }, first.map(nameOf)),
      })}
      value={text}
      {...(direction && { direction })}
      figure={
        metric === 'goals'
          ? undefined
          : behind(best, { question, kind: metric === 'reduction' ? 'weight' : 'tracking' })
      }
      comparison={t(`leaderboard.hero.${metric}`, { range })}
      unchanged={t('performance.hero.unchanged', { range })}
      estimated={metric === 'reduction' ? estimatedText({ t, format }, best.estimatedShare) : undefined}
      trust={t(`leaderboard.hero.ranked.${by}`, {
        ranked: format.number(count),
        count: all,
        number: format.number(all),
      })}
      trustFraction={count / all}
    />
  );
}

/** Where a location is, and of how many kitchens a site's figure is. */
function Note({ t, format, row, question: { metric } }: Writing & { row: Ranked; question: Question }) {
  const { siteName, locationName, comparedLocations, locationIds } = row;
  const part = metric === 'reduction' && comparedLocations < locationIds.length;
  if (locationName === null && !part) return null;
  return (
    <span className={s.note}>
      {locationName === null
        ? t('leaderboard.comparedOf', {
            compared: format.number(comparedLocations),
            count: locationIds.length,
            number: format.number(locationIds.length),
          })
        : siteName}
    </span>
  );
}

interface Celling extends Writing {
  question: Question;
  rights: Rights;
  certificateHref: LeaderboardPageProps['certificateHref'];
}

const ownName = ({ siteName, locationName }: Entrant) => locationName ?? siteName;

function rankedCells({
  t,
  format,
  question,
  rights,
  certificateHref,
}: Celling): Record<RankedColumn, (row: Ranked) => ReactNode> {
  const { metric, by } = question;
  const result = (row: Ranked) => resultOf(row, { metric, format });
  return {
    place: (row) => (
      <span className={s.place}>
        <span className={s.rank}>
          <span className="visually-hidden">{t('leaderboard.column.rank')} </span>
          {format.number(row.rank)}
        </span>
        <span>
          {ownName(row)}
          <Note {...{ t, format, row, question }} />
        </span>
      </span>
    ),
    change: (row) => {
      const { text, direction = 'same' } = result(row);
      const estimated = estimatedText({ t, format }, row.estimatedShare);
      return (
        <>
          <Figure {...behind(row, { question, kind: 'weight' })}>
            <Change direction={direction} text={text} />
          </Figure>
          {estimated && <span className={s.note}>{estimated}</span>}
        </>
      );
    },
    goals: (row) => (
      <a href={goalsHref(row)}>
        {t('leaderboard.goalsOf', {
          reached: format.number(row.goals.reached),
          judged: format.number(row.goals.judged),
        })}
      </a>
    ),
    tracking: (row) => (
      <Figure {...behind(row, { question, kind: 'tracking' })}>
        {format.percent(shareOf(row.trackedDays, row.openDays), { decimals: 1 })}
      </Figure>
    ),
    compliance: (row) =>
      row.scoredWeeks === 0 ? (
        <Missing reason={t('performance.table.noWeeks')} />
      ) : (
        <Figure {...behind(row, { question, kind: 'compliance' })}>
          {t('performance.table.compliantOf', {
            compliant: format.number(row.compliantWeeks),
            scored: format.number(row.scoredWeeks),
          })}
        </Figure>
      ),
    accuracy: (row) =>
      row.accuracy === null ? (
        <Missing reason={t('leaderboard.noAccuracy')} />
      ) : rights.seesAccuracy ? (
        <a href={accuracyHref(row)}>{format.percent(row.accuracy)}</a>
      ) : (
        format.percent(row.accuracy)
      ),
    certificate: (row) =>
      isAchievement(row, metric) ? (
        <a href={certificateHref(by === 'sites' ? { siteId: row.id } : { locationId: row.id })}>
          {t('leaderboard.column.certificate')}
          <span className="visually-hidden"> ({nameOf(row)})</span>
        </a>
      ) : (
        <Missing reason={t('leaderboard.certificate.none')} align="start" />
      ),
  };
}

function notRankedCells({
  t,
  format,
  question,
  limits,
  rights,
}: Writing & { question: Question; limits: Limits; rights: Rights }): Record<
  NotRankedColumn,
  (row: Unranked) => ReactNode
> {
  return {
    place: ownName,
    reason: ({ reason }) => <span className={s.reason}>{t(`leaderboard.reasons.${reason}`)}</span>,
    advice: (row) => {
      const { reason } = row;
      const advice = adviceOf(t, { entrant: row, reason, question, rights });
      return (
        <>
          {reasonText({ t, format }, { entrant: row, reason, limits })}
          {advice && (
            <>
              {' '}
              <a href={advice.href}>
                {advice.label}
                <span className="visually-hidden"> ({nameOf(row)})</span>
              </a>
            </>
          )}
        </>
      );
    },
  };
}

function Rules({ t, format, limit }: Writing & { limit: number }) {
  return (
    <Fold title={t('leaderboard.rules.title')} className={s.rules}>
      <ul className={s.list}>
        <li>{t('leaderboard.rules.reduction')}</li>
        <li>{t('leaderboard.rules.tracking')}</li>
        <li>{t('leaderboard.rules.goals')}</li>
        <li>
          {t('leaderboard.rules.eligible', {
            limit: format.percent(limit),
            accuracy: format.percent(accuracyLimit),
          })}
        </li>
        <li>{t('leaderboard.rules.ties')}</li>
        <li>{t('leaderboard.rules.people')}</li>
      </ul>
    </Fold>
  );
}
