import type { Response } from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import { appRoutes } from '../../server/app-routes';
import { features } from '../../server/features';
import type { Route } from '../../server/platform/http/define-route';
import { addressOf } from '../../server/platform/http/mount';
import { permissions } from '../../server/platform/permissions';
import { addEvents, addLocation, addSite, weeksOfEvents } from '../support/factories';
import { newOrganisation, signedInAs } from '../support/people';
import { testApp, type TestApp } from '../support/test-app';

/** Stands in every name of the first organisation; an answer to the second that holds it is a leak. */
const canary = 'CANARY-7f3a';
/** Far beyond any id that exists. */
const nowhere = 900_000_001;

let app: TestApp;
let first: Record<string, number>;
let intruder: Awaited<ReturnType<typeof signedInAs>>;

const routes = (): Route[] => {
  const declared = features.flatMap((feature) => feature.routes);
  return [...declared, ...appRoutes(declared, app.resources.config)].filter((route) => route.access !== 'public' && route.access !== 'device');
};

beforeAll(async () => {
  app = await testApp();
  const organisationId = await newOrganisation(app, { name: `${canary} organisation` });
  const siteId = await addSite(app, { organisationId, name: `${canary} site`, region: `${canary} region`, segment: `${canary} segment` });
  const locationId = await addLocation(app, { organisationId, siteId, name: `${canary} kitchen`, stages: [8] });
  await addEvents(app, { organisationId, locationId, events: weeksOfEvents({ weekStart: '2026-01-05', gramsOfWeeks: [1000, 1000, 1000, 900, 900, 900] }) });
  await app.runJobs();
  const event = await app.db.selectFrom('waste_event').select('id').where('organisation_id', '=', organisationId).executeTakeFirstOrThrow();
  const baseline = await app.db.selectFrom('baseline').select('id').where('organisation_id', '=', organisationId).executeTakeFirst();
  const device = await app.db.insertInto('device').values({ organisation_id: organisationId, serial: `${canary}-1`, name: `${canary} device`, location_id: locationId }).returning('id').executeTakeFirstOrThrow();
  const batch = await app.db.insertInto('import_batch')
    .values({ organisation_id: organisationId, file_name: `${canary}.csv`, mapping: '{}', state: 'DONE', created_at: app.clock.now() })
    .returning('id').executeTakeFirstOrThrow();
  const exception = await app.db.insertInto('calendar_exception')
    .values({ organisation_id: organisationId, location_id: locationId, from_date: '2026-02-02', to_date: '2026-02-03', open: false, reason: canary, created_at: app.clock.now() })
    .returning('id').executeTakeFirstOrThrow();
  const hierarchy = await app.db.insertInto('hierarchy').values({ organisation_id: organisationId, element_code: 'WASTEITEM', name: canary }).returning('id').executeTakeFirstOrThrow();
  first = {
    organisationId, orgId: organisationId, participantId: organisationId, siteId, locationId, wasteStageId: 8, stageId: 8, eventId: event.id, baselineId: baseline?.id ?? nowhere,
    deviceId: device.id, importId: batch.id, batchId: batch.id, exceptionId: exception.id, hierId: hierarchy.id,
  };
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
    for (const route of routes().filter((one) => one.method !== 'get' && !one.path.includes('logout') && !one.path.includes('keep-alive'))) {
      const answer = await send(route, attack(route, 'theirs'));
      expect([route.method, route.path, answer.status >= 400 && answer.status < 500]).toEqual([route.method, route.path, true]);
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

/** Everything that could be changed, as it stands. */
async function fingerprint() {
  const organisationId = first.organisationId ?? 0;
  const tables = ['site', 'location', 'device', 'calendar_exception', 'calendar_pattern', 'baseline', 'import_batch', 'location_stage'] as const;
  const rows = await Promise.all(tables.map((table) => app.db.selectFrom(table).selectAll().where('organisation_id', '=', organisationId).execute()));
  const events = await app.db.selectFrom('waste_event').select((eb) => [eb.fn.countAll().as('count'), eb.fn.sum('net_g').as('grams'), eb.fn.count('voided_at').as('voided')]).where('organisation_id', '=', organisationId).execute();
  return { rows, events };
}
