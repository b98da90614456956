import { sql } from 'kysely';
import type { Response } from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Route } from '../../server/platform/http/define-route';
import { addressOf } from '../../server/platform/http/surface';
import { permissions } from '../../server/features/permissions';
import { declaredRoutes, nameOf } from '../support/declared-routes';
import { addEvents, addLocation, addSite, weeksOfEvents } from '../support/factories';
import { addressIn, fullOrganisation, type FullOrganisation } from '../support/full-organisation';
import { newOrganisation, signedInAs } from '../support/people';
import { testApp, type TestApp } from '../support/test-app';

/** Stands in every name of the first organisation; an answer to the second that holds it is a leak. */
const canary = 'CANARY-7f3a';
/** Far beyond any id that exists. */
const nowhere = 900_000_001;
/** They change nothing but the person's own session and account. */
const ownAffairs = /logout|keep-alive|privacy-policy/;

let app: TestApp;
let first: Record<string, number>;
let intruder: Awaited<ReturnType<typeof signedInAs>>;

const routes = (): Route[] => declaredRoutes(app).filter((route) => route.access !== 'public' && route.access !== 'device');

beforeAll(async () => {
  app = await testApp();
  const { deviceKey: _, ...full } = await fullOrganisation(app, { mark: canary });
  const { organisationId, importId } = full;
  const baseline = await app.db.selectFrom('baseline').select('id').where('organisation_id', '=', organisationId).executeTakeFirst();
  first = { ...full, orgId: organisationId, participantId: organisationId, wasteStageId: 8, stageId: 8, batchId: importId, baselineId: baseline?.id ?? nowhere };
  const other = await newOrganisation(app);
  intruder = await signedInAs(app, { organisationId: other, permissions });
});

/** What the name of a parameter stands for on a route: `:id` is of the thing that the path names. */
function idFor(name: string, path: string): number | string | undefined {
  if (name === 'id') {
    const subjects: [RegExp, string][] = [[/waste-events/, 'eventId'], [/exceptions/, 'exceptionId'], [/imports/, 'importId'], [/devices/, 'deviceId'], [/locations/, 'locationId'], [/sites/, 'siteId'], [/baselines/, 'baselineId']];
    return first[subjects.find(([pattern]) => pattern.test(path))?.[1] ?? 'siteId'];
  }
  return first[name];
}

function attack(route: Route, ids: 'theirs' | 'nowhere'): string {
  const used = (name: string) => (ids === 'theirs' || ['wasteStageId', 'stageId'].includes(name) ? idFor(name, route.path) : nowhere);
  const path = addressOf(route).replace(/:(\w+)/g, (parameter, name: string) => String(used(name) ?? parameter.slice(1)));
  const query = ['locationId', 'siteId', 'organisationId', 'organizationId', 'wasteStageId', 'eventId', 'deviceId', 'importId']
    .map((name) => `${name}=${used(name === 'organizationId' ? 'organisationId' : name) ?? ''}`);
  const fixed = ['startDate=2026-01-05', 'endDate=2026-02-15', 'month=2026-02', 'wasteStageName=x', 'element=WASTESINK', 'q=CANARY'];
  return `${path}?${[...query, ...fixed].join('&')}`;
}

const send = (route: Route, url: string): PromiseLike<Response> => intruder[route.method](url) as unknown as PromiseLike<Response>;

describe('the second organisation, with every permission', () => {
  it('never reads a name of the first, whatever ids it asks for', async () => {
    for (const route of routes().filter((one) => one.method === 'get')) {
      const answer = await send(route, attack(route, 'theirs'));
      const text = answer.text ?? '';
      expect([route.path, text.includes(canary)]).toEqual([route.path, false]);
    }
  });

  it('changes nothing of the first', async () => {
    const before = await fingerprint();
    for (const route of routes().filter((one) => one.method !== 'get' && !ownAffairs.test(one.path))) {
      const answer = await send(route, attack(route, 'theirs'));
      expect([route.method, route.path, isRefusal(answer)]).toEqual([route.method, route.path, true]);
    }
    expect(await fingerprint()).toEqual(before);
  });

  it('can not tell their ids from ids that nobody has', async () => {
    for (const route of routes().filter((one) => one.kind === 'call' && one.path.includes(':'))) {
      const [theirs, none] = [await send(route, attack(route, 'theirs')), await send(route, attack(route, 'nowhere'))];
      const plain = (answer: Response) => ({ status: answer.status, code: (answer.body as { code?: string }).code, message: (answer.body as { message?: string }).message });
      expect([route.method, route.path, plain(theirs)]).toEqual([route.method, route.path, plain(none)]);
    }
  });
});

/** A page leads home whoever may not open it. */
const isRefusal = ({ status, headers }: Response) => (status >= 400 && status < 500) || (status === 302 && headers.location === '/home');

/** Everything that could be changed, as it stands. */
async function fingerprint(): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string; owner: string }>`
    select quote_ident(c.table_schema) || '.' || quote_ident(c.table_name) as name, c.column_name as owner
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where t.table_type = 'BASE TABLE' and c.table_schema in ('public', 'identity') and (c.column_name = 'organisation_id' or (c.table_schema = 'identity' and c.column_name = 'tenant_number'))
    order by 1`.execute(app.db);
  expect(rows.length).toBeGreaterThan(30);
  const prints: Record<string, string> = {};
  for (const { name, owner } of rows) {
    const print = await sql<{ print: string | null }>`
      select md5(string_agg(t::text, '|' order by t::text)) as print from ${sql.raw(name)} t where ${sql.ref(owner)} = ${first.organisationId}`.execute(app.db);
    prints[name] = print.rows[0]?.print ?? '';
  }
  return prints;
}

describe('somebody limited to one site, with every permission', () => {
  const hidden = 'HIDDEN-5b1e';
  let limited: Awaited<ReturnType<typeof signedInAs>>;
  let own: Record<string, number>;
  let theirs: Record<string, number>;

  beforeAll(async () => {
    const full = await fullOrganisation(app, { mark: 'Open' });
    const { organisationId } = full;
    const siteId = await addSite(app, { organisationId, name: `${hidden} site`, region: `${hidden} region`, segment: `${hidden} segment` });
    const locationId = await addLocation(app, { organisationId, siteId, name: `${hidden} kitchen`, stages: [8] });
    await addEvents(app, { organisationId, locationId, events: weeksOfEvents({ weekStart: '2026-01-05', gramsOfWeeks: [1000, 1000, 1000, 900] }) });
    await app.runJobs();
    await app.db.updateTable('waste_event').set({ note: `${hidden} note` }).where('organisation_id', '=', organisationId).where('location_id', '=', locationId).execute();
    const device = await app.db.insertInto('device').values({ organisation_id: organisationId, serial: `${hidden}-1`, name: `${hidden} device`, location_id: locationId }).returning('id').executeTakeFirstOrThrow();
    const event = await app.db.selectFrom('waste_event').select('id').where('organisation_id', '=', organisationId).where('location_id', '=', locationId).limit(1).executeTakeFirstOrThrow();
    const exception = await app.db.insertInto('calendar_exception')
      .values({ organisation_id: organisationId, location_id: locationId, from_date: '2026-02-02', to_date: '2026-02-02', open: false, reason: `${hidden} reason`, created_at: app.clock.now() }).returning('id').executeTakeFirstOrThrow();
    own = { ...full, deviceKey: 0 };
    theirs = { siteId, locationId, eventId: event.id, deviceId: device.id, exceptionId: exception.id };
    limited = await signedInAs(app, { organisationId, permissions, sites: [full.siteId] });
  });

  const addressWith = (route: Route, ids: Record<string, number>) => addressIn({ ...own, ...ids } as unknown as FullOrganisation, route, {});

  it('reads nothing of another site, whether they ask for it or not', async () => {
    for (const route of routes().filter((one) => one.method === 'get')) {
      for (const ids of [{}, theirs]) {
        const { text = '' } = await limited.get(addressWith(route, ids));
        expect([nameOf(route), ids === theirs, text.includes(hidden)]).toEqual([nameOf(route), ids === theirs, false]);
      }
    }
  });

  it('changes nothing of it', async () => {
    for (const route of routes().filter((one) => one.method !== 'get' && /:/.test(one.path) && !ownAffairs.test(one.path))) {
      const answer = (await limited[route.method](addressWith(route, theirs)).send({})) as unknown as Response;
      expect([nameOf(route), isRefusal(answer)]).toEqual([nameOf(route), true]);
    }
  });
});
