import { sql, type RawBuilder } from 'kysely';
import { internalOrganisation, type Locale, type Scope } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import { seesAll } from '../../platform/restriction.rules';
import type { WeightUnitCode } from '../../platform/weight-units.rules';
import type {
  OrganizationFields,
  OrganizationList,
  OrganizationRow,
  OrganizationSort,
  OrganizationsQuery,
} from './organizations.contract';
import type { Country } from './place.contract';
import { visibleSites } from './scope';

interface Seen {
  /** Where the reader is narrowed: of the sites those are counted that are seen. */
  narrowed: readonly Scope[];
  /** The organizations that the reader reaches: no other that stands above is called by its name. */
  reached: readonly number[];
}

const columns = ({ narrowed, reached }: Seen) => sql`
  o.id as "organizationId", o.name, p.kind, p.segment_name as "segmentName", o.country_code as "countryCode", c.name as "countryName", c.place as "countryPlace",
  o.currency_code as "currencyCode", u.abbr as unit, o.locale, o.time_zone as "timeZone", o.parent_number as "parentId", case when above.id = any(${[...reached]}::bigint[]) then above.name end as "parentName",
  (select count(*) from site s where s.organisation_id = o.id and (o.id <> all(${narrowed.map(({ organisationId }) => organisationId)}::bigint[])
    or ${sql.join([sql`false`, ...narrowed.map(visibleSites)], sql` or `)})) as "siteCount", o.simulated, o.id = ${internalOrganisation} as system, o.status`;

/** With the countries in the reader's language, in its order. */
const tables = (countries: readonly Country[]) => sql`
  from organisation_directory o
  join organisation p on p.id = o.id
  join unit u on u.id = o.unit_id
  left join organisation_directory above on above.id = o.parent_number
  join unnest(${countries.map((one) => one.countryCode)}::text[], ${countries.map((one) => one.countryName)}::text[])
    with ordinality as c(code, name, place) on c.code = o.country_code`;

const sortColumns: Record<OrganizationSort, RawBuilder<unknown>> = {
  name: sql`lower(name)`,
  kind: sql`kind`,
  segmentName: sql`lower("segmentName")`,
  countryName: sql`"countryPlace"`,
  currencyCode: sql`"currencyCode"`,
  parentName: sql`lower("parentName")`,
  siteCount: sql`"siteCount"`,
  status: sql`status`,
};

type Row = OrganizationRow & { countryPlace?: number };
const withoutPlace = ({ countryPlace: _, ...row }: Row): OrganizationRow => row;

interface Listing {
  query: OrganizationsQuery;
  countries: readonly Country[];
  /** Those that the person reaches, and what they see of each. */
  among: readonly Scope[];
}

export async function listOrganizations(db: Db, { query, countries, among }: Listing): Promise<OrganizationList> {
  const reached = among.map(({ organisationId }) => organisationId);
  const wanted = [sql`o.id = any(${reached}::bigint[])`];
  if (query.kind !== undefined) wanted.push(sql`p.kind = ${query.kind}`);
  if (query.status !== undefined) wanted.push(sql`o.status = ${query.status}`);
  if (query.text !== undefined)
    wanted.push(
      sql`strpos(lower(concat_ws(' ', o.name, o.id::text, p.segment_name, c.name)), lower(${query.text})) > 0`,
    );
  const where = sql.join(wanted, sql` and `);
  const way = query.sort.direction === 'desc' ? sql`desc` : sql`asc`;
  const from = tables(countries);
  const counted = await sql<{ total: number }>`select count(*) as total ${from} where ${where}`.execute(db);
  const { rows } = await sql<Row>`
    select * from (select ${columns({ narrowed: among.filter((scope) => !seesAll(scope)), reached })} ${from} where ${where}) listed
    order by ${sortColumns[query.sort.column]} ${way} nulls last, "organizationId" ${way}
    limit ${query.limit} offset ${(query.page - 1) * query.limit}`.execute(db);
  return {
    organizations: rows.map(withoutPlace),
    total: counted.rows[0]?.total ?? 0,
    page: query.page,
    limit: query.limit,
  };
}

/** @throws where there is none; whoever asks has been let into it before */
export async function selectOrganization(
  db: Db | Trx,
  { scope, countries, reached = [] }: { scope: Scope; countries: readonly Country[]; reached?: readonly number[] },
): Promise<OrganizationRow> {
  const seen = { narrowed: seesAll(scope) ? [] : [scope], reached };
  const { rows } =
    await sql<Row>`select ${columns(seen)} ${tables(countries)} where o.id = ${scope.organisationId}`.execute(db);
  if (!rows[0]) throw new Error(`There is no organisation ${scope.organisationId}.`);
  return withoutPlace(rows[0]);
}

export async function nameIsTaken(
  trx: Trx,
  { name, exceptId = 0 }: { name: string; exceptId?: number },
): Promise<boolean> {
  const { rows } =
    await sql`select 1 from organisation_directory where lower(name) = lower(${name}) and id <> ${exceptId} limit 1`.execute(
      trx,
    );
  return rows.length > 0;
}

/** Whether one organisation stands somewhere below another, or is it. */
export async function standsBelow(
  trx: Trx,
  { organisationId, aboveId }: { organisationId: number; aboveId: number },
): Promise<boolean> {
  const { rows } = await sql`
    with recursive up (id) as (
      select ${organisationId}::bigint union select o.parent_number from up join organisation_directory o on o.id = up.id where o.parent_number is not null)
    select 1 from up where id = ${aboveId}`.execute(trx);
  return rows.length > 0;
}

/** The product's own profile of an organisation. */
interface Profile extends Omit<OrganizationFields, 'name' | 'parentId'> {
  unit: WeightUnitCode;
  locale: Locale;
}

async function valuesOf(trx: Trx, { kind, segmentName, countryCode, currencyCode, unit, locale, timeZone }: Profile) {
  const { id } = await trx.selectFrom('unit').select('id').where('abbr', '=', unit).executeTakeFirstOrThrow();
  return {
    kind,
    segment_name: segmentName,
    country_code: countryCode,
    currency_code: currencyCode,
    unit_id: id,
    locale,
    time_zone: timeZone,
  };
}

export async function insertProfile(trx: Trx, organisationId: number, profile: Profile): Promise<void> {
  await trx
    .insertInto('organisation')
    .values({ id: organisationId, ...(await valuesOf(trx, profile)) })
    .execute();
}

export async function updateProfile(trx: Trx, organisationId: number, profile: Profile): Promise<void> {
  await trx
    .updateTable('organisation')
    .set(await valuesOf(trx, profile))
    .where('id', '=', organisationId)
    .execute();
}

export async function listSegments(db: Db, among: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct segment_name as name from organisation where segment_name is not null and id = any(${[...among]}::bigint[]) order by 1`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

/** How many sites and locations an organisation has, open or not. */
export async function countPlaces(db: Db, organisationId: number): Promise<{ sites: number; locations: number }> {
  const { rows } = await sql<{ sites: number; locations: number }>`
    select (select count(*)::int from site s where s.organisation_id = ${organisationId}) as sites,
      (select count(*)::int from location l where l.organisation_id = ${organisationId}) as locations`.execute(db);
  return rows[0] ?? { sites: 0, locations: 0 };
}
