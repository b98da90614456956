import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { addEvents, addLocation, addSite, weeksOfEvents } from '../../../tests/support/factories';
import { newOrganisation, signedInAs } from '../../../tests/support/people';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import { addDays } from '../../platform/time';

let app: TestApp;
type Agent = Awaited<ReturnType<typeof signedInAs>>;
const path = '/food-waste-dashboard/forecast';
const see = 'VIEW_NEW_FOOD_WASTE_DASHBOARD' as const;

/** Today is Wednesday, 18 March 2026; next week begins on 23 March. */
describe('the forecast of next week', () => {
  let organisationId: number;
  let manager: Agent;
  let viewer: Agent;
  let kitchen: number;
  let young: number;
  let birch: number;

  beforeAll(async () => {
    app = await testApp();
    organisationId = await newOrganisation(app, { unitId: 12, countryCode: 'DE', timeZone: 'Europe/Berlin' });
    manager = await signedInAs(app, { organisationId, permissions: [see, 'VIEW_VAM_DASHBOARD', 'EDIT_VOLUMES'] });
    viewer = await signedInAs(app, { organisationId, permissions: [see] });
    const siteId = await addSite(app, { organisationId, name: 'Alder <b>', currencyCode: 'EUR' });
    birch = await addSite(app, { organisationId, name: 'Birch', currencyCode: 'EUR' });
    kitchen = await addLocation(app, { organisationId, siteId, name: '=Kitchen', stages: [8] });
    young = await addLocation(app, { organisationId, siteId: birch, name: 'Young', stages: [8] });
    const add = (locationId: number, weekStart: string, weeks: number) =>
      addEvents(app, {
        organisationId,
        locationId,
        events: weeksOfEvents({
          weekStart,
          gramsOfWeeks: Array.from({ length: weeks }, (_, week) => 2_000 + (week % 2) * 500),
          cost: 3,
        }),
      });
    await add(kitchen, '2025-09-22', 25);
    await add(young, '2026-02-23', 3);
    await sql`
      insert into calendar_exception (organisation_id, location_id, from_date, to_date, open, reason, created_at)
      values (${organisationId}, ${kitchen}, '2026-03-25', '2026-03-25', false, 'Staff outing', now())`.execute(app.db);
    await app.runJobs();
    const volumes = Array.from({ length: 25 * 7 }, (_, at) => ({
      locationId: kitchen,
      date: addDays('2025-09-22', at),
      kind: 'COVERS',
      value: 100 + (at % 3) * 10,
    }));
    await manager.post('/rest/v1/volumes').send({ volumes }).expect(200);
  });

  it('says what to expect, by what is known today, and how good that was', async () => {
    const { text } = await manager.get(path).expect(200);
    const plain = text.replaceAll('\u202f', ' ');
    for (const said of [
      '=Kitchen, Alder &lt;b&gt;',
      'Expected waste next week',
      'Closed by exception',
      'Portions to prepare',
      'Each past week was forecast using only what was known by the Wednesday of the week before',
      'more accurate than “same as last week”',
      `/events?figure=total&amp;locationId=${kitchen}&amp;wasteStageId=8&amp;startDate=2026-03-09&amp;endDate=2026-03-15`,
    ])
      expect(plain).toContain(said);
    for (const [, href = ''] of text.matchAll(/href="(\/events\?[^"]*startDate=2026-03-(?:09|16)[^"]*)"/g))
      await manager.get(href.replaceAll('&amp;', '&')).expect(200);
    // Two weighings of 2 or 2.5 kg on each of six open days.
    const total = Number(/≈ (\d+)</.exec(plain)?.[1]);
    expect(total).toBeGreaterThanOrEqual(24);
    expect(total).toBeLessThanOrEqual(30);
  });

  it('shows guests to those alone who see volume-adjusted metrics', async () => {
    const { text } = await viewer.get(path).expect(200);
    expect(text).toContain('Expected waste next week');
    expect(text).not.toContain('Portions to prepare');
    expect(text).not.toContain('Expected guests');
  });

  it('shows nothing made up where there is too little history', async () => {
    const { text } = await viewer.get(`${path}?locationId=${young}`).expect(200);
    expect(text).toContain('3 tracked weeks so far. A forecast needs at least 6');
    expect(text).not.toContain('Expected waste next week');
    expect(text).not.toContain('≈');
  });

  it('is a file with the days of the page', async () => {
    const ask = (agent: Agent) => agent.get(`/rest/v1${path}/export`).query({ locationId: kitchen, wasteStageId: 8 });
    const [head, ...lines] = (await ask(manager).expect(200)).text.trim().split(/\r?\n/);
    expect(head).toContain(
      'Day,Calendar,Expected waste (kg),Expected cost,Currency,Expected guests,Portions to prepare',
    );
    expect(lines).toHaveLength(7);
    expect(lines[0]).toMatch(/^Alder <b>,'=Kitchen,2026-03-23,Open,[45]\.\d+,6,EUR,1\d\d(\.\d)?,1\d\d,2026-03-09,/);
    expect(lines[2]).toMatch(/^Alder <b>,'=Kitchen,2026-03-25,Closed by exception,,,,,/);
    expect((await ask(viewer).expect(200)).text).not.toContain('Portions');
  });

  it('keeps to what somebody sees', async () => {
    const other = await signedInAs(app, { organisationId, permissions: [see], sites: [birch] });
    expect((await other.get(`${path}?locationId=${kitchen}`).expect(200)).text).not.toContain('=Kitchen');
    const asked = { locationId: kitchen, wasteStageId: 8 };
    expect((await other.get(`/rest/v1${path}/export`).query(asked)).status).toBe(404);
    const nobody = await signedInAs(app, { organisationId, permissions: ['VIEW_VAM_DASHBOARD'] });
    expect((await nobody.get(path)).headers.location).toBe('/home');
  });
});
