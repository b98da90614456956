import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database';

export async function hasEvents(db: Db | Trx, organisationId: number): Promise<boolean> {
  return (
    (await db
      .selectFrom('waste_event')
      .select('id')
      .where('organisation_id', '=', organisationId)
      .limit(1)
      .executeTakeFirst()) !== undefined
  );
}

export async function siteHasEvents(trx: Trx, organisationId: number, siteId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from location l join waste_event e on e.organisation_id = l.organisation_id and e.location_id = l.id
    where l.organisation_id = ${organisationId} and l.site_id = ${siteId} limit 1`.execute(trx);
  return rows.length > 0;
}
