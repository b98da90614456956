import type { Database } from '../db/database';
import { defineJob, noPayload } from '../jobs/define-job';

/** PGlite has no autovacuum: without this its planner knows no table sizes, and deleted rows stay. */
export async function maintainEmbedded({ kind, pool }: Database): Promise<void> {
  if (kind === 'embedded') await pool.query('vacuum analyze');
}

export const maintainDatabaseJob = defineJob({
  name: 'database.maintain',
  payload: noPayload,
  folded: true,
  cron: '17 3 * * *',
  run: (_payload, { database }) => maintainEmbedded(database),
});
