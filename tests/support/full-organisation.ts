import { sql } from 'kysely';
import { z, type ZodType } from 'zod';
import { rotateDeviceKey } from '../../server/features/devices';
import type { Route } from '../../server/platform/http/define-route';
import { filledWith } from './declared-routes';
import { addEvents, addLocation, addSite, weeksOfEvents } from './factories';
import { newOrganisation } from './people';
import type { TestApp } from './test-app';

/** An id of everything that has one, by the name that routes give it. */
export interface FullOrganisation {
  organisationId: number;
  siteId: number;
  locationId: number;
  eventId: number;
  deviceId: number;
  importId: number;
  exceptionId: number;
  hierId: number;
  /** What the device signs in with. */
  deviceKey: string;
}

/** What every list and report of a full organisation answers with rows. */
const fullQuery = ({ organisationId, siteId, locationId }: FullOrganisation): Record<string, string> => ({
  organisationId: String(organisationId), siteId: String(siteId), locationId: String(locationId), location: String(locationId), wasteStageId: '8',
  wasteStageName: 'Pre-consumer', startDate: '2026-01-05', endDate: '2026-02-15', month: '2026-02', range: 'custom', element: 'WASTESINK', permission: 'EDIT_SITES', q: 'Kitchen',
});

/** An organisation with one of everything; `mark` stands in each of its names. */
export async function fullOrganisation(app: TestApp, { mark }: { mark: string }): Promise<FullOrganisation> {
  const { db, clock } = app;
  const organisationId = await newOrganisation(app, { name: `${mark} organisation` });
  const siteId = await addSite(app, { organisationId, name: `${mark} site`, region: `${mark} region`, segment: `${mark} segment` });
  const locationId = await addLocation(app, { organisationId, siteId, name: `${mark} Kitchen`, stages: [8] });
  await addEvents(app, { organisationId, locationId, events: weeksOfEvents({ weekStart: '2026-01-05', gramsOfWeeks: [1000, 1000, 1000, 900, 900, 900] }) });
  await app.runJobs();
  const event = await db.selectFrom('waste_event').select('id').where('organisation_id', '=', organisationId).executeTakeFirstOrThrow();
  const device = await db.insertInto('device').values({ organisation_id: organisationId, serial: `${mark}-1`, name: `${mark} device`, location_id: locationId }).returning('id').executeTakeFirstOrThrow();
  const deviceKey = await db.transaction().execute((trx) => rotateDeviceKey(trx, { organisationId, deviceId: device.id }));
  const batch = await db.insertInto('import_batch')
    .values({ organisation_id: organisationId, file_name: `${mark}.csv`, mapping: '{}', state: 'DONE', created_at: clock.now() }).returning('id').executeTakeFirstOrThrow();
  const exception = await db.insertInto('calendar_exception')
    .values({ organisation_id: organisationId, location_id: locationId, from_date: '2026-02-02', to_date: '2026-02-02', open: false, reason: `${mark} reason`, created_at: clock.now() })
    .returning('id').executeTakeFirstOrThrow();
  const hierarchy = await db.insertInto('hierarchy').values({ organisation_id: organisationId, element_code: 'WASTESINK', name: `${mark} hierarchy` }).returning('id').executeTakeFirstOrThrow();
  await db.insertInto('ref_value').values({ organisation_id: organisationId, hierarchy_id: hierarchy.id, element_code: 'WASTESINK', name: `${mark} sink` }).execute();
  await sql`update waste_event set note = ${`${mark} note`}, device_id = ${device.id}, sink_id = (select max(id) from ref_value where organisation_id = ${organisationId})
    where organisation_id = ${organisationId}`.execute(db);
  return { organisationId, siteId, locationId, eventId: event.id, deviceId: device.id, importId: batch.id, exceptionId: exception.id, hierId: hierarchy.id, deviceKey };
}

/** What a route's `:id` is an id of. */
const subjects: [RegExp, keyof FullOrganisation][] = [[/waste-events/, 'eventId'], [/exceptions/, 'exceptionId'], [/imports/, 'importId'], [/devices/, 'deviceId'], [/locations/, 'locationId'], [/sites/, 'siteId']];

const pathValues = (full: FullOrganisation, path: string): Record<string, string | number> => ({
  ...full, orgId: full.organisationId, stageId: 8, elementCode: 'WASTESINK', period: 'preBaselinePeriod', validFrom: '2026-01-05', locale: 'en_US',
  id: full[subjects.find(([pattern]) => pattern.test(path))?.[1] ?? 'siteId'],
});

/** The names in a schema of an object. */
export const keysOf = (schema: ZodType | undefined): string[] =>
  schema ? Object.keys((z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as { properties?: object }).properties ?? {}) : [];

/** The path of a route for what the organisation has. */
export const pathIn = (full: FullOrganisation, route: Route) => filledWith(route, pathValues(full, route.path));

/** The path with a query that is answered with rows, changed as wanted. */
export function addressIn(full: FullOrganisation, route: Route, changes: Record<string, string> = {}): string {
  const known = keysOf(route.query);
  const query = new URLSearchParams({ ...Object.fromEntries(Object.entries(fullQuery(full)).filter(([name]) => known.includes(name))), ...changes });
  return query.size > 0 ? `${pathIn(full, route)}?${query}` : pathIn(full, route);
}
