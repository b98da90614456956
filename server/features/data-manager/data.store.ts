import { sql } from 'kysely';
import type { Scope } from '../../platform/actor';
import type { Db } from '../../platform/db/database';

/** Who may have recorded events. */
export async function listPeople(db: Db, { organisationId }: Scope): Promise<{ userId: number; fullName: string }[]> {
  const { rows } = await sql<{ userId: number; fullName: string }>`
    select p.id as "userId", p.full_name as "fullName" from identity.person p
    where p.id in (select identity.active_members(${organisationId})) order by lower(p.full_name), p.id`.execute(db);
  return rows;
}
