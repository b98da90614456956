import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Test } from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import { plainMapping } from '../../server/features/imports/imports.fixtures';
import { permissions } from '../../server/features/permissions';
import { declaredRoutes, filledWith, nameOf } from '../support/declared-routes';
import { fullOrganisation, type FullOrganisation } from '../support/full-organisation';
import { browser, signedInAs, tokenOf } from '../support/people';
import { testApp, type TestApp } from '../support/test-app';

/** Tables whose rows may change without a page being stale, each with the reason. */
const notShown: Record<string, string> = {
  audit_log: 'the row that raises the version',
  dirty_week: 'what the roll-up has still to do; it raises the version when it is done',
  http_session: 'a browser', rate_limit: 'tries', outbox: 'what leaves the house', outgoing_mail: 'what leaves the house',
  'identity.session': 'who is signed in', 'identity.password_token': 'links to come in by',
  ingest_key: 'recognizes what is sent twice',
  import_batch: 'its pages are never kept, because a running import changes them', import_file: 'as its batch', import_error: 'as its batch',
  holiday: 'of a country; a calendar’s change reads them in', holiday_year: 'as the holidays',
  schema_migration: 'of the build',
};

/** Routes that change nothing which a page shows. */
const silent: Record<string, string> = {
  'post /privacy-policy': 'the person’s own consent', 'post /rest/v1/user/privacy-policy': 'the person’s own consent',
  'post /password-reset/force': 'the person’s own password', 'post /rest/v1/session/keep-alive': 'the session',
  'post /parked-jobs/retry': 'the queues are the whole server’s, and their page is never kept',
};

interface Step {
  /** Of the path, where it is not the organisation's own. */
  values?: Record<string, string | number>;
  body?: object;
  form?: Record<string, string>;
  file?: string;
  /** No page shows it. */
  shown?: false;
}

let app: TestApp;
let full: FullOrganisation;
let agent: Awaited<ReturnType<typeof signedInAs>>;
let token: string;

beforeAll(async () => {
  app = await testApp();
  full = await fullOrganisation(app, { mark: 'FRESH' });
  agent = await signedInAs(app, { organisationId: full.organisationId, permissions });
  token = tokenOf((await agent.get(`/locationCalendar?location=${full.locationId}`)).text);
});

const newest = async (table: 'baseline' | 'import_batch' | 'calendar_exception') =>
  (await app.db.selectFrom(table).select('id').where('organisation_id', '=', full.organisationId).orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()).id;

const reason = 'to see what is stale';
const site = { siteName: 'FRESH place', countryCode: 'US', currencyCode: 'USD', timeZone: 'America/New_York' };
const sheet = 'date,site,item,kg\n2026-03-02,FRESH import,Rice,1.5\n';
const closures = 'start_date,end_date,kind,name\n2026-04-01,2026-04-02,closed,Spring\n';
const place = () => ({ location: String(full.locationId), month: '2026-03' });
const uploaded = async (): Promise<Step> => ({ values: { id: await newest('import_batch') }, shown: false });

/** What each route is sent, in this order: later ones take away or decide what earlier ones have made. */
const walk: [route: string, step: () => Step | Promise<Step>][] = [
  ['post /rest/v1/sites', () => ({ body: site })],
  ['put /rest/v1/sites/:id', () => ({ values: { id: full.siteId }, body: { ...site, siteName: 'FRESH renamed', siteStatus: 'A' } })],
  ['post /rest/v1/locations', () => ({ body: { siteId: full.siteId, locationName: 'FRESH second' } })],
  ['put /rest/v1/locations/:id', () => ({ values: { id: full.locationId }, body: { locationName: 'FRESH other name', holidaysObserved: false, locationStatus: 'A' } })],
  ['post /rest/v1/devices', () => ({ body: { serial: randomUUID(), deviceName: 'FRESH scale', locationId: full.locationId } })],
  ['put /rest/v1/devices/:id', () => ({ values: { id: full.deviceId }, body: { deviceName: 'FRESH renamed scale', locationId: full.locationId, deviceStatus: 'A' } })],
  ['post /rest/v1/waste-events', () => ({ body: { events: [{ clientEventUuid: randomUUID(), locationId: full.locationId, occurredAt: '2026-02-17T15:00:00Z', wasteStageId: 8, netWeight: 1, unit: 'kg' }] } })],
  ['post /rest/v1/devices/:id/key', () => ({ values: { id: full.deviceId }, body: {} })],
  ['post /rest/v1/waste-events/manual', () => ({ body: { clientEventUuid: randomUUID(), locationId: full.locationId, localDate: '2026-02-18', localTime: '10:00', wasteStageId: 8, netWeight: 1, unit: 'kg' } })],
  ['put /rest/v1/waste-events/:id', () => ({ values: { id: full.eventId }, body: { reason, change: { note: 'FRESH other note' } } })],
  ['post /rest/v1/waste-events/:id/void', () => ({ values: { id: full.eventId }, body: { reason } })],
  ['delete /rest/v1/waste-events/:id/void', () => ({ values: { id: full.eventId }, body: { reason } })],
  ['post /rest/v1/baselines/:locationId/:stageId/proposal', () => ({ body: { weeks: ['2026-01-26'], reason } })],
  ['post /rest/v1/baselines/:locationId/:stageId/acceptance', async () => ({ body: { baselineId: await newest('baseline'), reason } })],
  ['post /rest/v1/baselines/:locationId/:stageId/proposal', () => ({ body: { weeks: ['2026-01-19'], reason } })],
  ['post /rest/v1/baselines/:locationId/:stageId/rejection', async () => ({ body: { baselineId: await newest('baseline'), reason } })],
  ['post /rest/v1/baselines/:locationId/:stageId/manual', () => ({ body: { weeks: ['2026-01-12'], reason } })],
  ['post /rest/v1/baselines/:locationId/:stageId/rebase', () => ({ body: { fromWeek: '2026-01-05', reason } })],
  ['put /rest/v1/baselines/:locationId/:stageId/auto', () => ({ body: { enabled: false, reason } })],
  ['put /rest/v1/locationCalendar/:locationId/pattern', () => ({ body: { validFrom: '2026-03-02', openDays: [true, true, true, true, true, true, false] } })],
  ['delete /rest/v1/locationCalendar/:locationId/pattern/:validFrom', () => ({ values: { validFrom: '2026-03-02' } })],
  ['post /rest/v1/locationCalendar/:locationId/exceptions', () => ({ body: { fromDate: '2026-03-03', toDate: '2026-03-03', open: false, reason } })],
  ['delete /rest/v1/locationCalendar/:locationId/exceptions/:exceptionId', async () => ({ values: { exceptionId: await newest('calendar_exception') } })],
  ['put /rest/v1/locationCalendar/:locationId/holidays', () => ({ body: { observed: true } })],
  ['post /rest/v1/locationCalendar/:locationId/import', () => ({ body: { text: closures, format: 'csv' } })],
  ['post /rest/v1/locationCalendar/bulk', () => ({ body: { target: { kind: 'site', siteId: full.siteId }, expectedLocations: 2, exception: { fromDate: '2026-03-05', toDate: '2026-03-05', open: false, reason } } })],
  ['post /locationCalendar/exceptions', () => ({ form: { ...place(), fromDate: '2026-03-10', toDate: '2026-03-10', reason, open: 'false' } })],
  ['post /locationCalendar/exceptions/:exceptionId/delete', async () => ({ values: { exceptionId: await newest('calendar_exception') }, form: place() })],
  ['post /locationCalendar/pattern', () => ({ form: { ...place(), validFrom: '2026-03-09', day1: 'on', day2: 'on' } })],
  ['post /locationCalendar/pattern/delete', () => ({ form: { ...place(), validFrom: '2026-03-09' } })],
  ['post /locationCalendar/holidays', () => ({ form: { ...place(), observed: 'false' } })],
  ['post /locationCalendar/import', () => ({ form: place(), file: closures, shown: false })],
  ['post /locationCalendar/import/apply', () => ({ form: { ...place(), rows: JSON.stringify([['2026-05-01', '2026-05-01', false, reason]]) } })],
  ['post /rest/v1/imports', () => ({ form: { mapping: JSON.stringify(plainMapping) }, file: sheet, shown: false })],
  ['put /rest/v1/imports/:id/mapping', async () => ({ ...(await uploaded()), body: plainMapping })],
  ['post /rest/v1/imports/:id/check', uploaded],
  ['post /rest/v1/imports/:id/run', async () => ({ ...(await uploaded()), shown: undefined })],
  ['post /rest/v1/imports/:id/undo', async () => ({ ...(await uploaded()), shown: undefined, body: { reason } })],
  ['post /rest/v1/imports', () => ({ form: { mapping: JSON.stringify(plainMapping) }, file: sheet, shown: false })],
  ['delete /rest/v1/imports/:id', uploaded],
  ['post /imports', () => ({ form: { mapping: JSON.stringify(plainMapping) }, file: sheet, shown: false })],
  ['post /imports/:id/mapping', async () => ({ ...(await uploaded()), form: { mapping: JSON.stringify(plainMapping) } })],
  ['post /imports/:id/check', async () => ({ ...(await uploaded()), form: {} })],
  ['post /imports/:id/run', async () => ({ ...(await uploaded()), form: {}, shown: undefined })],
  ['post /imports/:id/undo', async () => ({ ...(await uploaded()), form: { reason }, shown: undefined })],
  ['post /imports', () => ({ form: { mapping: JSON.stringify(plainMapping) }, file: sheet, shown: false })],
  ['post /imports/:id/discard', async () => ({ ...(await uploaded()), form: {} })],
];

const changing = () => declaredRoutes(app).filter(({ method, access }) => method !== 'get' && access !== 'public');

function send(name: string, { values = {}, body, form, file }: Step): Promise<{ status: number; text: string }> {
  const route = changing().find((one) => nameOf(one) === name);
  if (!route) throw new Error(`there is no route ${name}`);
  const url = filledWith(route, { ...full, stageId: 8, ...values });
  const who = route.access === 'device' ? browser(app) : agent;
  const request = who[route.method](url) as Test;
  if (route.access === 'device') return request.set('Authorization', `Bearer ${full.deviceKey}`).send(body) as unknown as Promise<{ status: number; text: string }>;
  const fields = form && (name.includes(' /rest/') ? form : { _csrf: token, ...form });
  if (fields && route.upload) {
    const sent = Object.entries(fields).reduce((one, [field, value]) => one.field(field, value), request);
    return (file === undefined ? sent : sent.attach('file', Buffer.from(file), 'sheet.csv')) as unknown as Promise<{ status: number; text: string }>;
  }
  return (fields ? request.type('form').send(fields) : request.send(body ?? {})) as unknown as Promise<{ status: number; text: string }>;
}

/** A hash of the rows of every table: of the organisation where rows belong to one, else of all. */
async function picture(): Promise<Map<string, string>> {
  const { rows: tables } = await sql<{ schema: string; name: string; tenant: boolean }>`
    select t.table_schema as schema, t.table_name as name, exists (select from information_schema.columns c
      where c.table_schema = t.table_schema and c.table_name = t.table_name and c.column_name = 'organisation_id') as tenant
    from information_schema.tables t where t.table_schema in ('public', 'identity') and t.table_type = 'BASE TABLE' order by 1, 2`.execute(app.db);
  const shown = tables.map((one) => ({ ...one, key: one.schema === 'public' ? one.name : `${one.schema}.${one.name}` })).filter(({ key }) => !(key in notShown));
  const hashes = shown.map(({ schema, name, tenant, key }) => sql`
    select ${key}::text as key, md5(coalesce(string_agg(hash, '' order by hash), '')) as hash from (
      select md5((to_jsonb(t) - 'data_version')::text) as hash from ${sql.id(schema, name)} t where ${tenant ? sql`organisation_id = ${full.organisationId}` : sql`true`}) rows`);
  const { rows } = await sql<{ key: string; hash: string }>`${sql.join(hashes, sql` union all `)}`.execute(app.db);
  return new Map(rows.map(({ key, hash }) => [key, hash]));
}

const versionNow = async () => (await app.db.selectFrom('organisation').select('data_version').where('id', '=', full.organisationId).executeTakeFirstOrThrow()).data_version;

describe('every change', () => {
  it('is walked, or listed as one that no page shows', () => {
    const known = new Set([...walk.map(([name]) => name), ...Object.keys(silent)]);
    expect(changing().map(nameOf).filter((name) => !known.has(name))).toEqual([]);
  });

  it('of what pages show raises the data version of its organisation', { timeout: 120_000 }, async () => {
    let [before, version] = [await picture(), await versionNow()];
    for (const [name, step] of walk) {
      const { shown = true, ...sent } = await step();
      const answer = await send(name, sent);
      expect([name, answer.status < 400 ? 'done' : `${answer.status} ${answer.text.slice(0, 300)}`]).toEqual([name, 'done']);
      await app.runJobs();
      const [after, newVersion] = [await picture(), await versionNow()];
      const changed = [...after].filter(([table, hash]) => before.get(table) !== hash).map(([table]) => table);
      expect([name, changed.length > 0]).toEqual([name, shown]);
      if (changed.length > 0) expect([name, changed, newVersion > version]).toEqual([name, changed, true]);
      [before, version] = [after, newVersion];
    }
  });
});
