import { z } from 'zod';
import { fail, Failure } from '../../platform/errors';
import { defineCall, definePage, reply, type Reply, type Route } from '../../platform/http/define-route';
import { withParameters } from '../../platform/table/table-query';
import {
  changePage,
  deciding,
  listPage,
  looking,
  pathOf,
  stagePage,
  type PageContext,
  type StageAddress,
} from './baseline-screen-pages';
import {
  baselineDone,
  changeForms,
  choiceAddress,
  changeKinds,
  choiceOf,
  standingParams,
  type ChangeKind,
} from './baseline-screen.contract';
import { narrowed, standingFileQuery, standingQuery } from './baseline-screen.filters';
import { decide, listStandings, type Choice } from './baseline-screen.service';
import { standingFile, standingTable } from './baseline-screen.table';

const stagePath = '/baselines/:organisationId/:locationId/:stageId' as const;

/** What an address or a form says of a choice; null where it says too little. */
function choiceIn(kind: ChangeKind, said: unknown): { choice: Choice; fields: Record<string, string> } | null {
  const parsed = choiceOf[kind].safeParse(said);
  if (!parsed.success) return null;
  const data = parsed.data as Record<string, unknown>;
  const fields = Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : String(value)]),
  );
  const choice = kind === 'auto' ? { kind, enabled: data.enabled === 'on' } : { kind, ...data };
  return { choice: choice as Choice, fields };
}

/** What would be refused is said on the page where it was chosen. */
async function previewed(
  context: PageContext,
  address: StageAddress,
  { kind, said, refused }: { kind: ChangeKind; said: unknown; refused?: Parameters<typeof changePage>[2]['refused'] },
): Promise<Reply> {
  const chosen = choiceIn(kind, said);
  if (!chosen) {
    const failure = refused?.failure ?? fail.unprocessable(missing[kind]);
    return stagePage(context, address, { failure });
  }
  try {
    return await changePage(context, address, { kind, ...chosen, ...(refused ? { refused } : {}) });
  } catch (error) {
    if (error instanceof Failure && error.status !== 404) return stagePage(context, address, { failure: error });
    throw error;
  }
}

const missing = {
  propose: 'baselines.noWeeks',
  manual: 'baselines.noWeeks',
  accept: 'baselines.unknownBaseline',
  reject: 'baselines.unknownBaseline',
  rebase: 'baselines.chooseMonday',
  auto: 'errors.badRequest',
} as const;

const changeRoutes = (kind: ChangeKind): Route[] => [
  definePage({
    method: 'get',
    path: `${stagePath}/${kind}`,
    access: deciding,
    params: standingParams,
    query: choiceAddress,
    walk: [],
    // A form without a choice leaves a bare question mark; without one nobody has sent it.
    handle: ({ params, query }, context) =>
      context.url.includes('?') ? previewed(context, params, { kind, said: query }) : reply.redirect(pathOf(params)),
  }),
  definePage({
    method: 'post',
    path: `${stagePath}/${kind}`,
    access: deciding,
    notInClientView: true,
    params: standingParams,
    body: changeForms[kind],
    async handle({ params, body }, context) {
      const acting = await context.actingIn(params.organisationId);
      const { reason, seen } = body;
      const chosen = choiceIn(kind, body);
      if (!chosen) throw fail.unprocessable(missing[kind]);
      const { locationId, stageId } = params;
      await decide(acting, { locationId, stageId, choice: chosen.choice, reason, seen });
      return reply.redirect(withParameters(pathOf(params), { done: kind }));
    },
    again: (failure, typed, context) =>
      previewed(context, standingParams.parse(typed), { kind, said: typed, refused: { failure, typed } }),
  }),
];

/** Pages of the baselines of an organization. */
export const baselineScreenRoutes: Route[] = [
  definePage({
    method: 'get',
    path: '/baselines',
    access: looking,
    walk: ['/baselines', '/baselines?state=accepted'],
    query: standingQuery,
    handle: ({ query }, context) => listPage(context, query),
  }),
  definePage({
    method: 'get',
    path: stagePath,
    access: looking,
    params: standingParams,
    query: z.object({ done: baselineDone }),
    handle: ({ params, query: { done } }, context) => stagePage(context, params, { done }),
  }),
  ...changeKinds.flatMap(changeRoutes),
  defineCall({
    method: 'get',
    path: '/baselines/export',
    access: looking,
    anyOrganisation: true,
    query: standingFileQuery,
    answerType: 'text/csv',
    summary: 'Export every location and stage with the state of its baseline as CSV.',
    async handle({ query }, { t, db, acting, actor }) {
      const rows = narrowed(await listStandings(db, acting.scope), query);
      const reader = { t, permissions: actor.permissions, unit: actor.unit };
      return reply.csv(standingTable.file(standingFile, standingTable.sorted(rows), reader));
    },
  }),
];
