import { z, type ZodType } from 'zod';
import { rotateDeviceKey } from '../../server/domain/places/device-key.store';
import { addressOf } from '../../server/platform/http/surface';
import { nameOf, type DeclaredRoute } from './declared-routes';
import type { Place, Values } from './example';
import { examplesOf, fileOf, recordsAt } from './examples';
import { addEvents, addLocation, addSite, weeksOfEvents } from './factories';
import { newOrganisation } from './people';
import type { TestApp } from './test-app';

/** A place with one of everything. */
export interface FullPlace extends Place {
  /** Of the features' records, by the owner of the routes. */
  records: ReadonlyMap<string, Values>;
  /** What the device signs in with. */
  deviceKey: string;
}

/** What is the same at every place, by the name of a parameter. */
const everywhere = { stageId: '8', wasteStageId: '8', startDate: '2026-01-05', endDate: '2026-02-15' };

interface Marks extends Pick<Place, 'mark'>, Partial<Pick<Place, 'organisationMark'>> {
  /** Whose records are made; everybody's if missing, which takes a second. */
  of?: readonly string[];
}

/** A site of the organisation with one of everything. */
export async function fullPlace(
  app: TestApp,
  { organisationId, mark, organisationMark = mark, of }: Marks & { organisationId: number },
): Promise<FullPlace> {
  const siteId = await addSite(app, {
    organisationId,
    name: `${mark} site`,
    region: `${mark} region`,
    segment: `${mark} segment`,
  });
  const locationId = await addLocation(app, { organisationId, siteId, name: `${mark} Kitchen`, stages: [8] });
  await addEvents(app, {
    organisationId,
    locationId,
    events: weeksOfEvents({ weekStart: '2026-01-05', gramsOfWeeks: [1000, 1000, 1000, 900, 900, 900] }),
  });
  await app.runJobs();
  const { id: deviceId } = await app.db
    .insertInto('device')
    .values({ organisation_id: organisationId, serial: `${mark}-1`, name: `${mark} device`, location_id: locationId })
    .returning('id')
    .executeTakeFirstOrThrow();
  const deviceKey = await app.db.transaction().execute((trx) => rotateDeviceKey(trx, { organisationId, deviceId }));
  const place = { organisationId, siteId, locationId, deviceId, mark, organisationMark };
  return { ...place, deviceKey, records: await recordsAt(app, place, of) };
}

/** An organisation with one of everything. */
export async function fullOrganisation(app: TestApp, marks: Marks): Promise<FullPlace> {
  const organisationId = await newOrganisation(app, { name: `${marks.organisationMark ?? marks.mark} organisation` });
  return fullPlace(app, { organisationId, ...marks });
}

/** What the names of a feature's parameters stand for at the place. */
export function valuesAt({ organisationId, siteId, locationId, records }: FullPlace, owner: string): Values {
  return { ...everywhere, organisationId, siteId, locationId, ...records.get(owner) };
}

/** The names in a schema of an object. */
export const keysOf = (schema: ZodType | undefined): string[] =>
  schema
    ? Object.keys(
        (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as { properties?: object }).properties ?? {},
      )
    : [];

/** The path of a route for what the place has. @throws where a parameter has no value, so that no walk passes a route by */
export function pathIn(full: FullPlace, route: DeclaredRoute, changes: Partial<Values> = {}): string {
  const values = valuesAt(full, route.owner);
  return addressOf(route).replace(/(?<=([^/]*)\/):(\w+)/g, (_, segment: string, name: string) => {
    const value = changes[name] ?? values[`${segment}/:${name}`] ?? values[name];
    if (value === undefined)
      throw new Error(
        `Nobody supplies a value for :${name} of ${nameOf(route)}: let the records of ${fileOf(route.owner)} return '${name === 'id' ? `${segment}/:id` : name}'.`,
      );
    return encodeURIComponent(String(value));
  });
}

/** The path with a query that is answered with rows, changed as wanted. */
export function addressIn(full: FullPlace, route: DeclaredRoute, changes: Values = {}): string {
  const asked = { ...questionAt(full, route.owner), ...changes };
  const query = new URLSearchParams(
    keysOf(route.query).flatMap((name) => (asked[name] === undefined ? [] : [[name, String(asked[name])]])),
  );
  const path = pathIn(full, route, changes);
  return query.size > 0 ? `${path}?${query}` : path;
}

/** What the names in a query of a feature stand for at the place. */
export const questionAt = (full: FullPlace, owner: string): Values =>
  Object.assign({}, valuesAt(full, owner), ...examplesOf(owner).map(({ query }) => query));
