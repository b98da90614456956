import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addLocation, addSite } from '../../../tests/support/factories';
import { newOrganisation, signedInAs, tokenOf, unique } from '../../../tests/support/people';
import { addValue } from '../../../tests/support/scratch-organisation';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import type { Permission } from '../../platform/permissions';
import { runCopy } from './copy-run.service';

type Agent = Awaited<ReturnType<typeof signedInAs>>;

const rights: Permission[] = [
  'VIEW_CCM_TOOLS_TAB',
  'VIEW_TRACKER_PROFILE_MANAGER',
  'EDIT_COST_RULES',
  'EDIT_NOTIFICATIONS',
  'VIEW_CONFIGURATION_DROPDOWN',
  'VIEW_BASE_LPO_PAGE',
];
const path = '/mass-package-copy';
const allParts = ['profile', 'costRules', 'alerts', 'calendar'];

let app: TestApp;
let organisationId: number;
let mill: number;
let harbor: number;
/** In the mill. */
let source: number;
let twin: number;
/** In the harbor. */
let bar: number;
let cafe: number;
let bread: number;
let soup: number;
let version: number;
let agent: Agent;

beforeAll(async () => {
  app = await testApp();
});

beforeEach(async () => {
  organisationId = await newOrganisation(app);
  mill = await addSite(app, { organisationId, name: 'Mill' });
  harbor = await addSite(app, { organisationId, name: 'Harbor' });
  source = await addLocation(app, { organisationId, siteId: mill, name: 'Source' });
  twin = await addLocation(app, { organisationId, siteId: mill, name: 'Twin' });
  bar = await addLocation(app, { organisationId, siteId: harbor, name: 'Bar' });
  cafe = await addLocation(app, { organisationId, siteId: harbor, name: 'Cafe' });
  bread = await addValue(app.db, organisationId, { element: 'WASTEITEM', name: 'Bread' });
  soup = await addValue(app.db, organisationId, { element: 'WASTEITEM', name: 'Soup' });
  version = await addVersion('Kitchen');
  await addDevice(source, version);
  await addRule(mill, { item: bread, amount: 2 });
  await addRule(mill, { item: soup, amount: 3 });
  await addAlert(source, { name: 'Too much', value: 5 });
  await addPattern(source, [1, 2, 3, 4, 5]);
  agent = await signedInAs(app, { organisationId, permissions: rights });
});

async function addVersion(name: string): Promise<number> {
  const of = { organisation_id: organisationId };
  const at = app.clock.now();
  const profile = await app.db
    .insertInto('tracker_profile')
    .values({ ...of, name, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  const made = await app.db
    .insertInto('tracker_profile_version')
    .values({ ...of, profile_id: profile.id, state: 'PUBLISHED', version: 1, changed_at: at, published_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return made.id;
}

async function addDevice(locationId: number, versionId: number | null): Promise<number> {
  const of = { organisation_id: organisationId };
  const serial = unique('SN');
  const { id } = await app.db
    .insertInto('device')
    .values({ ...of, serial, name: serial, status: 'A', location_id: locationId, created_at: app.clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (versionId !== null)
    await app.db
      .insertInto('device_profile')
      .values({ ...of, device_id: id, version_id: versionId, assigned_at: app.clock.now() })
      .execute();
  return id;
}

const addRule = (siteId: number, { item, amount }: { item: number; amount: number }) =>
  app.db
    .insertInto('cost_rule')
    .values({
      organisation_id: organisationId,
      site_id: siteId,
      ref_item_id: item,
      amount_per_kg: amount,
      currency_code: 'USD',
      valid_from: '2026-01-01',
    })
    .execute();

const addAlert = (locationId: number, { name, value }: { name: string; value: number }) =>
  app.db
    .insertInto('alert')
    .values({
      organisation_id: organisationId,
      name,
      description: name,
      site_id: locationId === source || locationId === twin ? mill : harbor,
      location_id: locationId,
      comp_type: 'netWeightAmount',
      operator: 'GT',
      value,
      unit_id: 12,
      created_at: app.clock.now(),
      updated_at: app.clock.now(),
    })
    .execute();

const addPattern = (locationId: number, open: readonly number[]) =>
  app.db
    .insertInto('calendar_pattern')
    .values(
      [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
        organisation_id: organisationId,
        location_id: locationId,
        weekday,
        valid_from: '2026-01-01',
        open: open.includes(weekday),
      })),
    )
    .execute();

/** What a location has today and later, in words. */
async function held(locationId: number) {
  const day = '2026-03-18';
  const rows = async (query: ReturnType<typeof sql<{ said: string }>>) =>
    (await query.execute(app.db)).rows.map((one) => one.said);
  return {
    shows: await rows(sql<{ said: string }>`
      select p.name as said from device d join device_profile s on s.organisation_id = d.organisation_id and s.device_id = d.id
      join tracker_profile_version v on v.organisation_id = s.organisation_id and v.id = s.version_id
      join tracker_profile p on p.organisation_id = v.organisation_id and p.id = v.profile_id
      where d.organisation_id = ${organisationId} and d.location_id = ${locationId} order by d.id`),
    prices: await rows(sql<{ said: string }>`
      select r.ref_item_id || ' ' || trim_scale(r.amount_per_kg) as said from cost_rule r join location l on l.organisation_id = r.organisation_id and l.site_id = r.site_id
      where r.organisation_id = ${organisationId} and l.id = ${locationId} and r.superseded_at is null and coalesce(r.valid_to, 'infinity') >= ${day}::date order by 1`),
    alerts: await rows(sql<{ said: string }>`
      select name || ' ' || trim_scale(value) as said from alert
      where organisation_id = ${organisationId} and location_id = ${locationId} and deleted_at is null order by 1`),
    open: await rows(sql<{ said: string }>`
      select d.weekday::text as said from generate_series(1, 7) d (weekday) where coalesce((
        select p.open from calendar_pattern p where p.organisation_id = ${organisationId} and p.location_id = ${locationId} and p.weekday = d.weekday
          and p.valid_from <= ${day}::date order by p.valid_from desc limit 1), true) order by 1`),
  };
}

const tokens = new WeakMap<Agent, string>();

async function post(address: string, form: Record<string, string | string[]>, who = agent) {
  const token = tokens.get(who) ?? tokenOf((await who.get(`${path}/new?sourceId=${source}`)).text);
  tokens.set(who, token);
  return who
    .post(address)
    .type('form')
    .send({ _csrf: token, ...form });
}

const prepare = (form: Record<string, string | string[]> = {}, who = agent) =>
  post(
    `${path}/new`,
    {
      organisationId: String(organisationId),
      sourceId: String(source),
      parts: allParts,
      rule: 'replace',
      targets: [String(twin), String(bar), String(cafe)],
      shown: '',
      ...form,
    },
    who,
  );

/** @returns the address of a copy that is only looked at */
async function prepared(form: Record<string, string | string[]> = {}, who = agent): Promise<string> {
  const { status, headers, text } = await prepare(form, who);
  expect([status, status === 303 ? '' : text.slice(0, 5_000)]).toEqual([303, '']);
  return headers.location ?? '';
}

const seenIn = (html: string) => /name="seen" value="([^"]+)"/.exec(html)?.[1] ?? '';

async function confirm(job: string, step: 'start' | 'retry' = 'start') {
  const shown = (await agent.get(step === 'retry' ? `${job}/retry` : job)).text;
  return post(`${job}/${step}`, { seen: seenIn(shown) });
}

const idOf = (job: string) => Number(job.split('/').at(-1));

/** `Bar DONE`, with the reason where there is one. */
const results = async (job: string) =>
  (
    await sql<{ said: string }>`
      select concat_ws(' ', l.name, t.state, t.code) as said from copy_job_target t join location l on l.organisation_id = t.organisation_id and l.id = t.location_id
      where t.organisation_id = ${organisationId} and t.job_id = ${idOf(job)} order by t.location_id`.execute(app.db)
  ).rows.map(({ said }) => said);

const jobState = async (job: string) =>
  (await agent.get(`/rest/v1${path}/${idOf(job)}?organisationId=${organisationId}`)).body as object;

describe('a copy', () => {
  it('is looked at, run though it is killed, and undone', async () => {
    const other = await addVersion('Other');
    await addDevice(bar, other);
    await addDevice(bar, null);
    await addDevice(twin, null);
    await addRule(harbor, { item: bread, amount: 9 });
    await addAlert(bar, { name: 'too much', value: 50 });
    await addAlert(bar, { name: 'Own', value: 1 });
    await addPattern(cafe, [6, 7]);
    const places = [twin, bar, cafe];
    const before = await Promise.all(places.map(held));
    const job = await prepared();
    const page = (await agent.get(job)).text;
    for (const said of ['Not started', 'Copy to 3 locations', 'Bread', 'Copied with the site’s first location'])
      expect(page).toContain(said);
    expect(await Promise.all(places.map(held))).toEqual(before);

    expect((await confirm(job)).status).toBe(303);
    // The worker is killed after the first target.
    await runCopy(app.resources, { organisationId, id: idOf(job) }, 1);
    expect(await jobState(job)).toMatchObject({ state: 'RUNNING', targets: 3, done: 1 });
    await app.runJobs();
    expect(await jobState(job)).toMatchObject({ state: 'DONE', targets: 3, done: 3 });
    expect(await results(job)).toEqual(['Twin DONE', 'Bar DONE', 'Cafe DONE']);
    const like = {
      prices: [`${bread} 2`, `${soup} 3`],
      alerts: ['Too much 5'],
      open: ['1', '2', '3', '4', '5'],
    };
    expect(await Promise.all(places.map(held))).toEqual([
      { ...like, shows: ['Kitchen'] },
      { ...like, shows: ['Kitchen', 'Kitchen'] },
      { ...like, shows: [] },
    ]);
    const { rows: past } = await sql`
      select 1 from cost_rule where organisation_id = ${organisationId} and site_id = ${harbor} and amount_per_kg = 9 and valid_to = '2026-03-17' and superseded_at is null`.execute(
      app.db,
    );
    expect(past).toHaveLength(1);
    expect((await confirm(job)).status).toBe(409);

    expect((await post(`${job}/undo`, {})).status).toBe(303);
    await app.runJobs();
    expect(await jobState(job)).toMatchObject({ state: 'UNDONE' });
    expect(await Promise.all(places.map(held))).toEqual(before);
    expect((await post(`${job}/undo`, {})).status).toBe(409);
    const { rows: audits } = await sql<{ action: string }>`
      select distinct action from audit_log where organisation_id = ${organisationId} and entity in ('packageCopy', 'alert', 'costRule', 'calendar', 'trackerProfile') order by 1`.execute(
      app.db,
    );
    expect(audits.map(({ action }) => action)).toEqual([
      'alert.change',
      'alert.create',
      'alert.delete',
      'alert.restore',
      'calendar.setPattern',
      'costRule.create',
      'costRule.end',
      'costRule.withdraw',
      'packageCopy.end',
      'packageCopy.prepare',
      'packageCopy.run',
      'packageCopy.undo',
      'packageCopy.undone',
      'trackerProfile.hide',
      'trackerProfile.show',
    ]);
    expect((await agent.get(`${path}?organisationId=${organisationId}`)).text).toContain(`href="${job}"`);
  });

  it('is confirmed as it was shown; what changed in between fails, is tried again, and what changed since stays', async () => {
    const job = await prepared({ parts: ['alerts'], rule: 'merge' });
    const seen = seenIn((await agent.get(job)).text);
    await addAlert(bar, { name: 'Meanwhile', value: 1 });
    const late = await post(`${job}/start`, { seen });
    expect([late.status, late.text.includes('Something has changed since you opened the preview')]).toEqual([
      409,
      true,
    ]);
    // The page that says so shows what is there now.
    expect((await post(`${job}/start`, { seen: seenIn(late.text) })).status).toBe(303);
    await addAlert(cafe, { name: 'Later', value: 2 });
    await app.runJobs();
    expect(await results(job)).toEqual([
      'Twin DONE',
      'Bar DONE',
      'Cafe FAILED massPackageCopy.problem.changedMeanwhile',
    ]);
    expect((await agent.get(job)).text).toContain('The location was changed after the preview');
    expect((await confirm(job, 'retry')).status).toBe(303);
    await app.runJobs();
    expect(await results(job)).toEqual(['Twin DONE', 'Bar DONE', 'Cafe DONE']);
    expect((await held(cafe)).alerts).toEqual(['Later 2', 'Too much 5']);
    expect((await agent.get(`${job}/retry`)).headers.location).toBe(job);
    expect((await post(`${job}/retry`, { seen })).status).toBe(409);

    await app.db
      .updateTable('alert')
      .set({ value: 8 })
      .where('organisation_id', '=', organisationId)
      .where('location_id', '=', bar)
      .where('name', '=', 'Too much')
      .execute();
    await post(`${job}/undo`, {});
    await app.runJobs();
    expect(await results(job)).toEqual(['Twin UNDONE', 'Bar LEFT massPackageCopy.problem.changedSince', 'Cafe UNDONE']);
    expect([(await held(bar)).alerts, (await held(cafe)).alerts]).toEqual([['Meanwhile 1', 'Too much 8'], ['Later 2']]);
  });

  it('fails as a whole at a target whose owner refuses one part, and leaves nothing half done', async () => {
    await addDevice(bar, null);
    const job = await prepared({ parts: ['alerts', 'profile'], targets: [String(bar)] });
    await confirm(job);
    await app.db
      .updateTable('tracker_profile')
      .set({ archived_at: app.clock.now() })
      .where('organisation_id', '=', organisationId)
      .execute();
    await app.runJobs();
    expect(await results(job)).toEqual(['Bar FAILED menuManager.archivedRefusal']);
    expect(await held(bar)).toMatchObject({ alerts: [], shows: [] });
  });

  it('leaves out a location that was closed before the start', async () => {
    const job = await prepared({ parts: ['alerts'] });
    await app.db
      .updateTable('location')
      .set({ status: 'I' })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', cafe)
      .execute();
    expect((await confirm(job)).status).toBe(303);
    await app.runJobs();
    expect(await results(job)).toEqual(['Twin DONE', 'Bar DONE', 'Cafe FAILED massPackageCopy.problem.targetGone']);
    expect((await agent.get(job)).text).not.toContain('Something went wrong on our end');
  });

  it('gives a location its own alerts, and none that were deleted there with whom they notified', async () => {
    await addAlert(bar, { name: 'Too much', value: 5 });
    const alertsOf = async () =>
      app.db
        .selectFrom('alert')
        .select(['id', 'deleted_at'])
        .where('organisation_id', '=', organisationId)
        .where('location_id', '=', bar)
        .orderBy('id')
        .execute();
    const [old] = await alertsOf();
    await app.db
      .updateTable('alert')
      .set({ description: 'Too much', deleted_at: app.clock.now() })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', old?.id as number)
      .execute();
    const job = await prepared({ parts: ['alerts'], targets: [String(bar)] });
    await confirm(job);
    await app.runJobs();
    expect((await alertsOf()).map(({ id, deleted_at: deleted }) => [id === old?.id, deleted !== null])).toEqual([
      [true, true],
      [false, false],
    ]);
  });

  it('is refused where something is missing, and nothing that was chosen is lost', async () => {
    const none = { parts: [] as string[] };
    for (const [form, status, said] of [
      [none, 422, 'Choose what to copy'],
      [{ targets: [String(source)] }, 422, 'Choose at least one location'],
      [{ targets: Array.from({ length: 502 }, (_, at) => String(at + 1)) }, 422, 'Choose fewer locations'],
      [{ sourceId: String(bar), parts: ['alerts'] }, 422, 'The source has nothing to copy here'],
    ] as const) {
      const { status: got, text } = await prepare(form as never);
      expect([said, got, text.includes(said)]).toEqual([said, status, true]);
    }
    const kept = (await prepare(none)).text;
    expect(kept).toMatch(new RegExp(`name="targets"[^>]*checked=""[^>]*value="${bar}"`));
    await addDevice(source, await addVersion('Second'));
    expect((await prepare({ targets: [String(bar)] })).text).toContain('Choose the device to copy the profile from');
    const job = await prepared({ all: 'yes', shown: `${bar},${cafe}`, targets: '', parts: ['alerts'] });
    expect(await results(job)).toEqual(['Bar WAITING', 'Cafe WAITING']);
    expect((await post(`${job}/drop`, {})).headers.location).toContain('done=dropped');
    expect((await agent.get(job)).status).toBe(404);
  });
});

describe('others', () => {
  it('of another organization find nothing, and copy nothing there', async () => {
    const job = await prepared();
    const elsewhere = await newOrganisation(app);
    const stranger = await signedInAs(app, { organisationId: elsewhere, permissions: rights });
    expect((await stranger.get(job)).status).toBe(404);
    expect((await stranger.get(`/rest/v1${path}/${idOf(job)}?organisationId=${organisationId}`)).status).toBe(404);
    expect((await post(`${job}/start`, { seen: 'x' }, stranger)).status).toBe(404);
    const siteId = await addSite(app, { organisationId: elsewhere });
    const theirs = await addLocation(app, { organisationId: elsewhere, siteId });
    expect((await prepare({ targets: [String(bar), String(theirs)] })).status).toBe(404);
    expect((await prepare({ sourceId: String(theirs) })).status).toBe(404);
  });

  it('limited to sites copy among what they see, and no prices; without a part’s permission nobody copies it', async () => {
    const limited = await signedInAs(app, { organisationId, permissions: rights, sites: [mill] });
    const own = { parts: ['alerts', 'calendar'], targets: [String(twin)] };
    const prices = await prepare({ ...own, parts: ['costRules'] }, limited);
    expect([prices.status, prices.text.includes('access to only some sites')]).toEqual([422, true]);
    expect((await prepare({ ...own, targets: [String(bar)] }, limited)).status).toBe(404);
    const whole = await prepared();
    expect((await limited.get(whole)).status).toBe(404);
    const job = await prepared(own, limited);
    const shown = await limited.get(job);
    await post(`${job}/start`, { seen: seenIn(shown.text) }, limited);
    await app.runJobs();
    expect(await results(job)).toEqual(['Twin DONE']);

    const reader = await signedInAs(app, { organisationId, permissions: ['VIEW_CCM_TOOLS_TAB'] });
    expect((await reader.get(job)).text).not.toContain(`${job}/undo`);
    expect((await post(`${job}/undo`, {}, reader)).status).toBe(422);
    expect((await prepare(own, reader)).status).toBe(422);
  });

  it('who lose their rights stop their copy, and somebody else goes on with it', async () => {
    const job = await prepared({ parts: ['alerts'] });
    await confirm(job);
    await app.db
      .updateTable('copy_job')
      .set({ asked_by: 0 })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', idOf(job))
      .execute();
    await app.runJobs();
    expect(await jobState(job)).toMatchObject({ state: 'STOPPED', done: 3 });
    expect((await confirm(job, 'retry')).status).toBe(303);
    await app.runJobs();
    expect(await results(job)).toEqual(['Twin DONE', 'Bar DONE', 'Cafe DONE']);
  });

  it('who see a part of it no more take nothing back, and leave it to others', async () => {
    const limited = await signedInAs(app, { organisationId, permissions: rights, sites: [mill, harbor] });
    const job = await prepared({ parts: ['alerts'], targets: [String(twin), String(bar)] }, limited);
    await post(`${job}/start`, { seen: seenIn((await limited.get(job)).text) }, limited);
    await app.runJobs();
    expect(await results(job)).toEqual(['Twin DONE', 'Bar DONE']);
    await sql`
      delete from secured_site where organisation_id = ${organisationId} and site_id = ${harbor} and user_id = (
        select asked_by from copy_job where organisation_id = ${organisationId} and id = ${idOf(job)})`.execute(app.db);
    expect((await post(`${job}/undo`, {}, limited)).status).toBe(422);
    await app.runJobs();
    expect(await results(job)).toEqual(['Twin DONE', 'Bar DONE']);
    expect((await post(`${job}/undo`, {})).status).toBe(303);
    await app.runJobs();
    expect(await results(job)).toEqual(['Twin UNDONE', 'Bar UNDONE']);
  });
});
