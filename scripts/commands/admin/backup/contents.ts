import { internalOrganisation } from '../../../../server/platform/actor';
import type { Database } from '../../../../server/platform/db/database';
import { Refused } from '../../../../server/setup/operator.service';
import { appliedMigrations } from '../database';

export interface Contents {
  organisations: string[];
  accounts: number;
  events: number;
}

/**
 * What would be lost with the database; null where there is nothing but the schema, or not even that.
 * @throws Refused for a database that is somebody else's
 */
export async function contentsOf(database: Database): Promise<Contents | null> {
  const { pool } = database;
  if ((await appliedMigrations(database)).length === 0) {
    const { rows } = await pool.query<{ name: string }>(`
      select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
        and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e') limit 1`);
    if (rows[0]) throw new Refused(`The database has a table ${rows[0].name}, but none of Tare's: it is not touched.`);
    return null;
  }
  const {
    rows: [found],
  } = await pool.query<Contents>(
    `
    select array(select name from organisation_directory where id <> $1 order by id) as organisations,
      (select count(*) from identity."user") as accounts, (select count(*) from waste_event) as events`,
    [internalOrganisation],
  );
  return found && (found.organisations.length > 0 || found.accounts > 0 || found.events > 0) ? found : null;
}

export function sentenceOf({ organisations, accounts, events }: Contents): string {
  const named = organisations.slice(0, 3).join(', ') + (organisations.length > 3 ? ' …' : '');
  return `organisations: ${organisations.length}${named && ` (${named})`}, accounts: ${accounts}, waste events: ${events}`;
}
