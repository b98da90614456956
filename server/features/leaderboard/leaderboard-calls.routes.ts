import type { Viewer } from '../../platform/actor';
import { fail } from '../../platform/errors';
import { onTheWire } from '../../platform/fraction.rules';
import {
  defineCall,
  reply,
  type Condition,
  type Context,
  type KeptContext,
  type Route,
} from '../../platform/http/define-route';
import { fieldProblems } from '../../platform/table/week-range-messages';
import { rangeProblems } from '../../platform/table/week-range.rules';
import { localDateOf } from '../../platform/time';
import { findUnconfirmed } from '../calendar';
import { changeContest, createContest, removeContest } from './contests.service';
import { listContests } from './contests.store';
import { isOver, path } from './leaderboard-question';
import {
  contestEdit,
  contestParams,
  contestSaved,
  contestsAnswer,
  newContest,
  optOutBody,
  optOutsAnswer,
  siteParams,
  standingsAnswer,
  standingsPage,
  standingsQuery,
  type StandingAnswer,
  type StandingsQuery,
} from './leaderboard.contract';
import { contestStateOf } from './leaderboard.rules';
import { loadLeaderboard } from './leaderboard.service';
import { fileName, leaderboardFile, type FileRow } from './leaderboard.table';
import { optIn, optOut } from './opt-outs.service';
import { listOptOuts } from './opt-outs.store';

const reading = { access: 'VIEW_LEADERBOARD', opens: { programs: true, scopes: ['waste:read'] } } as const;
const editing = { access: 'EDIT_CONTESTS', opens: { programs: true } } as const;

/** Contests are of every site. */
export const ofEverySite: Condition = {
  says: 'For people who see the whole organization.',
  holds: ({ restriction }) => restriction === null,
};

/** @throws 400 with a problem for each end of a range that does not hold */
async function rowsOf(query: StandingsQuery, { db, viewer }: Pick<KeptContext, 'db'> & { viewer: Viewer }) {
  const { startDate: start, endDate: end, wasteStageId: stageId, metric, by, ...place } = query;
  const fields = fieldProblems(rangeProblems({ start, end, today: viewer.today }));
  if (fields.length > 0) throw fail.badRequest('errors.badRequest', { fields });
  if (!isOver(end, viewer.today))
    throw fail.badRequest('errors.badRequest', { fields: [{ field: 'endDate', code: 'leaderboard.error.notOver' }] });
  const { ids } = await findUnconfirmed(db, viewer);
  const { ranked, notRanked } = await loadLeaderboard(db, viewer, {
    question: { metric, by, stageId, start, end, ...place },
    waiting: ids,
  });
  const rows: FileRow[] = [
    ...ranked.map((one) => ({ ...one, reason: null })),
    ...notRanked.map((one) => ({ ...one, rank: null })),
  ];
  return { rows, ranked: ranked.length };
}

const answerOf = (row: FileRow): StandingAnswer => ({
  rank: row.rank,
  notRanked: row.reason,
  siteId: row.siteId,
  siteName: row.siteName,
  locationId: row.locationName === null ? null : row.id,
  locationName: row.locationName,
  weightVsBaseline: row.change,
  estimatedShare: row.estimatedShare,
  openDays: row.openDays,
  trackedDays: row.trackedDays,
  scoredWeeks: row.scoredWeeks,
  compliantWeeks: row.compliantWeeks,
  weightAccuracy: row.accuracy,
  goals: row.goals,
});

const todayOf = ({ now, actor }: Context<'EDIT_CONTESTS'>) => localDateOf(now, actor.organisation.timeZone);

export const leaderboardCalls: Route[] = [
  defineCall({
    method: 'get',
    path,
    ...reading,
    fresh: 'data',
    query: standingsPage,
    answer: standingsAnswer,
    summary:
      'Rank sites or locations of one stage over full weeks, among those that the caller can see. Lists 50 by default.',
    async handle({ query: { limit, offset, ...query } }, context) {
      const { rows, ranked } = await rowsOf(query, context);
      const { metric, by, startDate, endDate } = query;
      return reply.json(
        onTheWire({
          metric,
          by,
          startDate,
          endDate,
          ranked,
          total: rows.length,
          limit,
          offset,
          standings: rows.slice(offset, offset + limit).map(answerOf),
        }),
      );
    },
  }),

  defineCall({
    method: 'get',
    path: `${path}/export`,
    ...reading,
    fresh: 'data',
    query: standingsQuery,
    answerType: 'text/csv',
    summary: 'Export the leaderboard as CSV.',
    async handle({ query }, context) {
      const { t, viewer } = context;
      const { rows } = await rowsOf(query, context);
      return reply.csv(leaderboardFile.file(fileName, rows, { t, permissions: viewer.permissions, by: query.by }));
    },
  }),

  defineCall({
    method: 'get',
    path: `${path}/contests`,
    ...reading,
    answer: contestsAnswer,
    summary: 'List the contests, latest end date first.',
    async handle(_input, context) {
      const contests = await listContests(context.db, context.acting.scope);
      const today = todayOf(context);
      return reply.json({ contests: contests.map((one) => ({ ...one, state: contestStateOf(one, today) })) });
    },
  }),

  defineCall({
    method: 'post',
    path: `${path}/contests`,
    ...editing,
    condition: ofEverySite,
    body: newContest,
    answer: contestSaved,
    summary: 'Create a contest: a leaderboard over chosen weeks, under a name.',
    handle: async ({ body }, { acting }) => reply.json({ contestId: await createContest(acting, body) }, 201),
  }),

  defineCall({
    method: 'put',
    path: `${path}/contests/:contestId`,
    ...editing,
    condition: ofEverySite,
    params: contestParams,
    body: contestEdit,
    answerType: 'none',
    summary: 'Change a contest. Its ranks are calculated from the new terms.',
    handle: ({ params, body }, { acting }) => reply.empty(changeContest(acting, { ...params, edit: body })),
  }),

  defineCall({
    method: 'delete',
    path: `${path}/contests/:contestId`,
    ...editing,
    condition: ofEverySite,
    params: contestParams,
    answerType: 'none',
    summary: 'Delete a contest.',
    handle: ({ params }, { acting }) => reply.empty(removeContest(acting, params)),
  }),

  defineCall({
    method: 'get',
    path: `${path}/opt-outs`,
    ...editing,
    answer: optOutsAnswer,
    summary: 'List the visible sites that have opted out of the leaderboard.',
    async handle(_input, { db, acting }) {
      const sites = await listOptOuts(db, acting.scope);
      return reply.json({
        sites: sites.map(({ optedOutAt, ...site }) => ({ ...site, since: optedOutAt.toISOString() })),
      });
    },
  }),

  defineCall({
    method: 'put',
    path: `${path}/opt-outs/:siteId`,
    ...editing,
    params: siteParams,
    body: optOutBody,
    answerType: 'none',
    summary: 'Take a site out of the leaderboard and all contests.',
    handle: ({ params, body }, { acting }) => reply.empty(optOut(acting, { ...params, ...body })),
  }),

  defineCall({
    method: 'delete',
    path: `${path}/opt-outs/:siteId`,
    ...editing,
    params: siteParams,
    answerType: 'none',
    summary: 'Let a site take part in the leaderboard and contests again.',
    handle: ({ params }, { acting }) => reply.empty(optIn(acting, params)),
  }),
];
