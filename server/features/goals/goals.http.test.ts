import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { addEvents, addLocation, addSite, weekOfEvents } from '../../../tests/support/factories';
import { newOrganisation, signedInAs } from '../../../tests/support/people';
import { addValue } from '../../../tests/support/scratch-organisation';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import type { Permission } from '../../platform/permissions';
import { addDays } from '../../platform/time';
import type { GoalAnswer } from './goals.contract';

let app: TestApp;
let organisationId: number;
let kitchen: number;
let bar: number;
let unmeasured: number;
let bread: number;
let soup: number;
type Agent = Awaited<ReturnType<typeof signedInAs>>;
let manager: Agent;
let reader: Agent;

/** Without a public holiday of the country in any of its weeks. */
const monday = (index: number) => addDays('2025-09-15', index * 7);
const sunday = (index: number) => addDays(monday(index), 6);
const rights: Permission[] = ['EDIT_GOALS', 'VIEW_BASE_LPO_PAGE', 'VIEW_PERFORMANCE_DASHBOARD'];

/** The test's Wednesday is 18 March 2026; data go from 15 September 2025 to 15 March 2026, the last 26 whole weeks. */
beforeAll(async () => {
  app = await testApp();
  organisationId = await newOrganisation(app, { unitId: 12 });
  const siteId = await addSite(app, { organisationId, name: 'Mill' });
  kitchen = await addLocation(app, { organisationId, siteId, name: 'Kitchen', stages: [8] });
  bar = await addLocation(app, { organisationId, siteId, name: 'Bar', stages: [8] });
  unmeasured = await addLocation(app, { organisationId, siteId, name: 'New kitchen', stages: [8] });
  bread = await addValue(app.db, organisationId, { element: 'WASTEITEM', name: 'Bread <b>' });
  soup = await addValue(app.db, organisationId, { element: 'WASTEITEM', name: '=Soup' });
  // Bread falls by 40 % from week 14 on, and the rest stays as it is.
  const weeksAt = (scale: number) =>
    Array.from({ length: 26 }, (_, week) => {
      const loud = 1 + ((week * 7) % 5) / 100;
      const of = (itemId: number, grams: number, cost: number) =>
        weekOfEvents({ weekStart: monday(week), grams: Math.round(grams * loud * scale), cost, values: { itemId } });
      return [...of(bread, week < 14 ? 1_000 : 600, 3), ...of(soup, 500, 1)];
    }).flat();
  await addEvents(app, { organisationId, locationId: kitchen, events: weeksAt(1) });
  await addEvents(app, { organisationId, locationId: bar, events: weeksAt(0.5) });
  await app.runJobs();
  manager = await signedInAs(app, { organisationId, permissions: rights });
  reader = await signedInAs(app, { organisationId, permissions: ['VIEW_BASE_LPO_PAGE'] });
});

const terms = () => ({
  title: 'Less bread',
  metric: 'weight',
  targetKind: 'percent',
  target: 0.2,
  startDate: monday(4),
  endDate: sunday(29),
});
const set = (body: object, agent = manager) =>
  agent.post('/rest/v1/goals').send({ locationId: kitchen, wasteStageId: 8, itemId: bread, ...terms(), ...body });
const made = async (body: object = {}): Promise<number> => {
  const answer = await set(body);
  expect([answer.status, answer.body]).toEqual([201, { goalId: expect.any(Number) }]);
  return (answer.body as { goalId: number }).goalId;
};
interface Detail extends GoalAnswer {
  weeks: { weekStart: string; actual: number }[];
  actions: { actionId: number; effect: Record<string, unknown> }[];
}
const detail = async (goalId: number, agent = manager) => (await agent.get(`/rest/v1/goals/${goalId}`)).body as Detail;
const codesOf = ({ body }: { body: { code?: string; fields?: { field: string; code: string }[] } }) =>
  body.fields?.map(({ field, code }) => `${field}: ${code}`) ?? [body.code];

/** From events and calendar alone: what is behind a goal, in grams or money. */
async function recomputed({
  from,
  to,
  baseline,
  column,
}: {
  from: number;
  to: number;
  baseline: number[];
  column: 'net_g' | 'cost_amount';
}) {
  const sums = async (mondays: string[]) => {
    const { rows } = await sql<{ value: number; days: number }>`
      select (select coalesce(sum(${sql.ref(column)}), 0) from waste_event e
          where e.organisation_id = ${organisationId} and e.location_id = ${kitchen} and e.stage_id = 8 and e.item_id = ${bread} and e.voided_at is null
            and e.local_date - extract(isodow from e.local_date)::int + 1 = any(${mondays}::date[])) as value,
        (select count(*)::int from location_day d where d.organisation_id = ${organisationId} and d.location_id = ${kitchen} and d.is_open
            and d.week_start = any(${mondays}::date[])) as days`.execute(app.db);
    return { value: Number(rows[0]?.value), days: Number(rows[0]?.days) };
  };
  const base = await sums(baseline.map(monday));
  const own = await sums(Array.from({ length: to - from + 1 }, (_, at) => monday(from + at)));
  const perOpenDay = base.value / base.days;
  return {
    perOpenDay,
    actual: own.value,
    expected: perOpenDay * own.days,
    change: own.value / (perOpenDay * own.days) - 1,
  };
}

describe('a goal', () => {
  it.each([
    ['weight', 'net_g'],
    ['cost', 'cost_amount'],
  ] as const)('of %s comes to what the events and the calendar say', async (metric, column) => {
    const goalId = await made({ metric });
    const goal = await detail(goalId);
    const own = await recomputed({ from: 4, to: 25, baseline: [0, 1, 2], column });
    expect(goal.baselineWeeks).toEqual([monday(0), monday(1), monday(2)]);
    const close = (value: number) => expect.closeTo(value, 5);
    expect({ base: goal.basePerOpenDay, actual: goal.actual, expected: goal.expected, change: goal.change }).toEqual({
      base: close(own.perOpenDay),
      actual: close(own.actual),
      expected: close(own.expected),
      change: close(own.change),
    });
    expect([goal.weeksOver, goal.weeksAll]).toEqual([22, 26]);
    expect(goal.standing).toBe(metric === 'weight' ? 'onTrack' : 'offTrack');
  });

  it('leads from its page to events that come to the same', async () => {
    const goalId = await made();
    const { text } = await manager.get(`/goals/${goalId}`).expect(200);
    const [, href = ''] =
      new RegExp(`href="([^"]*startDate=${monday(4)}&amp;endDate=${sunday(25)}[^"]*)"`).exec(text) ?? [];
    const { body } = await manager
      .get(`/rest/v1${href.replaceAll('&amp;', '&').replace('figure=total&', '')}`)
      .expect(200);
    expect((body as { sums: { grams: number } }).sums.grams).toBe((await detail(goalId)).actual);
    expect(text).toContain('Bread &lt;b&gt; · Pre-consumer');
  });

  it('is measured against the same weeks until it is rebased, with a reason that stays', async () => {
    const goalId = await made();
    const before = await detail(goalId);
    await sql`update goal set baseline_weeks = ${[monday(3)]}::date[] where id = ${goalId}`.execute(app.db);
    expect((await manager.get(`/goals/${goalId}`)).text).toContain('This location has a new baseline');
    const rebase = (reason: string, version = 1) =>
      manager.post(`/rest/v1/goals/${goalId}/steps/rebase`).send({ reason, version });
    expect(codesOf(await rebase(''))).toEqual(['reason: goals.error.reasonNeeded']);
    expect((await rebase('New menu')).status).toBe(204);
    expect(codesOf(await rebase('Again'))).toEqual(['conflict']);
    expect((await detail(goalId)).baselineWeeks).toEqual(before.baselineWeeks);
    expect((await manager.get(`/goals/${goalId}`)).text).toMatch(/Baseline changed[^]*New menu/);
  });

  it('is paused, goes on, is closed with its result and is reopened', async () => {
    const goalId = await made();
    const step = (name: string, version: number) =>
      manager.post(`/rest/v1/goals/${goalId}/steps/${name}`).send({ version });
    const state = async () => {
      const { state, standing, version } = await detail(goalId);
      return { state, standing, version };
    };
    expect((await step('pause', 1)).status).toBe(204);
    expect(await state()).toEqual({ state: 'paused', standing: 'onTrack', version: 2 });
    await step('resume', 2);
    await step('close', 3);
    // By now it has come to what it was for, though its weeks are not over.
    expect(await state()).toEqual({ state: 'closed', standing: 'met', version: 4 });
    expect(codesOf(await step('pause', 4))).toEqual(['goals.error.closed']);
    expect(codesOf(await manager.put(`/rest/v1/goals/${goalId}`).send({ ...terms(), version: 4 }))).toEqual([
      'goals.error.closed',
    ]);
    await step('resume', 4);
    expect(await state()).toEqual({ state: 'active', standing: 'onTrack', version: 5 });
  });

  it('keeps what was changed, by whom and why', async () => {
    const goalId = await made();
    const change = { ...terms(), title: 'Much less bread', target: 0.35, reason: 'It went well', version: 1 };
    expect((await manager.put(`/rest/v1/goals/${goalId}`).send(change)).status).toBe(204);
    const { text } = await manager.get(`/goals/${goalId}`);
    expect(text).toContain('Target: 20% less → 35% less');
    expect(text).toContain('It went well');
    expect(codesOf(await manager.put(`/rest/v1/goals/${goalId}`).send(change))).toEqual(['conflict']);
  });

  it('is copied to locations that have a baseline, each against its own', async () => {
    const goalId = await made({ title: 'Everywhere' });
    const copy = (locationIds: number[], id = goalId) =>
      manager.post(`/rest/v1/goals/${id}/copies`).send({ locationIds });
    const { goalIds } = (await copy([bar, kitchen, unmeasured, bar])).body as { goalIds: number[] };
    expect(goalIds).toHaveLength(1);
    const [own, other] = [await detail(goalId), await detail(goalIds[0] as number)];
    expect([other.locationId, other.title, other.target]).toEqual([bar, 'Everywhere', 0.2]);
    expect(other.basePerOpenDay).toBeCloseTo((own.basePerOpenDay as number) / 2, 0);
    // Asked twice, by a form that is sent again, it makes none twice.
    expect(codesOf(await copy([bar]))).toEqual(['goals.error.nothingCopied']);
    expect(codesOf(await copy([unmeasured]))).toEqual(['goals.error.nothingCopied']);
    const amount = await made({ targetKind: 'perOpenDay', target: 500 });
    expect(codesOf(await copy([bar], amount))).toEqual(['goals.error.amountNotCopied']);
  });

  it.each<[string, object, string[]]>([
    ['a location without a baseline', { locationId: 'unmeasured' }, ['goals.error.noBaseline']],
    ['a location that there is not', { locationId: 1e9 }, ['goals.error.unknownPlace']],
    ['a stage that there is not', { wasteStageId: 4_711 }, ['goals.error.unknownPlace']],
    ['what the baseline does not hold', { itemId: 1e9 }, ['itemId: goals.error.nothingInBaseline']],
    ['a target of nothing', { target: 0 }, ['target: goals.error.percent']],
    ['a target below what can be stored', { target: 1e-7 }, ['target: goals.error.percent']],
    ['more than all', { target: 1.2 }, ['target: goals.error.percent']],
    ['more than the baseline', { targetKind: 'perOpenDay', target: 1e6 }, ['target: goals.error.noReduction']],
    ['a start within the baseline', { startDate: monday(1) }, ['startDate: goals.error.inBaseline']],
    ['a Tuesday', { startDate: addDays(monday(5), 1) }, ['startDate: nonMondayStartDate']],
    ['an owner from elsewhere', { ownerId: 1e9 }, ['ownerId: goals.error.unknownOwner']],
    ['a stage beyond all numbers of stages', { wasteStageId: 3e9 }, ['wasteStageId: tooBig']],
    ['no name', { title: ' ' }, ['title: required']],
    ['no date', { endDate: '2026-02-30' }, ['endDate: notADate']],
  ])('is refused for %s, and nothing is stored', async (_, wish, codes) => {
    const count = async () =>
      (await sql<{ n: number }>`select count(*)::int as n from goal`.execute(app.db)).rows[0]?.n;
    const before = await count();
    const body = 'locationId' in wish && wish.locationId === 'unmeasured' ? { locationId: unmeasured } : wish;
    const answer = await set(body);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(codesOf(answer)).toEqual(codes);
    expect(await count()).toBe(before);
  });

  it('is seen by whoever sees its location, and changed by whoever may', async () => {
    const goalId = await made({ title: 'Only the kitchen' });
    expect((await detail(goalId, reader)).title).toBe('Only the kitchen');
    expect((await set({}, reader)).status).toBe(403);
    expect((await reader.get('/goals/new')).headers.location).toBe('/home');
    const page = (await reader.get(`/goals/${goalId}`)).text;
    expect(page.slice(page.indexOf('<main'), page.indexOf('</main>')).includes('<form')).toBe(false);
    const elsewhere = await signedInAs(app, { organisationId, permissions: rights, locations: [bar] });
    expect((await elsewhere.get(`/rest/v1/goals/${goalId}`)).status).toBe(404);
    expect((await elsewhere.post(`/rest/v1/goals/${goalId}/steps/pause`).send({ version: 1 })).status).toBe(404);
    expect((await elsewhere.get('/goals')).text).not.toContain('Only the kitchen');
  });
});

describe('an action', () => {
  it('shows what it changed beyond the rest of the location, and what could be chance', async () => {
    const goalId = await made();
    const log = async (body: object) =>
      expect((await manager.post(`/rest/v1/goals/${goalId}/actions`).send({ title: 'Trays', ...body })).body).toEqual({
        actionId: expect.any(Number),
      });
    await log({ startedOn: monday(14) });
    await log({ startedOn: monday(6), endedOn: sunday(13) });
    await log({ startedOn: monday(24) });
    const [late, cut, none] = (await detail(goalId)).actions.map(({ effect }) => effect);
    expect(late).toEqual({ kind: 'tooFewWeeks', weeksBefore: 8, weeksAfter: 2 });
    expect(cut).toMatchObject({
      kind: 'measured',
      change: expect.closeTo(-0.4, 2),
      chance: false,
      weeksBefore: 8,
      weeksAfter: 8,
    });
    expect(none).toMatchObject({ kind: 'measured', change: expect.closeTo(0, 2), weeksBefore: 6, weeksAfter: 8 });
    const { text } = await manager.get(`/goals/${goalId}`);
    expect(text).toContain('95% interval');
  });

  it('is ended, removed, and refused for days that are still to come', async () => {
    const goalId = await made();
    const actions = `/rest/v1/goals/${goalId}/actions`;
    const post = (body: object) => manager.post(actions).send({ title: 'Trays', ...body });
    expect(codesOf(await post({ startedOn: '2026-03-19' }))).toEqual(['startedOn: goals.error.notYet']);
    expect(codesOf(await post({ startedOn: '2026-03-10', endedOn: '2026-03-09' }))).toEqual([
      'endedOn: endDateBeforeStartDate',
    ]);
    const { actionId } = (await post({ startedOn: '2026-03-10' })).body as { actionId: number };
    const end = (endedOn: string) => manager.put(`${actions}/${actionId}/end`).send({ endedOn });
    expect(codesOf(await end('2026-03-01'))).toEqual(['endedOn: endDateBeforeStartDate']);
    expect((await end('2026-03-17')).status).toBe(204);
    expect((await manager.delete(`${actions}/${actionId}`)).status).toBe(204);
    expect((await manager.delete(`${actions}/${actionId}`)).status).toBe(404);
    expect((await detail(goalId)).actions).toEqual([]);
  });
});

describe('the screens', () => {
  it('suggest the costliest items that have no goal yet, and stop once they have one', async () => {
    const lone = await newOrganisation(app, { unitId: 12 });
    const site = await addSite(app, { organisationId: lone, name: 'Lone' });
    const locationId = await addLocation(app, { organisationId: lone, siteId: site, name: 'Galley', stages: [8] });
    const fish = await addValue(app.db, lone, { element: 'WASTEITEM', name: 'Fish' });
    const events = Array.from({ length: 8 }, (_, at) =>
      weekOfEvents({ weekStart: addDays('2026-01-19', at * 7), grams: 100, cost: 5, values: { itemId: fish } }),
    ).flat();
    await addEvents(app, { organisationId: lone, locationId, events });
    await app.runJobs();
    const agent = await signedInAs(app, { organisationId: lone, permissions: rights });
    const suggested = (await agent.get('/goals')).text;
    // 4 weeks of 14 events at 5 USD: a fifth of it, for 13 weeks.
    expect(suggested).toContain('Fish');
    expect(suggested).toContain('A goal could save $182');
    const href = `/goals/new?locationId=${locationId}&wasteStageId=8&itemId=${fish}&metric=cost`;
    expect(suggested).toContain(href.replaceAll('&', '&amp;'));
    expect((await agent.get(href)).text).toContain('name="percent"');
    const token = /name="_csrf" value="([^"]+)"/.exec((await agent.get(href)).text)?.[1] ?? '';
    const form = {
      _csrf: token,
      locationId,
      wasteStageId: 8,
      itemId: fish,
      title: 'Less fish',
      plan: '',
      metric: 'cost',
      targetKind: 'percent',
      percent: '25',
      amount: '',
      startDate: '2026-03-23',
      endDate: '2026-06-21',
      ownerId: '',
    };
    const wrong = await agent
      .post('/goals')
      .type('form')
      .send({ ...form, percent: '0' });
    expect([
      wrong.status,
      wrong.text.includes('Enter a reduction above 0%'),
      wrong.text.includes('value="Less fish"'),
    ]).toEqual([422, true, true]);
    const answer = await agent.post('/goals').type('form').send(form);
    expect([answer.status, answer.headers.location]).toEqual([303, expect.stringMatching(/^\/goals\/\d+$/)]);
    const { text } = await agent.get('/goals');
    expect(text).toContain('Less fish');
    expect(text).not.toContain('A goal could save');
    const performance = (
      await agent.get('/rest/v1/performance/locationSummary?startDate=2026-02-16&endDate=2026-03-15&wasteStageId=8')
    ).body as {
      averageOfActiveGoals: number;
      performances: { activeGoals: number }[];
    };
    expect([performance.averageOfActiveGoals, performance.performances.map(({ activeGoals }) => activeGoals)]).toEqual([
      1,
      [1],
    ]);
  });

  it('ask for the place first, and say where there is no baseline', async () => {
    expect((await manager.get('/goals/new')).text).toContain('New kitchen');
    const { text, status } = await manager.get(`/goals/new?locationId=${unmeasured}`);
    expect([status, text.includes('No baseline yet')]).toEqual([200, true]);
    const check = async (locationId: number) =>
      (await manager.get(`/rest/v1/goals/baseline?locationId=${locationId}`)).body;
    expect(await check(unmeasured)).toEqual({
      hasBaseline: false,
      siteName: 'Mill',
      locationName: 'New kitchen',
      locationId: unmeasured,
      locationStatus: 'A',
    });
    expect(await check(kitchen)).toMatchObject({ hasBaseline: true });
    expect((await manager.get('/rest/v1/goals/baseline?locationId=999999999')).status).toBe(404);
  });

  it('list, search and export goals, with formulas made harmless', async () => {
    await made({ title: '=Cheaper soup', itemId: soup, metric: 'cost' });
    const { text } = await manager.get('/goals?text=cheaper');
    expect(text).toContain('=Cheaper soup');
    const csv = (await manager.get('/rest/v1/goals/export?text=cheaper')).text.split('\r\n');
    expect(csv[1]).toMatch(/^"?'=Cheaper soup"?,/);
    const { body } = await manager.get('/rest/v1/goals?text=cheaper&show=all');
    expect((body as { total: number }).total).toBe(1);
    expect((await manager.get('/goals?show=over&page=900')).status).toBe(200);
  });

  it('follow a value that is merged into another', async () => {
    const goalId = await made({ title: 'Merged', itemId: soup });
    const rolls = await addValue(app.db, organisationId, { element: 'WASTEITEM', name: 'Rolls' });
    const { followMergedGoals } = await import('./goals.store');
    await app.db.transaction().execute((trx) =>
      followMergedGoals(trx, {
        organisationId,
        elementCode: 'WASTEITEM',
        oldId: soup,
        newId: rolls,
        now: app.clock.now(),
      }),
    );
    expect((await detail(goalId)).itemId).toBe(rolls);
  });
});
