import { beforeAll, expect, it } from 'vitest';
import { addEvents, addLocation, addSite, weeksOfEvents } from '../../../tests/support/factories';
import { newOrganisation, signedInAs } from '../../../tests/support/people';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import type { Permission } from '../../platform/permissions';

let app: TestApp;
let organisationId: number;
let sites: { mill: number; quay: number; bare: number };
type Agent = Awaited<ReturnType<typeof signedInAs>>;
let manager: Agent;
const rights: Permission[] = ['VIEW_ENTERPRISE_GOALS', 'EDIT_GOALS', 'VIEW_BASE_LPO_PAGE'];

/** The test's Wednesday is 18 March 2026; the first three weeks are both kitchens' baseline, and five more follow it. */
beforeAll(async () => {
  app = await testApp();
  organisationId = await newOrganisation(app, { unitId: 12 });
  const site = (name: string) => addSite(app, { organisationId, name, countryCode: 'US' });
  sites = { mill: await site('Mill'), quay: await site('Quay'), bare: await site('Bare') };
  const kitchen = async (siteId: number, grams: number[]) => {
    const locationId = await addLocation(app, { organisationId, siteId, name: 'Kitchen', stages: [8] });
    await addEvents(app, {
      organisationId,
      locationId,
      events: weeksOfEvents({ weekStart: '2026-01-19', gramsOfWeeks: grams, cost: 1 }),
    });
  };
  await kitchen(sites.mill, [1_000, 1_000, 1_000, 700, 700, 700, 700, 700]);
  await kitchen(sites.quay, [500, 500, 500, 500, 500, 500, 500, 500]);
  await addLocation(app, { organisationId, siteId: sites.bare, name: 'Kitchen', stages: [8] });
  await app.runJobs();
  manager = await signedInAs(app, { organisationId, permissions: rights });
});

const terms = {
  title: 'Half by December',
  target: 0.5,
  startDate: '2026-02-09',
  endDate: '2026-12-27',
  cascade: 'equal',
};
const set = (body: object = {}, agent = manager) =>
  agent
    .post('/rest/v1/enterprise-goals')
    .send({ ...terms, wasteStageId: 8, metric: 'weight', siteIds: Object.values(sites), ...body });
const made = async (body: object = {}) => ((await set(body).expect(201)).body as { goalId: number }).goalId;

interface Site {
  siteId: number;
  standing: string;
  target: number;
  actual: number;
  expected: number;
  exemptReason: string | null;
}
interface Detail extends Omit<Site, 'siteId'> {
  version: number;
  change: number;
  required: number;
  state: string;
  sites: Site[];
}
const detail = async (goalId: number) =>
  (await manager.get(`/rest/v1/enterprise-goals/${goalId}`).expect(200)).body as Detail;
const siteIn = ({ sites: all }: Detail, siteId: number) => all.find((site) => site.siteId === siteId);
const codesOf = ({ body }: { body: { code?: string; fields?: { field: string; code: string }[] } }) =>
  body.fields?.map(({ field, code }) => `${field}: ${code}`) ?? [body.code];

it('adds up its sites, and leads from each to events that come to the same', async () => {
  const goalId = await made();
  const goal = await detail(goalId);
  // Five weeks of 14 weighings; holidays make open days fewer, so what is expected is the sites' own.
  const mill = siteIn(goal, sites.mill) as Site;
  expect(mill.actual).toBe(5 * 14 * 700);
  expect([goal.actual, goal.expected]).toEqual([
    mill.actual + 5 * 14 * 500,
    expect.closeTo(mill.expected + (siteIn(goal, sites.quay)?.expected ?? 0), 5),
  ]);
  expect(goal.change).toBeCloseTo(goal.actual / goal.expected - 1, 5);
  // The third of five weeks, on average.
  expect(goal.required).toBeCloseTo((0.5 * 3) / 46, 2);
  expect(goal.sites.map(({ siteId, standing }) => [siteId, standing])).toEqual([
    [sites.quay, 'offTrack'],
    [sites.bare, 'noBaseline'],
    [sites.mill, 'onTrack'],
  ]);
  const { text } = await manager.get(`/enterprise-goals/${goalId}`).expect(200);
  const [, href = ''] = new RegExp(`href="(/events[^"]*siteId=${sites.mill})"`).exec(text) ?? [];
  const { body } = await manager
    .get(`/rest/v1${href.replaceAll('&amp;', '&').replace('figure=total&', '')}`)
    .expect(200);
  expect((body as { sums: { grams: number } }).sums.grams).toBe(mill.actual);
});

it('exempts a site with a reason, for which the others make up, and includes it again', async () => {
  const goalId = await made({ cascade: 'share' });
  const exempt = (body: object) =>
    manager.put(`/rest/v1/enterprise-goals/${goalId}/sites/${sites.quay}`).send({ exempt: true, ...body });
  expect(codesOf(await exempt({ version: 1 }))).toEqual(['reason: goals.error.reasonNeeded']);
  expect((await exempt({ reason: 'It closes', version: 1 })).status).toBe(204);
  const goal = await detail(goalId);
  expect([siteIn(goal, sites.quay)?.standing, siteIn(goal, sites.quay)?.exemptReason]).toEqual(['exempt', 'It closes']);
  expect(siteIn(goal, sites.mill)?.target).toBeCloseTo(0.75, 2);
  expect(codesOf(await exempt({ reason: 'Again', version: 1 }))).toEqual(['conflict']);
  expect((await exempt({ exempt: false, version: 2 })).status).toBe(204);
  expect(siteIn(await detail(goalId), sites.mill)?.target).toBe(0.5);
  expect((await manager.get(`/enterprise-goals/${goalId}`)).text).toMatch(
    /Exemption removed for Quay[^]*Quay exempted: “It closes”/,
  );
  expect(
    (
      await manager
        .put(`/rest/v1/enterprise-goals/${goalId}/sites/999999`)
        .send({ exempt: true, reason: 'x', version: 3 })
    ).status,
  ).toBe(404);
});

it('is cascaded to locations once, rebased with a reason, closed and reopened', async () => {
  const goalId = await made({ title: 'Cascaded' });
  const step = async (name: string, body: object = {}) =>
    manager
      .post(`/rest/v1/enterprise-goals/${goalId}/steps/${name}`)
      .send({ version: (await detail(goalId)).version, ...body });
  expect((await step('cascade')).status).toBe(204);
  const { goals } = (await manager.get('/rest/v1/goals?text=cascaded')).body as {
    goals: { siteId: number; target: number; ramp: boolean }[];
  };
  expect(goals.map(({ siteId, target, ramp }) => [siteId, target, ramp]).sort()).toEqual([
    [sites.mill, 0.5, true],
    [sites.quay, 0.5, true],
  ]);
  expect(codesOf(await step('cascade'))).toEqual(['enterpriseGoals.error.nothingToCascade']);
  expect(codesOf(await step('rebase'))).toEqual(['reason: goals.error.reasonNeeded']);
  expect((await step('rebase', { reason: 'New menu' })).status).toBe(204);
  expect((await step('close')).status).toBe(204);
  expect(codesOf(await step('rebase', { reason: 'Late' }))).toEqual(['goals.error.closed']);
  expect((await step('reopen')).status).toBe(204);
  expect((await detail(goalId)).state).toBe('active');
});

it('changes its terms and sites; a site that joins is measured from then on', async () => {
  const goalId = await made({ siteIds: [sites.mill] });
  const change = (body: object) =>
    manager
      .put(`/rest/v1/enterprise-goals/${goalId}`)
      .send({ ...terms, siteIds: [sites.mill, sites.quay], version: 1, ...body });
  expect(codesOf(await change({ siteIds: [4_711_000] }))).toEqual(['siteIds: enterpriseGoals.error.unknownSite']);
  expect((await change({ target: 0.3, reason: 'Realistic' })).status).toBe(204);
  const goal = await detail(goalId);
  expect([goal.target, goal.sites.length, siteIn(goal, sites.quay)?.actual]).toEqual([0.3, 2, 5 * 14 * 500]);
});

it.each<[string, object, string[]]>([
  ['a target of nothing', { target: 0 }, ['target: goals.error.percent']],
  [
    'a currency that there is not',
    { metric: 'cost', currency: 'ZZZ' },
    ['currency: enterpriseGoals.error.unknownCurrency'],
  ],
  ['a Tuesday', { startDate: '2026-02-10' }, ['startDate: nonMondayStartDate']],
  ['sites without a baseline', { siteIds: 'bare' }, ['enterpriseGoals.error.noBaseline']],
  ['no site', { siteIds: [] }, ['siteIds: tooShort']],
])('is refused for %s', async (_, body, codes) => {
  const answer = await set('siteIds' in body && body.siteIds === 'bare' ? { siteIds: [sites.bare] } : body);
  expect([400, 422]).toContain(answer.status);
  if (codes[0] !== 'siteIds: tooShort') expect(codesOf(answer)).toEqual(codes);
});

it('is for people who see the whole organization, and changed by whoever may', async () => {
  const goalId = await made();
  const path = `/rest/v1/enterprise-goals/${goalId}`;
  const limited = await signedInAs(app, { organisationId, permissions: rights, sites: [sites.mill] });
  expect((await limited.get(path)).status).toBe(403);
  const reader = await signedInAs(app, { organisationId, permissions: ['VIEW_ENTERPRISE_GOALS'] });
  expect((await reader.get(path)).status).toBe(200);
  expect((await set({}, reader)).status).toBe(403);
  const page = (await reader.get(`/enterprise-goals/${goalId}`)).text;
  expect(page.slice(page.indexOf('<main'), page.indexOf('</main>')).includes('<form')).toBe(false);
  const elsewhere = await signedInAs(app, { organisationId: await newOrganisation(app), permissions: rights });
  expect((await elsewhere.get(path)).status).toBe(404);
});

it('is set by its form, which keeps what was typed, and lists its sites as a file', async () => {
  const page = (await manager.get('/enterprise-goals/new')).text;
  const token = /name="_csrf" value="([^"]+)"/.exec(page)?.[1] ?? '';
  const form = {
    _csrf: token,
    title: 'From the form',
    wasteStageId: 8,
    metric: 'cost',
    currency: 'USD',
    percent: '30',
    startDate: '2026-02-09',
    endDate: '2026-12-27',
    cascade: 'equal',
    siteId: [sites.mill, sites.quay],
    plan: '',
  };
  const wrong = await manager
    .post('/enterprise-goals')
    .type('form')
    .send({ ...form, siteId: [] });
  expect([
    wrong.status,
    wrong.text.includes('Select at least one site.'),
    wrong.text.includes('From the form'),
  ]).toEqual([422, true, true]);
  const answer = await manager.post('/enterprise-goals').type('form').send(form);
  expect(answer.headers.location).toMatch(/^\/enterprise-goals\/\d+$/);
  const csv = (await manager.get(`/rest/v1${answer.headers.location}/export`).expect(200)).text.split('\r\n');
  expect(csv[0]).toContain('Reduction needed');
  expect(csv).toHaveLength(4);
});

it('leaves out what has probably stopped tracking, and says so', async () => {
  const elsewhere = await newOrganisation(app, { unitId: 12 });
  const siteId = await addSite(app, { organisationId: elsewhere, name: 'Port', countryCode: 'US' });
  for (const [name, grams] of [
    ['Galley', 800],
    ['Dock', 10],
  ] as const)
    await addEvents(app, {
      organisationId: elsewhere,
      locationId: await addLocation(app, { organisationId: elsewhere, siteId, name, stages: [8] }),
      events: weeksOfEvents({ weekStart: '2026-01-19', gramsOfWeeks: [1_000, 1_000, 1_000, ...Array(5).fill(grams)] }),
    });
  await app.runJobs();
  const agent = await signedInAs(app, { organisationId: elsewhere, permissions: rights });
  const { goalId } = (await set({ siteIds: [siteId] }, agent).expect(201)).body as { goalId: number };
  const { body } = await agent.get(`/rest/v1/enterprise-goals/${goalId}`);
  expect(body).toMatchObject({
    actual: 5 * 14 * 800,
    sites: [{ measuredLocations: 1, locations: 2, stoppedLocations: 1, standing: 'onTrack' }],
  });
  expect((await agent.get(`/enterprise-goals/${goalId}`)).text).toContain('1 excluded: probably stopped tracking');
});
