import { group } from 'd3-array';
import { sql } from 'kysely';
import type { Locale } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import type { Country } from '../places/place.contract';
import type { Currency, Hierarchy, ReferenceValue, Unit, WasteStage } from './refdata.contract';
import { valuesIn } from './translated-values';

/** US dollar, pound sterling and euro first, then by name. */
export async function listCurrencies(db: Db): Promise<Currency[]> {
  const { rows } = await sql<Currency>`
    select code as "currencyCode", name as "currencyDesc" from currency
    order by array_position(array['USD', 'GBP', 'EUR'], code::text), lower(name), code`.execute(db);
  return rows;
}

export async function listCountries(db: Db): Promise<Country[]> {
  const { rows } =
    await sql<Country>`select code as "countryCode", name as "countryName" from country order by lower(name), code`.execute(
      db,
    );
  return rows;
}

export async function listUnits(db: Db): Promise<Unit[]> {
  const { rows } = await sql<Unit>`
    select id as "unitId", abbr as "unitAbrv", name as "unitName", grams_per_unit as "gramsPerUnit" from unit order by id`.execute(
    db,
  );
  return rows;
}

export async function listWasteStages(db: Db | Trx): Promise<WasteStage[]> {
  const { rows } =
    await sql<WasteStage>`select id as "wasteStageId", name as "wasteStageName" from waste_stage order by id`.execute(
      db,
    );
  return rows;
}

export async function listHierarchies(db: Db, organisationId: number): Promise<Hierarchy[]> {
  const { rows } = await sql<Hierarchy>`
    select id as "hierId", name as "hierName", element_code as "elementCode" from hierarchy
    where organisation_id = ${organisationId} order by element_code, lower(name), id`.execute(db);
  return rows;
}

/** What a value has become is listed in its place. */
const notMerged = sql`not exists (select from ref_merge m where m.organisation_id = v.organisation_id and m.old_id = v.id)`;

/** @returns undefined where the organisation has no such hierarchy of the element; 0 means all of them */
export async function listValues(
  db: Db,
  organisationId: number,
  { elementCode, hierId, locale }: { elementCode: string; hierId: number; locale: Locale },
): Promise<ReferenceValue[] | undefined> {
  if (hierId !== 0) {
    const known = await sql`
      select 1 from hierarchy where organisation_id = ${organisationId} and id = ${hierId} and element_code = ${elementCode}`.execute(
      db,
    );
    if (known.rows.length === 0) return undefined;
  }
  // The stages are the same for everybody and no organisation's own rows.
  if (elementCode === 'WASTESTAGE') {
    const stages = await sql<ReferenceValue>`
      select id as "refId", name as "refName", null::bigint as "parentId", 'A' as status, null::numeric as "tareGrams", true as "countsAsWaste" from waste_stage order by id`.execute(
      db,
    );
    return stages.rows;
  }
  const { rows } = await sql<ReferenceValue>`
    select id as "refId", name as "refName", parent_id as "parentId", status, tare_g as "tareGrams", counts_as_waste as "countsAsWaste"
    from ${valuesIn(locale)} v
    where organisation_id = ${organisationId} and element_code = ${elementCode} and (${hierId} = 0 or hierarchy_id = ${hierId}) and ${notMerged}
    order by lower(name), id`.execute(db);
  return rows;
}

/** All values of some elements, by element. */
export async function listValuesOf(
  db: Db,
  organisationId: number,
  { elementCodes, locale }: { elementCodes: readonly string[]; locale: Locale },
): Promise<Map<string, ReferenceValue[]>> {
  const { rows } = await sql<ReferenceValue & { elementCode: string }>`
    select element_code as "elementCode", id as "refId", name as "refName", parent_id as "parentId", status, tare_g as "tareGrams", counts_as_waste as "countsAsWaste"
    from ${valuesIn(locale)} v where organisation_id = ${organisationId} and element_code = any(${elementCodes}::text[]) and ${notMerged}
    order by lower(name), id`.execute(db);
  return group(rows, ({ elementCode }) => elementCode);
}

export async function countryIsKnown(db: Db | Trx, code: string): Promise<boolean> {
  return (await db.selectFrom('country').select('code').where('code', '=', code).executeTakeFirst()) !== undefined;
}

export async function currencyIsKnown(db: Db | Trx, code: string): Promise<boolean> {
  return (await db.selectFrom('currency').select('code').where('code', '=', code).executeTakeFirst()) !== undefined;
}
