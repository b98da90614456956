import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database';
import type { OfAdapter } from './adapters.store';

export type MatchedElement = 'WASTEITEM' | 'DAYPART';

interface LocationMatch {
  key: string;
  name: string;
  locationId: number | null;
}

export async function listLocationMatches(
  db: Db | Trx,
  { organisationId, adapterId }: OfAdapter,
): Promise<LocationMatch[]> {
  const { rows } = await sql<LocationMatch>`
    select external_key as key, external_name as name, location_id as "locationId" from menu_adapter_location
    where organisation_id = ${organisationId} and adapter_id = ${adapterId} order by lower(external_name), external_key`.execute(
    db,
  );
  return rows;
}

/** In place of all that were there. */
export async function replaceLocationMatches(
  trx: Trx,
  { organisationId, adapterId }: OfAdapter,
  matches: readonly LocationMatch[],
): Promise<void> {
  await trx
    .deleteFrom('menu_adapter_location')
    .where('organisation_id', '=', organisationId)
    .where('adapter_id', '=', adapterId)
    .execute();
  if (matches.length === 0) return;
  await trx
    .insertInto('menu_adapter_location')
    .values(
      matches.map(({ key, name, locationId }) => ({
        organisation_id: organisationId,
        adapter_id: adapterId,
        external_key: key,
        external_name: name,
        location_id: locationId,
      })),
    )
    .execute();
}

interface Match {
  key: string;
  name: string;
  /** Of a value that was merged, what it has become. */
  refId: number | null;
}

export async function listMatches(db: Db | Trx, organisationId: number, element: MatchedElement): Promise<Match[]> {
  const { rows } = await sql<Match>`
    select x.external_key as key, x.external_name as name, coalesce(m.new_id, x.ref_id) as "refId" from menu_item_match x
    left join ref_merge m on m.organisation_id = x.organisation_id and m.old_id = x.ref_id
    where x.organisation_id = ${organisationId} and x.element_code = ${element} order by lower(x.external_name), x.external_key`.execute(
    db,
  );
  return rows;
}

export async function putMatches(
  trx: Trx,
  organisationId: number,
  {
    element,
    matches,
    confirmedBy,
    now,
  }: { element: MatchedElement; matches: readonly Match[]; confirmedBy: number | null; now: Date },
): Promise<void> {
  await sql`
    insert into menu_item_match (organisation_id, element_code, external_key, external_name, ref_id, confirmed_by, confirmed_at)
    select ${organisationId}, ${element}, n.key, n.name, n.ref_id, ${confirmedBy}::bigint, ${now}
    from unnest(${matches.map((one) => one.key)}::text[], ${matches.map((one) => one.name)}::text[], ${matches.map((one) => one.refId)}::bigint[]) as n (key, name, ref_id)
    on conflict (organisation_id, element_code, external_key) do update
      set external_name = excluded.external_name, ref_id = excluded.ref_id, confirmed_by = excluded.confirmed_by, confirmed_at = excluded.confirmed_at`.execute(
    trx,
  );
}

/** @returns what it meant; undefined where nobody had said it */
export async function deleteMatch(
  trx: Trx,
  organisationId: number,
  { element, key }: { element: MatchedElement; key: string },
): Promise<Match | undefined> {
  const { rows } = await sql<Match>`
    delete from menu_item_match where organisation_id = ${organisationId} and element_code = ${element} and external_key = ${key}
    returning external_key as key, external_name as name, ref_id as "refId"`.execute(trx);
  return rows[0];
}
