import { sql } from 'kysely';
import { internalOrganisation } from '../../platform/actor';
import { defineActions } from '../../platform/audit';
import type { Db } from '../../platform/db/database';
import { demoAccounts } from './accounts';

/** The audit row that is written when everything else of the demo is there. */
export const demoActions = defineActions('demo', { load: {} });

/** Databases of earlier builds have it in other words. */
const loadedNames = [demoActions.load.name, 'demo loaded'];

/** The first demo account is there, but the row that is written last is not. The schema must be prepared. */
export async function wasBrokenOff(db: Db): Promise<boolean> {
  const account = await db
    .selectFrom('identity.user')
    .select('id')
    .where('login', '=', demoAccounts[0]?.login ?? '')
    .executeTakeFirst();
  const row = await db
    .selectFrom('audit_log')
    .select('id')
    .where('organisation_id', '=', internalOrganisation)
    .where('action', 'in', loadedNames)
    .limit(1)
    .executeTakeFirst();
  return account !== undefined && row === undefined;
}

/**
 * Empties a database of one process in which a demo was broken off and where nobody has signed in since, so that nobody's
 * work can be in it. @returns whether it did; the schema is gone then.
 */
export async function clearBrokenOff(db: Db): Promise<boolean> {
  const {
    rows: [known],
  } = await sql<{ there: boolean }>`select to_regclass('identity.session') is not null as there`.execute(db);
  if (!known?.there || !(await wasBrokenOff(db))) return false;
  const used = await db.selectFrom('identity.session').select('id').limit(1).executeTakeFirst();
  if (used) return false;
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{
      name: string;
    }>`select nspname as name from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'`.execute(
      trx,
    );
    for (const { name } of rows) await sql`drop schema ${sql.id(name)} cascade`.execute(trx);
    await sql`create schema public`.execute(trx);
  });
  return true;
}
