import { sql, type RawBuilder } from 'kysely';
import { planKept } from '../../server/platform/db/kept-plans';
import type { TestApp } from './test-app';

interface StoredTable {
  /** With its schema unless that is `public`. */
  name: string;
  columns: ReadonlySet<string>;
}

interface Question {
  /** Which rows of a table count; none where it gives nothing. */
  rowsOf(table: StoredTable): RawBuilder<unknown> | undefined;
  /** A column that does not count. */
  without?: string;
}

interface LocatedTable extends StoredTable {
  schema: string;
  table: string;
}

const known = new WeakMap<TestApp['db'], Promise<LocatedTable[]>>();

async function listTables(db: TestApp['db']): Promise<LocatedTable[]> {
  const { rows } = await sql<{ schema: string; table: string; columns: string[] }>`
    select n.nspname::text as schema, c.relname::text as table, array_agg(a.attname::text) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind in ('r', 'p') and n.nspname in ('public', 'identity') group by 1, 2 order by 1, 2`.execute(db);
  return rows.map(({ schema, table, columns }) => ({
    schema,
    table,
    name: schema === 'public' ? table : `${schema}.${table}`,
    columns: new Set(columns),
  }));
}

/** Every table of the product and of identity. */
export function tablesOf({ db }: TestApp): Promise<LocatedTable[]> {
  const tables = known.get(db) ?? listTables(db);
  known.set(db, tables);
  return tables;
}

/** A hash of the rows of each table. */
export async function fingerprint(
  app: TestApp,
  { rowsOf, without = '' }: Question,
): Promise<ReadonlyMap<string, string>> {
  const hashes = (await tablesOf(app)).flatMap(({ schema, table, ...stored }) => {
    const condition = rowsOf(stored);
    return condition
      ? [
          sql`
      select ${stored.name}::text as name, md5(coalesce(string_agg(hash, '' order by hash), '')) as hash
      from (select md5((to_jsonb(t) - ${without}::text)::text) as hash from ${sql.id(schema, table)} t where ${condition}) as counted`,
        ]
      : [];
  });
  const { rows } = await sql<{ name: string; hash: string }>`${sql.join(hashes, sql` union all `)}`.execute(app.db);
  return new Map(rows.map(({ name, hash }) => [name, hash]));
}

/** Of a table, a hash of the rows of an organization or, where they are nobody's own, of all; and of those at one site. */
interface RowsAround {
  all: string;
  atSite: string;
  /** Its rows are of one organization each. */
  owned: boolean;
}

interface Around {
  organisationId: number;
  siteId: number;
  locationId: number;
  /** Tables whose rows are compared although they are nobody's own. */
  isShared(name: string): boolean;
}

const ownerColumn = ({ name, columns }: StoredTable): string | null => {
  if (columns.has('organisation_id')) return 'organisation_id';
  return name.startsWith('identity.') && columns.has('tenant_number') ? 'tenant_number' : null;
};

/** By the site $2 and the location $3. */
const atSite = ({ name, columns }: StoredTable): string => {
  const conditions = [
    [name === 'site' ? 'id' : 'site_id', '$2'],
    [name === 'location' ? 'id' : 'location_id', '$3'],
  ].filter(([column = '']) => columns.has('organisation_id') && columns.has(column));
  return conditions.map(([column, id]) => `coalesce(${column} = ${id}, false)`).join(' or ') || 'false';
};

/** The rows that somebody of an organization, of a site or of neither could change, but for the number that counts changes. */
export async function rowsAround(
  app: TestApp,
  { organisationId, siteId, locationId, isShared }: Around,
): Promise<ReadonlyMap<string, RowsAround>> {
  const hashes = (await tablesOf(app)).flatMap(({ schema, table, ...stored }) => {
    const owner = ownerColumn(stored);
    if (owner === null && !isShared(stored.name)) return [];
    return [
      `select '${stored.name}' as name, ${owner !== null} as owned, md5(coalesce(string_agg(hash, '' order by hash), '')) as "all",
        md5(coalesce(string_agg(hash, '' order by hash) filter (where here), '')) as "atSite"
      from (select md5((to_jsonb(t) - 'data_version')::text) as hash, ${atSite(stored)} as here
        from "${schema}"."${table}" t where ${owner === null ? 'true' : `${owner} = $1`}) as counted`,
    ];
  });
  // Planning takes three times as long as reading a hundred tables, so the text stays the same: the three values stand before it alone.
  const { rows } = await sql<RowsAround & { name: string }>`${planKept}
    with place as (select ${organisationId}::bigint, ${siteId}::bigint, ${locationId}::bigint) ${sql.raw(hashes.join(' union all '))}`.execute(
    app.db,
  );
  return new Map(rows.map(({ name, ...rest }) => [name, rest]));
}

export const changedTables = (before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] =>
  [...after].filter(([name, hash]) => before.get(name) !== hash).map(([name]) => name);
