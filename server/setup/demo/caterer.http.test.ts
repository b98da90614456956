import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { newOrganisation, newPerson } from '../../../tests/support/people';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import { findActor } from '../../domain/places/actor.store';
import { visibleSites } from '../../domain/places/scope';
import { scopeOf } from '../../platform/actor';
import { addSimulatedOrganisation } from './another-organisation';
import { loadCaterer } from './caterer';
import { actingInDemo } from './demo-acting';
import { addDemoGuests } from './demo-guests';

const wanted = 2_000;

describe('the simulated caterer, in the database', () => {
  let app: TestApp;
  let organisationId: number;
  let userId: number;
  const said: string[] = [];
  const rows = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(app.db)).rows;

  beforeAll(async () => {
    app = await testApp();
    organisationId = await newOrganisation(app, {
      countryCode: 'GB',
      currencyCode: 'GBP',
      unitId: 12,
      timeZone: 'Europe/London',
    });
    userId = (await newPerson(app, { organisationId })).userId;
    await loadCaterer(app.resources, {
      organisationId,
      users: new Map([['site@caterer.test', userId]]),
      events: wanted,
      say: (line) => said.push(line),
    });
  });

  it('has taken every event through the ingest, each with its device and its cost', async () => {
    const [row] = await rows(sql<Record<string, unknown>>`
      select count(*) as n, count(*) filter (where origin = 'DEVICE' and device_id is not null and cost_amount is not null and cost_rule_id is not null) as complete,
        max(local_date) as last, count(distinct cost_currency) > 1 as mixed
      from waste_event where organisation_id = ${organisationId}`);
    expect(row).toEqual({ n: wanted, complete: wanted, last: '2026-03-17', mixed: true });
  });

  it('has rolled up everything that counts', async () => {
    const [row] = await rows(sql<Record<string, unknown>>`
      select (select sum(net_g) from waste_event where organisation_id = ${organisationId} and counts_as_waste)
          = (select sum(g) from rollup_week where organisation_id = ${organisationId}) as same,
        (select count(*) from dirty_week where organisation_id = ${organisationId}) as dirty`);
    expect(row).toEqual({ same: true, dirty: 0 });
  });

  it('shows all three periods', async () => {
    const periods = await rows(sql<{ period: string; n: number }>`
      select period, count(*) as n from location_stage where organisation_id = ${organisationId} and stage_id = 8 group by period`);
    const count = Object.fromEntries(periods.map((one) => [one.period, one.n]));
    expect(Object.keys(count).sort()).toEqual(['ACTIVATION', 'BASELINE', 'REDUCTION']);
    expect(Object.values(count).reduce((a, b) => a + b, 0)).toBe(40);
    expect(count.REDUCTION).toBeGreaterThanOrEqual(2);
  });

  it('agrees with the calendar of the product about closed days', async () => {
    const [row] = await rows(sql<{ unmarked: number; checked: number }>`
      select count(*) filter (where not d.is_open and e.note is null) as unmarked, count(*) as checked
      from waste_event e join location_day d on d.organisation_id = e.organisation_id and d.location_id = e.location_id and d.local_date = e.local_date
      where e.organisation_id = ${organisationId}`);
    expect(row?.unmarked).toBe(0);
    expect(row?.checked).toBe(wanted);
  });

  it('has check weights in its weeks, and keeps of a device key no more than a hash', async () => {
    const [row] = await rows(sql<Record<string, unknown>>`
      select (select sum(net_g) from check_weight where organisation_id = ${organisationId})
          = (select sum(check_g) from location_week where organisation_id = ${organisationId}) as same,
        (select count(*) > 0 from check_weight where organisation_id = ${organisationId}) as some,
        (select bool_and(octet_length(key_hash) = 32) from device where organisation_id = ${organisationId}) as hashed`);
    expect(row).toEqual({ same: true, some: true, hashed: true });
  });

  it('lets the restricted account see exactly one site', async () => {
    const actor = await findActor(app.db, {
      sessionId: 'none',
      userId,
      userUuid: '00000000-0000-4000-8000-000000000000',
      login: 'site@caterer.test',
      email: 'site@caterer.test',
      fullName: 'Simon',
      locale: 'en_US',
      ssoUser: false,
      clientView: null,
      tenantNumber: organisationId,
      tenantName: 'Caterer',
      permissions: [],
    });
    if (!actor) throw new Error('there is no such actor');
    const visible = await rows(sql<{ name: string }>`select s.name from site s where ${visibleSites(scopeOf(actor))}`);
    expect(actor.restriction?.sites).toHaveLength(1);
    expect(visible).toEqual([{ name: 'Harewood Infirmary' }]);
  });

  it('has guests on the days on which guests left something, and a campaign', async () => {
    const acting = await actingInDemo(app.resources, { organisationId, userId });
    await addDemoGuests(acting!);
    const [row] = await rows(sql<Record<string, unknown>>`
      select (select count(*) > 100 from volume v where v.organisation_id = ${organisationId} and v.kind = 'COVERS' and v.value > 0) as some,
        (select count(*) from guest_campaign_location where organisation_id = ${organisationId}) as campaigns,
        (select min(v.value) >= 5 and max(v.local_date) = '2026-03-17' from volume v where v.organisation_id = ${organisationId}) as plausible`);
    expect(row).toEqual({ some: true, campaigns: 1, plausible: true });
  });

  it('says how far it is', () => {
    expect(said.some((line) => line.includes('2,000 events in'))).toBe(true);
    expect(said.at(-1)).toMatch(/location weeks rolled up in/);
  });
});

it('adds one more organisation that calls itself simulated, with an administrator', async () => {
  const app = await testApp();
  const { organisationId, login } = await addSimulatedOrganisation(app.resources, {
    name: 'Load test',
    events: 1_000,
    seed: 7,
    password: 'a password for the tests',
    say: () => undefined,
  });
  const { rows } = await sql<Record<string, unknown>>`
    select name, simulated, (select count(*) from waste_event where organisation_id = ${organisationId}) as n
    from organisation_directory where id = ${organisationId}`.execute(app.db);
  expect(rows).toEqual([{ name: 'Load test (simulated)', simulated: true, n: 1_000 }]);
  expect(login).toBe(`admin-${organisationId}@caterer.test`);
});
