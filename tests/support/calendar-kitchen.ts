import { addEvents, addLocation, addSite, weeksOfEvents } from './factories';
import { newOrganisation } from './people';
import type { TestApp } from './test-app';

export interface CalendarKitchen {
  organisationId: number;
  siteId: number;
  locationId: number;
}

/** A location with six weeks of two weighings a day from 5 January 2026: three of 2,000 g a day, then three of 1,000 g. */
export async function openKitchen(app: TestApp, organisationId?: number): Promise<CalendarKitchen> {
  const organisation = organisationId ?? (await newOrganisation(app));
  const siteId = await addSite(app, { organisationId: organisation });
  const locationId = await addLocation(app, { organisationId: organisation, siteId, stages: [8] });
  await addEvents(app, {
    organisationId: organisation,
    locationId,
    events: weeksOfEvents({ weekStart: '2026-01-05', gramsOfWeeks: [1000, 1000, 1000, 500, 500, 500] }),
  });
  await app.runJobs();
  return { organisationId: organisation, siteId, locationId };
}

/** The open days of each week that has figures, oldest first. */
export async function openDaysOf({ db }: TestApp, locationId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('location_week')
    .select('open_days')
    .where('location_id', '=', locationId)
    .orderBy('week_start')
    .execute();
  return rows.map((row) => row.open_days);
}
