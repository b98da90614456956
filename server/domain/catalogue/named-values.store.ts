import { sql } from 'kysely';
import type { Locale } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import type { ElementCode } from './refdata.contract';
import { namedInAnyLanguage, valuesIn } from './translated-values';

interface NamedValue {
  refId: number;
  elementCode: ElementCode;
  /** In the organization’s own language. */
  name: string;
  translations: Partial<Record<Locale, string>>;
  status: 'A' | 'I';
  tareGrams: number | null;
}

/** What these values are called in every language, by the ids that were asked for; one that was merged is what it has become. */
export async function listNamedValues(
  db: Db | Trx,
  organisationId: number,
  ids: readonly number[],
): Promise<Map<number, NamedValue>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<NamedValue & { askedId: number }>`
    select asked.id as "askedId", v.id as "refId", v.element_code as "elementCode", v.name, v.status, v.tare_g as "tareGrams", coalesce((
      select jsonb_object_agg(t.locale, t.name) from ref_value_translation t where t.organisation_id = v.organisation_id and t.ref_id = v.id), '{}') as translations
    from unnest(${[...ids]}::bigint[]) as asked (id)
    left join ref_merge m on m.organisation_id = ${organisationId} and m.old_id = asked.id
    join ref_value v on v.organisation_id = ${organisationId} and v.id = coalesce(m.new_id, asked.id)`.execute(db);
  return new Map(rows.map(({ askedId, ...value }) => [askedId, value]));
}

const inUse = sql`v.status = 'A' and not exists (select from ref_merge m where m.organisation_id = v.organisation_id and m.old_id = v.id)`;

/** The values in use that hold no other one in use, by name. */
export async function listInnermostValues(
  db: Db | Trx,
  organisationId: number,
): Promise<{ refId: number; elementCode: ElementCode }[]> {
  const { rows } = await sql<{ refId: number; elementCode: ElementCode }>`
    select v.id as "refId", v.element_code as "elementCode" from ref_value v
    where v.organisation_id = ${organisationId} and ${inUse}
      and not exists (select from ref_value b where b.organisation_id = v.organisation_id and b.parent_id = v.id and b.status = 'A')
    order by v.element_code, lower(v.name), v.id`.execute(db);
  return rows;
}

interface Search {
  elementCode: ElementCode;
  /** In a name in whatever language. */
  text: string;
  without: readonly number[];
  limit: number;
}

interface FoundValue {
  refId: number;
  name: string;
  /** The value that it lies in. */
  parentName: string | null;
}

/** Values in use, by name; `total` counts those beyond the limit, too. */
export async function searchValues(
  db: Db,
  { organisationId, locale }: { organisationId: number; locale: Locale },
  { elementCode, text, without, limit }: Search,
): Promise<{ values: FoundValue[]; total: number }> {
  const named =
    text === ''
      ? sql`true`
      : sql`v.id in ${namedInAnyLanguage(organisationId, (name) => sql`strpos(lower(${name}), lower(${text})) > 0`)}`;
  const { rows } = await sql<FoundValue & { total: number }>`
    select v.id as "refId", v.name, parent.name as "parentName", count(*) over ()::int as total
    from ${valuesIn(locale)} v
    left join ${valuesIn(locale)} parent on parent.organisation_id = v.organisation_id and parent.id = v.parent_id
    where v.organisation_id = ${organisationId} and v.element_code = ${elementCode} and ${inUse} and ${named}
      and v.id <> all(${[...without]}::bigint[])
    order by lower(v.name), v.id limit ${limit}`.execute(db);
  return {
    values: rows.map(({ refId, name, parentName }) => ({ refId, name, parentName })),
    total: rows[0]?.total ?? 0,
  };
}
