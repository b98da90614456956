import { sql } from 'kysely';
import type { Database, Db } from '../db/database';
import { defineJob, noPayload } from '../jobs/define-job';

/**
 * Of whatever was just filled in bulk, the planner learns the sizes at once instead of when autovacuum comes by. PGlite has no
 * autovacuum, so its deleted rows go here too.
 */
export async function afterFilling({ kind, pool }: Database): Promise<void> {
  await pool.query(kind === 'embedded' ? 'vacuum analyze' : 'analyze');
}

/** The same for tables of more than a megabyte that were never analyzed; what is smaller misleads as soon as it grows. @returns their names */
export async function analyzeNew(db: Db): Promise<string[]> {
  const { rows } = await sql<{ schema: string; name: string }>`
    select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ('public', 'identity') and c.reltuples < 0 and pg_relation_size(c.oid) > 1000000
    order by 1, 2`.execute(db);
  if (rows.length > 0) await sql`analyze ${sql.join(rows.map(({ schema, name }) => sql.id(schema, name)))}`.execute(db);
  return rows.map(({ name }) => name);
}

export const maintainDatabaseJob = defineJob({
  name: 'database.maintain',
  payload: noPayload,
  folded: true,
  cron: '17 3 * * *',
  async run(_payload, { database }) {
    if (database.kind === 'embedded') await afterFilling(database);
  },
});
