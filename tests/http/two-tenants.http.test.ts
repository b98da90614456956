import type { Response } from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Route } from '../../server/platform/http/define-route';
import { addressOf } from '../../server/platform/http/surface';
import { permissions } from '../../server/features/permissions';
import { declaredRoutes } from '../support/declared-routes';
import { fullOrganisation } from '../support/full-organisation';
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
async function fingerprint() {
  const organisationId = first.organisationId ?? 0;
  const tables = ['site', 'location', 'device', 'calendar_exception', 'calendar_pattern', 'baseline', 'import_batch', 'location_stage'] as const;
  const rows = await Promise.all(tables.map((table) => app.db.selectFrom(table).selectAll().where('organisation_id', '=', organisationId).execute()));
  const events = await app.db.selectFrom('waste_event').select((eb) => [eb.fn.countAll().as('count'), eb.fn.sum('net_g').as('grams'), eb.fn.count('voided_at').as('voided')]).where('organisation_id', '=', organisationId).execute();
  return { rows, events };
}
