import { sql, type RawBuilder } from 'kysely';
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

export const changedTables = (before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] =>
  [...after].filter(([name, hash]) => before.get(name) !== hash).map(([name]) => name);
