import { z } from 'zod';
import { ContestFormPage, type ContestTyped } from '../../../views/leaderboard/contest-form-page';
import { ParticipantsPage } from '../../../views/leaderboard/participants-page';
import { listFilterOptions, listStages } from '../../domain/places';
import { fail, type Failure } from '../../platform/errors';
import { definePage, reply, type Context, type Reply, type Route } from '../../platform/http/define-route';
import { settingsOf } from '../../platform/http/format-settings';
import { refusalIn, refusedStatus, type RefusedForm } from '../../platform/http/refused-form';
import { countriesIn } from '../../platform/i18n/country-name.rules';
import { sentence } from '../../platform/i18n/messages';
import { withParameters } from '../../platform/table/table-query';
import { addDays, localDateOf, weekStartOf } from '../../platform/time';
import { changeContest, createContest, removeContest } from './contests.service';
import { findContest } from './contests.store';
import { ofEverySite } from './leaderboard-calls.routes';
import { path } from './leaderboard-question';
import {
  contestEdit,
  contestParams,
  newContest,
  newContestQuery,
  optOutBody,
  siteParams,
  type Contest,
} from './leaderboard.contract';
import { participantFilters, participantsQuery, type ParticipantsQuery } from './leaderboard.filters';
import { participantTable } from './leaderboard.table';
import { optIn, optOut } from './opt-outs.service';
import { listParticipants } from './opt-outs.store';

const access = 'EDIT_CONTESTS' as const;
const ofContests = { access, condition: ofEverySite } as const;
type PageContext = Context<typeof access>;

/** Weeks of a contest that nobody has said more of. */
const usualWeeks = 4;

function usualTerms({ now, actor }: PageContext): ContestTyped {
  const monday = addDays(weekStartOf(localDateOf(now, actor.organisation.timeZone)), 7);
  return {
    name: '',
    metric: 'reduction',
    by: 'sites',
    wasteStageId: '8',
    startDate: monday,
    endDate: addDays(monday, usualWeeks * 7 - 1),
    countryCode: '',
    regionName: '',
    segmentName: '',
    version: '1',
  };
}

const typedOf = (contest: Contest): Partial<ContestTyped> => ({
  ...contest,
  wasteStageId: String(contest.wasteStageId),
  countryCode: contest.countryCode ?? '',
  regionName: contest.regionName ?? '',
  segmentName: contest.segmentName ?? '',
  version: String(contest.version),
});

interface Form {
  contest: Contest | null;
  typed: Partial<ContestTyped>;
  refused?: RefusedForm | undefined;
}

async function formPage(context: PageContext, { contest, typed, refused }: Form): Promise<Reply> {
  const { t, db, locale, acting } = context;
  const [stages, { countries, regions, segments }] = await Promise.all([
    listStages(db, acting.scope),
    listFilterOptions(db, acting.scope),
  ]);
  const title = contest
    ? t('leaderboard.contest.editTitle', { name: contest.name })
    : t('leaderboard.contest.newTitle');
  return reply.page(
    <ContestFormPage
      t={t}
      title={title}
      contest={contest}
      typed={{ ...usualTerms(context), ...typed, ...refused?.typed }}
      stages={stages}
      groups={{ countries: countriesIn(locale, countries), regions, segments }}
      refused={refused ? refusalIn(t, refused) : null}
    />,
    { title, ...(refused ? { status: refusedStatus(refused.failure) } : {}) },
  );
}

/** @throws 404 */
async function editPage(context: PageContext, contestId: number, refused?: RefusedForm): Promise<Reply> {
  const contest = await findContest(context.db, context.acting.scope, contestId);
  if (!contest) throw fail.notFound('leaderboard.error.unknownContest');
  return formPage(context, { contest, typed: typedOf(contest), refused });
}

async function sitesPage(
  context: PageContext,
  query: ParticipantsQuery,
  refused: Failure | null = null,
): Promise<Reply> {
  const { t, db, actor, url, acting } = context;
  const reader = { t, permissions: actor.permissions };
  const address = refused ? `${path}/sites` : url;
  const state = participantTable.state(query, { reader });
  const load = ({ slice }: ReturnType<typeof participantTable.within>) =>
    listParticipants(db, acting.scope, { text: query.text, show: query.show, ...slice });
  let standing = participantTable.within(Number.MAX_SAFE_INTEGER, state);
  let { sites, total } = await load(standing);
  if (sites.length === 0 && total > 0) {
    standing = participantTable.within(total, state);
    ({ sites, total } = await load(standing));
  }
  return reply.page(
    <ParticipantsPage
      t={t}
      settings={settingsOf(context)}
      filters={participantFilters.bar({ action: `${path}/sites`, url: address, values: query, offer: { t } })}
      table={participantTable.view({ reader, url: address, rows: sites, total, state: standing })}
      refused={refused ? sentence(t, refused.code, refused.options.params) : null}
    />,
    {
      title: t('leaderboard.sites.title'),
      ...(refused ? { status: refusedStatus(refused) } : {}),
    },
  );
}

const usualSites = participantsQuery.parse({});

export const contestRoutes: Route[] = [
  definePage({
    method: 'get',
    path: `${path}/contests/new`,
    ...ofContests,
    query: newContestQuery,
    handle: ({ query: { metric, by, wasteStageId } }, context) =>
      formPage(context, {
        contest: null,
        typed: {
          ...(metric && { metric }),
          ...(by && { by }),
          ...(wasteStageId !== undefined && { wasteStageId: String(wasteStageId) }),
        },
      }),
  }),

  definePage({
    method: 'post',
    path: `${path}/contests`,
    ...ofContests,
    body: newContest,
    async handle({ body }, { acting }) {
      const contestId = await createContest(acting, body);
      return reply.redirect(withParameters(path, { contestId, done: 'saved' }));
    },
    again: (failure, typed, context) => formPage(context, { contest: null, typed: {}, refused: { failure, typed } }),
  }),

  definePage({
    method: 'get',
    path: `${path}/contests/:contestId/edit`,
    ...ofContests,
    params: contestParams,
    handle: ({ params }, context) => editPage(context, params.contestId),
  }),

  definePage({
    method: 'post',
    path: `${path}/contests/:contestId/edit`,
    ...ofContests,
    params: contestParams,
    body: contestEdit,
    async handle({ params, body }, { acting }) {
      await changeContest(acting, { ...params, edit: body });
      return reply.redirect(withParameters(path, { ...params, done: 'saved' }));
    },
    again: (failure, typed, context) => editPage(context, Number(typed.contestId), { failure, typed }),
  }),

  definePage({
    method: 'post',
    path: `${path}/contests/:contestId/delete`,
    ...ofContests,
    params: contestParams,
    body: z.strictObject({}),
    async handle({ params }, { acting }) {
      await removeContest(acting, params);
      return reply.redirect(withParameters(path, { done: 'deleted' }));
    },
    again: (failure, typed, context) => editPage(context, Number(typed.contestId), { failure, typed }),
  }),

  definePage({
    method: 'get',
    path: `${path}/sites`,
    access,
    query: participantsQuery,
    handle: ({ query }, context) => sitesPage(context, query),
  }),

  definePage({
    method: 'post',
    path: `${path}/sites/:siteId/opt-out`,
    access,
    params: siteParams,
    body: optOutBody,
    async handle({ params, body }, { acting }) {
      await optOut(acting, { ...params, ...body });
      return reply.redirect(`${path}/sites`);
    },
    again: (failure, _typed, context) => sitesPage(context, usualSites, failure),
  }),

  definePage({
    method: 'post',
    path: `${path}/sites/:siteId/opt-in`,
    access,
    params: siteParams,
    body: z.strictObject({}),
    async handle({ params }, { acting }) {
      await optIn(acting, params);
      return reply.redirect(`${path}/sites`);
    },
    again: (failure, _typed, context) => sitesPage(context, usualSites, failure),
  }),

  // A page that answered a form has the form's address; reloading it by hand must lead somewhere.
  definePage({
    method: 'get',
    path: `${path}/contests`,
    access: 'VIEW_LEADERBOARD',
    walk: [],
    handle: () => reply.redirect(path),
  }),
  definePage({
    method: 'get',
    path: `${path}/contests/:contestId/delete`,
    ...ofContests,
    params: contestParams,
    walk: [],
    handle: ({ params }) => reply.redirect(`${path}/contests/${params.contestId}/edit`),
  }),
  ...(['opt-out', 'opt-in'] as const).map((part) =>
    definePage({
      method: 'get',
      path: `${path}/sites/:siteId/${part}`,
      access,
      params: siteParams,
      walk: [],
      handle: () => reply.redirect(`${path}/sites`),
    }),
  ),
];
