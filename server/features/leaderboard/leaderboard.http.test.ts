import { beforeAll, describe, expect, it } from 'vitest';
import { addEvents, addLocation, addSite, weekOfEvents, weeksOfEvents } from '../../../tests/support/factories';
import { newOrganisation, signedInAs } from '../../../tests/support/people';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import { compare } from '../../domain/measures';
import type { Permission } from '../../platform/permissions';
import { addDays } from '../../platform/time';
import type { StandingAnswer } from './leaderboard.contract';

let app: TestApp;
let organisationId: number;
type Agent = Awaited<ReturnType<typeof signedInAs>>;
let manager: Agent;
let reader: Agent;

const names = ['Alder', 'Birch', 'Cedar', 'Dogwood', 'Elm', 'Fir', 'Gorse', 'Hazel', 'Iris'] as const;
type Name = (typeof names)[number];
const sites = {} as Record<Name, number>;
const kitchens = {} as Record<Name, number>;

const monday = (index: number) => addDays('2026-01-05', index * 7);
const rights: Permission[] = ['VIEW_LEADERBOARD', 'EDIT_CONTESTS', 'VIEW_BASE_LPO_PAGE', 'EDIT_GOALS'];
const weeks = { startDate: '2026-02-16', endDate: '2026-03-15', wasteStageId: 8 };

/** Ten weeks up to Sunday, 15 March 2026; the test's today is the Wednesday after. The first three are the baseline. */
const tenWeeks = (grams: number) =>
  weeksOfEvents({
    weekStart: monday(0),
    gramsOfWeeks: Array.from({ length: 10 }, (_, at) => (at < 6 ? 1_000 : grams)),
  });

const events: Record<Name, () => Parameters<typeof addEvents>[1]['events']> = {
  Alder: () => tenWeeks(800),
  Birch: () => tenWeeks(800),
  // Its last day was estimated from servings.
  Cedar: () => tenWeeks(900).map((event) => (event.day === '2026-03-15' ? { ...event, estimated: true } : event)),
  Dogwood: () => tenWeeks(1_100),
  Elm: () => weeksOfEvents({ weekStart: monday(8), gramsOfWeeks: [500, 500] }),
  Fir: () => tenWeeks(1_000).filter(({ day }) => day < monday(6)),
  Gorse: () => tenWeeks(700).filter(({ day }) => day < monday(9)),
  Hazel: () =>
    Array.from({ length: 10 }, (_, at) => weekOfEvents({ weekStart: monday(at), days: 5, grams: 1_000 })).flat(),
  Iris: () => tenWeeks(500),
};

beforeAll(async () => {
  app = await testApp();
  organisationId = await newOrganisation(app, { unitId: 12 });
  for (const name of names) {
    sites[name] = await addSite(app, {
      organisationId,
      name: name === 'Alder' ? 'Alder <b>' : name,
      region: name < 'D' ? 'North' : 'South',
    });
    kitchens[name] = await addLocation(app, { organisationId, siteId: sites[name], name: '=Kitchen', stages: [8] });
  }
  // The bins of Iris held twice what was recorded.
  for (let at = 0; at < 28; at += 1)
    await app.db
      .insertInto('check_weight')
      .values({
        organisation_id: organisationId,
        location_id: kitchens.Iris,
        weighed_at: new Date(`${addDays(weeks.startDate, at)}T21:00:00Z`),
        local_date: addDays(weeks.startDate, at),
        net_g: 2_000,
      })
      .execute();
  for (const name of names)
    await addEvents(app, { organisationId, locationId: kitchens[name], events: events[name]() });
  await app.runJobs();
  manager = await signedInAs(app, { organisationId, permissions: rights });
  reader = await signedInAs(app, { organisationId, permissions: ['VIEW_LEADERBOARD'] });
});

interface Answer {
  ranked: number;
  total: number;
  standings: StandingAnswer[];
}
const board = async (query: object = {}, agent: Agent = reader): Promise<Answer> =>
  (
    await agent
      .get('/rest/v1/leaderboard')
      .query({ ...weeks, ...query })
      .expect(200)
  ).body as Answer;
const placesOf = ({ standings }: Answer) =>
  standings.map(({ rank, siteName, notRanked }) => `${rank ?? notRanked} ${siteName.slice(0, 5)}`);
const codesOf = ({ body }: { body: { code?: string; fields?: { field: string; code: string }[] } }) =>
  body.fields?.map(({ field, code }) => `${field}: ${code}`) ?? [body.code];

describe('the leaderboard', () => {
  it('ranks those whose figures hold, and says of the others why not', async () => {
    expect(placesOf(await board())).toEqual([
      '1 Alder',
      '1 Birch',
      '3 Cedar',
      '4 Dogwo',
      'noBaseline Elm',
      'stopped Fir',
      'notTracked Gorse',
      'unconfirmed Hazel',
      'accuracy Iris',
    ]);
    const { ranked, total } = await board({ limit: 2, offset: 3 });
    expect([ranked, total]).toEqual([4, 9]);
    expect(placesOf(await board({ limit: 2, offset: 3 }))).toEqual(['4 Dogwo', 'noBaseline Elm']);
  });

  it.each(['sites', 'locations'] as const)('has the figures of the comparison: %s', async (by) => {
    const { standings } = await board({ by });
    const scope = { organisationId, restriction: null };
    const query = { stageId: 8, start: weeks.startDate, end: weeks.endDate };
    const expected =
      by === 'sites'
        ? (await compare(app.db, scope, { by: 'site', ...query })).map((one) => [one.siteId, one.weightVsBaseline])
        : (await compare(app.db, scope, { by: 'location', ...query })).map((one) => [
            one.locationId,
            one.comparedOpenDays === 0 ? null : one.comparedG / ((one.gPerOpenDay ?? 0) * one.comparedOpenDays) - 1,
          ]);
    const changes = new Map(
      standings.map((one) => [by === 'sites' ? one.siteId : one.locationId, one.weightVsBaseline]),
    );
    for (const [id, change] of expected)
      expect([id, changes.get(id as number)]).toEqual([
        id,
        change === null ? null : expect.closeTo(change as number, 5),
      ]);
    expect(expected).toHaveLength(9);
  });

  it('ranks by tracking without a baseline, and by goals where there are any', async () => {
    expect(placesOf(await board({ metric: 'tracking' }))).toEqual([
      '1 Alder',
      '1 Birch',
      '1 Cedar',
      '1 Dogwo',
      '1 Elm',
      'stopped Fir',
      'notTracked Gorse',
      'unconfirmed Hazel',
      'accuracy Iris',
    ]);
    const goal = (locationId: number, target: number) =>
      manager
        .post('/rest/v1/goals')
        .send({
          locationId,
          wasteStageId: 8,
          title: 'Less',
          metric: 'weight',
          targetKind: 'percent',
          target,
          startDate: '2026-02-16',
          endDate: '2026-04-12',
        })
        .expect(201);
    await goal(kitchens.Alder, 0.5);
    await goal(kitchens.Alder, 0.1);
    await goal(kitchens.Cedar, 0.05);
    const answer = await board({ metric: 'goals' });
    expect(placesOf(answer).slice(0, 4)).toEqual(['1 Cedar', '2 Alder', 'noGoals Birch', 'noGoals Dogwo']);
    expect(answer.standings[1]?.goals).toEqual({ reached: 1, judged: 2, all: 2 });
    // Of weeks before they began there is none.
    expect(placesOf(await board({ metric: 'goals', startDate: monday(3), endDate: addDays(monday(5), 6) }))[0]).toMatch(
      /^noGoals/,
    );
  });

  it('ranks somebody restricted among what they see', async () => {
    const limited = await signedInAs(app, {
      organisationId,
      permissions: rights,
      sites: [sites.Cedar, sites.Dogwood, sites.Fir],
    });
    expect(placesOf(await board({}, limited))).toEqual(['1 Cedar', '2 Dogwo', 'stopped Fir']);
    const { text } = await limited.get('/leaderboard').expect(200);
    expect(text).toContain('Rankings include only the sites and locations that you can see.');
    expect(text).not.toContain('New contest');
    const terms = { name: 'Mine', metric: 'reduction', by: 'sites', ...weeks };
    expect((await limited.post('/rest/v1/leaderboard/contests').send(terms)).status).toBe(403);
    expect((await limited.put(`/rest/v1/leaderboard/opt-outs/${sites.Alder}`).send({})).status).toBe(404);
  });

  it.each([
    [{ startDate: '2026-02-17' }, ['startDate: nonMondayStartDate']],
    [{ endDate: '2026-03-14' }, ['endDate: nonSundayEndDate']],
    [{ endDate: '2026-03-22' }, ['endDate: dateInFuture']],
    [{ endDate: '2026-02-08' }, ['endDate: endDateBeforeStartDate']],
  ])('refuses %j by field', async (query, expected) => {
    const answer = await reader.get('/rest/v1/leaderboard').query({ ...weeks, ...query });
    expect([answer.status, codesOf(answer)]).toEqual([400, expected]);
  });

  it.each([{ metric: 'perCover' }, { by: 'people' }, { wasteStageId: 'x' }, { limit: 0 }, { other: 1 }])(
    'refuses %j',
    async (query) => {
      const { status } = await reader.get('/rest/v1/leaderboard').query({ ...weeks, ...query });
      expect(status).toBe(400);
    },
  );

  it('is a file, too, in which nothing is a formula', async () => {
    const { text, headers } = await reader
      .get('/rest/v1/leaderboard/export')
      .query({ ...weeks, by: 'locations' })
      .expect(200);
    expect(headers['content-disposition']).toContain('Leaderboard.csv');
    const lines = text.trim().split('\r\n');
    expect(lines).toHaveLength(10);
    expect(lines[0]).toContain('Rank,Site,Location,Weight vs. baseline (%)');
    expect(lines[1]).toBe(`1,Alder <b>,'=Kitchen,-20,100,4,4,0,0,,0,`);
    expect(lines.at(-1)).toContain('Low weight accuracy');
  });

  it('is a page whose figures open', async () => {
    const { text } = await reader.get('/leaderboard').expect(200);
    expect(text).toContain('Tied for first place: Alder &lt;b&gt;, Birch');
    expect(text).toContain(`/events?figure=weight.s${sites.Alder}.8.2026-02-16.4`);
    expect(text).toContain('Not ranked (5)');
    expect(text).toContain('4% estimated from servings');
    expect(text).not.toContain('/leaderboard/sites');
    expect((await reader.get('/leaderboard?range=custom&startDate=2026-02-17&endDate=2026-03-15')).status).toBe(422);
    expect((await manager.get('/leaderboard')).text).toContain('/leaderboard/sites');
  });

  it.each([
    ['?range=custom&startDate=2025-06-02&endDate=2025-06-29', 'No data'],
    ['?wasteStageId=99', 'No stage selected'],
    ['?regionName=North', '3 of 3 sites ranked'],
    ['?by=locations', '4 of 9 locations ranked'],
  ])('says what stands behind %s', async (query, sentence) => {
    expect((await reader.get(`/leaderboard${query}`).expect(200)).text).toContain(sentence);
  });

  it('is not there for whoever may not see it', async () => {
    const other = await signedInAs(app, { organisationId, permissions: ['VIEW_BASE_LPO_PAGE'] });
    expect((await other.get('/leaderboard')).headers.location).toBe('/home');
    expect((await other.get('/rest/v1/leaderboard').query(weeks)).status).toBe(403);
    expect((await reader.get('/leaderboard/sites')).headers.location).toBe('/home');
    expect((await reader.post('/rest/v1/leaderboard/contests').send({})).status).toBe(403);
  });
});

describe('a site that opts out', () => {
  it('is in no ranking until it takes part again, and only its own people are told', async () => {
    const own = await signedInAs(app, { organisationId, permissions: ['VIEW_LEADERBOARD'], sites: [sites.Birch] });
    const path = `/rest/v1/leaderboard/opt-outs/${sites.Birch}`;
    await manager.put(path).send({ reason: 'Building works' }).expect(204);
    await manager.put(path).send({ reason: 'Again' }).expect(204);
    expect(placesOf(await board()).slice(0, 3)).toEqual(['1 Alder', '2 Cedar', '3 Dogwo']);
    const { text } = await reader.get('/leaderboard').expect(200);
    expect(text).not.toContain('Birch');
    expect((await own.get('/leaderboard').expect(200)).text).toContain('Birch has opted out');
    expect((await manager.get('/rest/v1/leaderboard/opt-outs')).body).toMatchObject({
      sites: [{ siteName: 'Birch', reason: 'Building works' }],
    });
    expect((await manager.get('/leaderboard/sites?show=out').expect(200)).text).toMatch(/Birch[^]*Building works/);
    await manager.delete(path).expect(204);
    expect(placesOf(await board()).slice(0, 2)).toEqual(['1 Alder', '1 Birch']);
    expect(await auditOf('site', sites.Birch)).toEqual(['leaderboard.optOut', 'leaderboard.optIn']);
  });
});

const auditOf = async (entity: string, id: number) =>
  (
    await app.db
      .selectFrom('audit_log')
      .select('action')
      .where('organisation_id', '=', organisationId)
      .where('entity', '=', entity)
      .where('entity_id', '=', String(id))
      .orderBy('id')
      .execute()
  ).map(({ action }) => action);

const terms = {
  name: 'Winter <cup>',
  metric: 'reduction',
  by: 'sites',
  wasteStageId: 8,
  startDate: '2026-02-16',
  endDate: '2026-03-15',
  regionName: 'North',
};
const create = async (body: object = {}) => {
  const answer = await manager.post('/rest/v1/leaderboard/contests').send({ ...terms, ...body });
  expect([answer.status, answer.body]).toEqual([201, { contestId: expect.any(Number) }]);
  return (answer.body as { contestId: number }).contestId;
};

describe('a contest', () => {
  it('is created, shown, changed and deleted, and all of it is audited', async () => {
    const contestId = await create({ countryCode: 'US' });
    const { text } = await reader.get(`/leaderboard?contestId=${contestId}`).expect(200);
    expect(text).toContain('Winter &lt;cup&gt;');
    expect(text).toContain('Reduction · Sites · Pre-consumer · United States · North');
    expect(text).toContain('3 of 3 sites ranked');
    const path = `/rest/v1/leaderboard/contests/${contestId}`;
    await manager
      .put(path)
      .send({ ...terms, name: 'Spring cup', version: 1 })
      .expect(204);
    expect((await manager.put(path).send({ ...terms, version: 1 })).status).toBe(409);
    expect((await reader.get('/rest/v1/leaderboard/contests')).body).toMatchObject({
      contests: [{ contestId, name: 'Spring cup', version: 2, state: 'ended', regionName: 'North', countryCode: null }],
    });
    await manager.delete(path).expect(204);
    expect((await manager.delete(path)).status).toBe(404);
    expect((await reader.get(`/leaderboard?contestId=${contestId}`)).status).toBe(404);
    expect(await auditOf('contest', contestId)).toEqual(['contest.create', 'contest.change', 'contest.delete']);
  });

  it.each([
    [
      { startDate: '2026-02-17', endDate: '2026-03-14' },
      ['startDate: nonMondayStartDate', 'endDate: nonSundayEndDate'],
    ],
    [{ endDate: '2026-02-08' }, ['endDate: endDateBeforeStartDate']],
    [{ endDate: '2028-03-12' }, ['endDate: leaderboard.error.tooLong']],
    [{ regionName: 'East' }, ['regionName: leaderboard.error.unknownGroup']],
    [{ wasteStageId: 9 }, ['wasteStageId: leaderboard.error.unknownGroup']],
  ])('refuses %j by field', async (body, expected) => {
    const answer = await manager.post('/rest/v1/leaderboard/contests').send({ ...terms, ...body });
    expect([answer.status, codesOf(answer)]).toEqual([422, expected]);
  });

  it('is set by a form, which keeps what was typed where it is refused', async () => {
    const page = (await manager.get('/leaderboard/contests/new').expect(200)).text;
    const [, token = ''] = /name="_csrf" value="([^"]+)"/.exec(page) ?? [];
    const form = { _csrf: token, ...terms, wasteStageId: '8', countryCode: '', segmentName: '' };
    const refused = await manager
      .post('/leaderboard/contests')
      .type('form')
      .send({ ...form, name: 'Kept <name>', startDate: '2026-02-17' });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('Kept &lt;name&gt;');
    const saved = await manager.post('/leaderboard/contests').type('form').send(form);
    expect([saved.status, saved.headers.location]).toEqual([303, expect.stringMatching(/contestId=\d+&done=saved$/)]);
    expect((await manager.get(String(saved.headers.location)).expect(200)).text).toContain('Contest saved');
  });

  it('that runs is ranked so far, and one that has not begun is not', async () => {
    const running = await create({ endDate: '2026-04-12', regionName: null });
    const page = (await reader.get(`/leaderboard?contestId=${running}`).expect(200)).text;
    expect(page).toContain('Rankings so far');
    expect(page).not.toContain('/leaderboard/certificate');
    const upcoming = await create({ startDate: '2026-03-23', endDate: '2026-04-12' });
    expect((await reader.get(`/leaderboard?contestId=${upcoming}`).expect(200)).text).toContain('No full week yet');
    expect(
      (await reader.get(`/leaderboard/certificate?contestId=${running}&siteId=${sites.Alder}`).expect(200)).text,
    ).toContain('The contest has not ended');
  });
});

// Spec 2: nav and footer are hidden on leaderboard/certificate
describe('a certificate', () => {
  const certificate = (query: string) => reader.get(`/leaderboard/certificate?${query}`);

  it('says rank, result and method, and nothing surrounds it', async () => {
    const { text } = await certificate(`siteId=${sites.Cedar}`).expect(200);
    for (const said of [
      'Rank 3 of 4 sites',
      '10.0% less waste than the baseline',
      'Feb 16 – Mar 15, 2026',
      'Mar 18, 2026',
      'Method:',
      '4% estimated from servings',
    ])
      expect(text).toContain(said);
    expect(text).not.toMatch(/<nav|<footer/);
    expect((await certificate(`siteId=${sites.Alder}`)).text).toContain('Tied for rank 1 of 4 sites');
    expect((await certificate('')).text).toMatch(/Alder &lt;b&gt;[^]*Tied for rank 1 of 4 sites/);
    expect((await certificate('range=custom&startDate=2025-06-02&endDate=2025-06-29')).text).toContain(
      'No one is ranked',
    );
    const contestId = await create();
    expect((await certificate(`contestId=${contestId}&siteId=${sites.Cedar}`)).text).toMatch(
      /Rank 3 of 3 sites[^]*Winter &lt;cup&gt;/,
    );
    expect((await certificate(`by=locations&locationId=${kitchens.Cedar}`)).text).toContain('Rank 3 of 4 locations');
  });

  it('is refused with the reason, and says where not all were compared', async () => {
    const cases: [string, string][] = [
      [`siteId=${sites.Gorse}`, 'Gorse is not ranked in these weeks: Not enough tracked days'],
      [`siteId=${sites.Dogwood}`, 'Dogwood has no improvement to certify'],
      [`siteId=${sites.Cedar}&range=custom&startDate=2026-02-17&endDate=2026-03-15`, 'A certificate requires a stage'],
    ];
    for (const [query, sentence] of cases) expect((await certificate(query)).text).toContain(sentence);
    expect((await certificate('siteId=900000001')).status).toBe(404);
    const two = [sites.Cedar, sites.Alder];
    const pair = await signedInAs(app, { organisationId, permissions: ['VIEW_LEADERBOARD'], sites: two });
    expect((await pair.get(`/leaderboard/certificate?siteId=${sites.Cedar}`)).text).toMatch(
      /Rank 2 of 2 sites[^]*Ranked only among the sites/,
    );
    const alone = await signedInAs(app, { organisationId, permissions: ['VIEW_LEADERBOARD'], sites: [sites.Cedar] });
    expect((await alone.get(`/leaderboard/certificate?siteId=${sites.Cedar}`).expect(200)).text).toContain(
      'A certificate requires at least two',
    );
  });
});
