import {
  changeRule,
  createRule,
  endRule,
  findRule,
  listOverlapping,
  listRules,
  listVersions,
  findRecost,
  listRecosts,
} from '../../domain/catalogue';
import {
  ruleBody,
  ruleCreated,
  ruleDetail,
  ruleEnd,
  ruleList,
  ruleParams,
  ruleQuery,
  testAnswer,
  testQuery,
  type RuleRow,
} from '../../domain/catalogue/cost-rules.contract';
import type { CostRule } from '../../domain/catalogue/cost.contract';
import { decide } from '../../domain/catalogue/cost.rules';
import {
  recostBody,
  recostCreated,
  recostList,
  recostParams,
  recostView,
} from '../../domain/catalogue/recost.contract';
import { selectHome } from '../../domain/places';
import type { Scope } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import { fail } from '../../platform/errors';
import { defineCall, reply, type Route } from '../../platform/http/define-route';
import { seesAll } from '../../platform/restriction.rules';
import { localDateOf } from '../../platform/time';
import { countRecost, startRecost } from './recost.service';
import { testWeight } from './weight-test.service';

const viewing = { access: 'VIEW_COST_RULES', anyOrganisation: true } as const;
const editing = { access: 'EDIT_COST_RULES', anyOrganisation: true } as const;

const timeZoneOf = async (db: Db, { organisationId }: Scope): Promise<string> =>
  (await selectHome(db, organisationId)).timeZone;

const asRule = (row: RuleRow): CostRule => ({ ...row, id: row.ruleId, amountPerKg: Number(row.amountPerKg) });

export const costRuleRoutes: Route[] = [
  defineCall({
    ...viewing,
    method: 'get',
    path: '/cost-rules',
    opens: { programs: true },
    query: ruleQuery,
    answer: ruleList,
    summary: 'List prices per kilogram, each in its newest version. Supports filters, sorting and pages.',
    async handle({ query }, { db, now, locale, acting: { scope } }) {
      return reply.json(
        await listRules(db, scope, { query, locale, today: localDateOf(now, await timeZoneOf(db, scope)) }),
      );
    },
  }),

  defineCall({
    ...viewing,
    method: 'get',
    path: '/cost-rules/test',
    opens: { programs: true },
    query: testQuery,
    answer: testAnswer,
    summary: 'Get what a weight would cost, using the function that prices events, with every matching rule in order.',
    async handle({ query }, { db, now, locale, acting: { scope } }) {
      return reply.json(
        await testWeight(db, scope, { ...query, locale, today: localDateOf(now, await timeZoneOf(db, scope)) }),
      );
    },
  }),

  defineCall({
    ...viewing,
    method: 'get',
    path: '/cost-rules/:ruleId',
    opens: { programs: true },
    params: ruleParams,
    answer: ruleDetail,
    summary: 'Get a price with its earlier versions, and other prices for the same item and site on some of its days.',
    async handle({ params: { ruleId } }, { db, now, locale, acting: { scope } }) {
      const asked = { ruleId, locale, today: localDateOf(now, await timeZoneOf(db, scope)) };
      const rule = await findRule(db, scope, asked);
      if (!rule) throw fail.notFound('costRules.unknownRule');
      const overlapping = (await listOverlapping(db, scope, asked)).map((other) => {
        const { by, lead } = decide(asRule(other), asRule(rule), []);
        return { rule: other, wins: lead > 0, by };
      });
      return reply.json({ rule, versions: await listVersions(db, scope, asked), overlapping });
    },
  }),

  defineCall({
    ...editing,
    method: 'post',
    path: '/cost-rules',
    body: ruleBody,
    answer: ruleCreated,
    summary: 'Add a price for new events.',
    handle: async ({ body }, { acting }) => reply.json({ ruleId: await createRule(acting, body) }),
  }),

  defineCall({
    ...editing,
    method: 'put',
    path: '/cost-rules/:ruleId',
    params: ruleParams,
    body: ruleBody,
    answer: ruleCreated,
    summary: 'Replace a price with a new version. Events keep their cost until a period is recosted.',
    handle: async ({ params: { ruleId }, body }, { acting }) =>
      reply.json({ ruleId: await changeRule(acting, { ruleId, body }) }),
  }),

  defineCall({
    ...editing,
    method: 'post',
    path: '/cost-rules/:ruleId/end',
    params: ruleParams,
    body: ruleEnd,
    answer: ruleCreated,
    summary: 'Set the last day of a price.',
    handle: async ({ params: { ruleId }, body: { validTo } }, { acting }) =>
      reply.json({ ruleId: await endRule(acting, { ruleId, validTo }) }),
  }),

  defineCall({
    ...viewing,
    method: 'get',
    path: '/recosts',
    opens: { programs: true },
    answer: recostList,
    summary: 'List recosted periods, newest first. Empty for users limited to some sites.',
    handle: async (_input, { db, acting: { scope } }) =>
      reply.json({ recosts: seesAll(scope) ? await listRecosts(db, scope.organisationId) : [] }),
  }),

  defineCall({
    ...viewing,
    method: 'get',
    path: '/recosts/:recostId',
    opens: { programs: true },
    params: recostParams,
    answer: recostView,
    summary: 'Get the progress of a recost and what it changes.',
    async handle({ params: { recostId } }, { db, acting: { scope } }) {
      const found = seesAll(scope)
        ? await findRecost(db, { organisationId: scope.organisationId, id: recostId })
        : undefined;
      if (!found) throw fail.notFound('costRules.unknownRecost');
      return reply.json(found);
    },
  }),

  defineCall({
    ...editing,
    method: 'post',
    path: '/recosts',
    body: recostBody,
    answer: recostCreated,
    summary: 'Count in a job what recosting a period would change. Changes nothing.',
    handle: async ({ body }, { db, acting }) =>
      reply.json({ recostId: await countRecost(acting, { body, timeZone: await timeZoneOf(db, acting.scope) }) }),
  }),

  defineCall({
    ...editing,
    method: 'post',
    path: '/recosts/:recostId/run',
    params: recostParams,
    answerType: 'none',
    summary: 'Apply in a job what was counted, if prices have not changed since.',
    handle: ({ params: { recostId } }, { acting }) => reply.empty(startRecost(acting, recostId)),
  }),
];
