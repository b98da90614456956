import { addEvents, addLocation, addSite } from '../../../tests/support/factories';
import { newOrganisation } from '../../../tests/support/people';
import type { TestApp } from '../../../tests/support/test-app';

export interface AccuracyKitchens {
  organisationId: number;
  site: { north: number; south: number };
  place: { main: number; bar: number; old: number; unused: number };
  weight: { first: number; second: number };
}

interface Check {
  locationId: number;
  day: string;
  grams: number;
  /** An instant. */
  at?: string;
}

/** @returns its id */
export async function addCheck(
  { db }: TestApp,
  organisationId: number,
  { locationId, day, grams, at = `${day}T21:00:00Z` }: Check,
): Promise<number> {
  const row = await db
    .insertInto('check_weight')
    .values({
      organisation_id: organisationId,
      location_id: locationId,
      weighed_at: new Date(at),
      local_date: day,
      net_g: grams,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** North: Main with two weeks, Bar with one day; South, closed for good: Old. Unused has never recorded anything. */
export async function addAccuracyKitchens(app: TestApp): Promise<AccuracyKitchens> {
  const organisationId = await newOrganisation(app);
  const north = await addSite(app, { organisationId, name: '=North' });
  const south = await addSite(app, { organisationId, name: 'South', timeZone: 'Asia/Tokyo' });
  const main = await addLocation(app, { organisationId, siteId: north, name: 'Main' });
  const bar = await addLocation(app, { organisationId, siteId: north, name: '+Bar' });
  const old = await addLocation(app, { organisationId, siteId: south, name: 'Old' });
  const unused = await addLocation(app, { organisationId, siteId: north, name: 'Unused' });
  const day = (one: string, grams: number, stageId = 8) => ({ day: one, grams, stageId });
  await addEvents(app, {
    organisationId,
    locationId: main,
    events: [
      day('2026-03-02', 4_500),
      day('2026-03-02', 4_500, 9),
      day('2026-03-03', 9_450),
      day('2026-03-04', 9_000),
      day('2026-03-09', 5_000),
    ],
  });
  await addEvents(app, { organisationId, locationId: bar, events: [day('2026-03-10', 1_000)] });
  await addEvents(app, { organisationId, locationId: old, events: [day('2026-03-02', 2_000)] });
  await app.db
    .insertInto('calendar_exception')
    .values({
      organisation_id: organisationId,
      location_id: main,
      from_date: '2026-03-04',
      to_date: '2026-03-08',
      open: false,
      created_at: app.clock.now(),
    })
    .execute();
  await app.runJobs();
  await app.db.updateTable('site').set({ status: 'I' }).where('id', '=', south).execute();
  await app.db.updateTable('location').set({ status: 'I' }).where('id', '=', bar).execute();
  const first = await addCheck(app, organisationId, {
    locationId: main,
    day: '2026-03-02',
    grams: 6_000,
    at: '2026-03-02T20:15:00Z',
  });
  const second = await addCheck(app, organisationId, {
    locationId: main,
    day: '2026-03-02',
    grams: 4_000,
    at: '2026-03-03T03:30:00Z',
  });
  for (const [locationId, on, grams] of [
    [main, '2026-03-03', 9_000],
    [main, '2026-03-04', 9_000],
    [main, '2026-03-09', 10_000],
    [bar, '2026-03-10', 2_000],
  ] as const) {
    await addCheck(app, organisationId, { locationId, day: on, grams });
  }
  return { organisationId, site: { north, south }, place: { main, bar, old, unused }, weight: { first, second } };
}
