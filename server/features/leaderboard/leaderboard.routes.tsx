import { CertificatePage, type CertificateContent } from '../../../views/leaderboard/certificate-page';
import { LeaderboardPage, type LeaderboardContent } from '../../../views/leaderboard/leaderboard-page';
import { findDataSpan } from '../../domain/measures';
import { may, type Viewer } from '../../platform/actor';
import { fail } from '../../platform/errors';
import { definePage, reply, type KeptContext, type Route } from '../../platform/http/define-route';
import { settingsOf } from '../../platform/http/format-settings';
import { reportFailure } from '../../platform/http/report-failure';
import { countriesIn } from '../../platform/i18n/country-name.rules';
import { seesAll } from '../../platform/restriction.rules';
import { latestWeeks } from '../../platform/table/report-filters';
import { withParameters } from '../../platform/table/table-query';
import { findUnconfirmed } from '../calendar';
import { listContests } from './contests.store';
import { isElsewhere, path, readQuestion, termsIn, type AskedFor } from './leaderboard-question';
import type { Question } from './leaderboard.contract';
import { certificateQuery, leaderboardFilters, leaderboardQuery, type LeaderboardQuery } from './leaderboard.filters';
import { contestStateOf, isAchievement } from './leaderboard.rules';
import { loadLeaderboard, type Leaderboard } from './leaderboard.service';
import { notRankedTable, rankedTable } from './leaderboard.table';

const access = 'VIEW_LEADERBOARD' as const;

const rightsOf = (viewer: Viewer) => ({
  edits: may(viewer, 'EDIT_CONTESTS'),
  /** Contests are of the whole organization. */
  editsContests: may(viewer, 'EDIT_CONTESTS') && seesAll(viewer.scope),
  seesDetails: may(viewer, 'VIEW_BASE_LPO_PAGE'),
  seesAccuracy: may(viewer, 'WEIGHT_ACCURACY'),
  setsGoals: may(viewer, 'EDIT_GOALS'),
  configures: may(viewer, 'VIEW_BASE_LPO_PAGE') && may(viewer, 'VIEW_CONFIGURATION_DROPDOWN'),
});

const settingsIn = ({ locale, viewer }: KeptContext) => settingsOf({ locale, actor: viewer });

/** Whoever is of a site, or may change it, is told that it takes no part; to others it is not there. */
const ownOptOuts = ({ optedOut }: Leaderboard, viewer: Viewer) =>
  may(viewer, 'EDIT_CONTESTS') || !seesAll(viewer.scope) ? optedOut.map(({ siteName }) => siteName) : [];

async function noData({ stageId, ...question }: Question, asked: AskedFor, { db, viewer }: KeptContext) {
  const { countryCode, regionName, segmentName } = question;
  const span = await findDataSpan(db, viewer.scope, { stageId, countryCode, regionName, segmentName });
  const latest = asked.contest ? null : latestWeeks(span, { today: viewer.today, url: asked.address });
  return { kind: 'noData' as const, any: span !== null, latest };
}

async function contentOf(
  query: LeaderboardQuery,
  asked: AskedFor,
  context: KeptContext,
): Promise<{ status: number; content: LeaderboardContent }> {
  const { db, viewer, t, url } = context;
  const { problem, question, contest } = asked;
  if (problem === 'upcoming') return { status: 200, content: { kind: 'upcoming' } };
  if (problem !== null) return { status: 422, content: { kind: problem } };
  if (question === null) return { status: 200, content: { kind: 'noStage' } };
  try {
    const waiting = await findUnconfirmed(db, viewer);
    const board = await loadLeaderboard(db, viewer, { question, waiting: waiting.ids });
    const optedOut = ownOptOuts(board, viewer);
    if (board.transactions === 0 && optedOut.length === 0)
      return { status: 200, content: await noData(question, asked, context) };
    const { metric, by } = question;
    const certified = contest === null || contest.state === 'ended';
    const reader = { t, permissions: viewer.permissions, metric, by, certified };
    const shown = rankedTable.paged(board.ranked, rankedTable.state(query, { reader }));
    const out = notRankedTable.paged(board.notRanked, notRankedTable.state(query, { reader, suffix: 'Out' }));
    return {
      status: 200,
      content: {
        kind: 'board',
        question,
        first: board.ranked.filter(({ rank }) => rank === 1),
        ranked: rankedTable.view({ reader, url, ...shown }),
        notRanked: notRankedTable.view({ reader, url, ...out, suffix: 'Out' }),
        baselines: board.notRanked.some(({ reason }) => reason !== 'noBaseline') || board.ranked.length > 0,
        optedOut,
      },
    };
  } catch (error) {
    return reportFailure(error, context, 'leaderboard');
  }
}

const contestsOf = async ({ db, viewer }: KeptContext) =>
  (await listContests(db, viewer.scope)).map((contest) => ({
    ...contest,
    state: contestStateOf(contest, viewer.today),
  }));

export const leaderboardRoutes: Route[] = [
  definePage({
    method: 'get',
    path,
    access,
    walk: [path, `${path}?by=locations&metric=tracking&range=last13Weeks`, `${path}?metric=goals`],
    fresh: 'data',
    query: leaderboardQuery,
    async handle({ query }, context) {
      const { t, viewer, locale, url } = context;
      const { today, organisation, scope } = viewer;
      const asked = await readQuestion(query, context);
      if (isElsewhere(asked)) return reply.redirect(withParameters(url, { regionName: null }));
      const { status, content } = await contentOf(query, asked, context);
      const { contest, stages, places } = asked;
      const filters = leaderboardFilters.bar({
        action: path,
        url: contest ? asked.address : url,
        values: asked.query,
        offer: { t, today, stages, ...places, countries: countriesIn(locale, places.countries) },
      });
      const terms = termsIn({ ...asked, ...asked.query, startDate: asked.startDate, endDate: asked.endDate });
      const page = (
        <LeaderboardPage
          t={t}
          settings={settingsIn(context)}
          simulated={organisation.simulated}
          limits={{ tracking: organisation.trackingLimit, threshold: organisation.exclusionThreshold }}
          rights={rightsOf(viewer)}
          restricted={!seesAll(scope)}
          filters={filters}
          contest={contest}
          contests={await contestsOf(context)}
          shown={asked}
          done={query.done ?? null}
          csvHref={withParameters(`/rest/v1${path}/export`, terms)}
          certificateHref={(of) =>
            withParameters(
              `${path}/certificate`,
              contest ? { contestId: contest.contestId, ...of } : { ...terms, range: 'custom', ...of },
            )
          }
          content={content}
        />
      );
      return reply.page(page, { title: contest?.name ?? t('leaderboard.title'), status });
    },
  }),

  // Spec 2: nav and footer are hidden on leaderboard/certificate
  definePage({
    method: 'get',
    path: `${path}/certificate`,
    access,
    fresh: 'data',
    query: certificateQuery,
    async handle({ query }, context) {
      const { t, viewer } = context;
      const { siteId, locationId } = query;
      const asked = await readQuestion(query, context);
      const { contest, question } = asked;
      const { status, content } = await certificateOf(asked, { siteId, locationId }, context);
      const page = (
        <CertificatePage
          t={t}
          settings={settingsIn(context)}
          organisation={viewer.organisation.name}
          simulated={viewer.organisation.simulated}
          issuedOn={viewer.today}
          restricted={!seesAll(viewer.scope)}
          contestName={contest?.name ?? null}
          question={question}
          backHref={contest ? withParameters(path, { contestId: contest.contestId }) : asked.address}
          content={content}
        />
      );
      return reply.page(page, { title: t('leaderboard.certificate.title'), status });
    },
  }),
];

interface Whose {
  siteId?: number | undefined;
  locationId?: number | undefined;
}

/** Of who has the first place, where none is named. @throws 404 where no such site or location takes part */
async function certificateOf(
  { question, problem, contest }: AskedFor,
  { siteId, locationId }: Whose,
  { db, viewer }: KeptContext,
): Promise<{ status: number; content: CertificateContent }> {
  if (contest && contest.state !== 'ended') return { status: 200, content: { kind: 'notEnded' } };
  if (!question) return { status: problem === null ? 200 : 422, content: { kind: 'invalid' } };
  const { ids } = await findUnconfirmed(db, viewer);
  const board = await loadLeaderboard(db, viewer, { question, waiting: ids });
  const id = question.by === 'sites' ? siteId : locationId;
  const ranked = id === undefined ? board.ranked[0] : board.ranked.find((one) => one.id === id);
  if (!ranked) {
    if (id === undefined) return { status: 200, content: { kind: 'nobody' } };
    const unranked = board.notRanked.find((one) => one.id === id);
    if (!unranked) throw fail.notFound('leaderboard.error.unknownEntrant');
    return { status: 200, content: { kind: 'notRanked', entrant: unranked } };
  }
  if (board.ranked.length < 2) return { status: 200, content: { kind: 'alone', entrant: ranked } };
  if (!isAchievement(ranked, question.metric)) return { status: 200, content: { kind: 'noResult', entrant: ranked } };
  const tied = board.ranked.filter(({ rank }) => rank === ranked.rank).length > 1;
  return { status: 200, content: { kind: 'certificate', entrant: ranked, tied, among: board.ranked.length } };
}
