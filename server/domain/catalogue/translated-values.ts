import { sql, type RawBuilder } from 'kysely';
import type { Locale } from '../../platform/actor';
import type { Db } from '../../platform/db/database';

/** Stands where `ref_value` would: the values with their names in a language, or in the organisation's own where that one has none. */
export const valuesIn = (locale: Locale): RawBuilder<unknown> => sql`(
  select own.organisation_id, own.id, own.hierarchy_id, own.element_code, own.parent_id, own.code, own.status, own.tare_g, own.counts_as_waste,
    coalesce(translated.name, own.name) as name
  from ref_value own
  left join ref_value_translation translated on translated.organisation_id = own.organisation_id and translated.ref_id = own.id and translated.locale = ${locale})`;

/** The ids of the values of an organisation one of whose names, in whatever language, is as `meets` says. */
export const namedInAnyLanguage = (
  organisationId: number,
  meets: (name: RawBuilder<unknown>) => RawBuilder<unknown>,
): RawBuilder<unknown> => sql`(
  select id from ref_value where organisation_id = ${organisationId} and ${meets(sql`name`)}
  union select ref_id from ref_value_translation where organisation_id = ${organisationId} and ${meets(sql`name`)})`;

/** The names of these values of the organisation by id; those of others have none. */
export async function findValueNames(
  db: Db,
  { organisationId, ids, locale }: { organisationId: number; ids: readonly number[]; locale: Locale },
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: number; name: string }>`
    select v.id, v.name from ${valuesIn(locale)} v
    where v.organisation_id = ${organisationId} and v.id = any(${[...ids]}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
