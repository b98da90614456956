import { sql } from 'kysely';
import type { RightsTrx } from './keeping-administrators';

interface Ended {
  tenantNumber: number;
  /** Numbers of people. */
  users: readonly number[];
  now: Date;
}

/**
 * Takes many people out of a tenant at once, as `removeMemberIn` does one: their sessions there, their tokens and roles end with the
 * membership, and links that were mailed to those who belong to no other tenant open nothing any more.
 */
export async function endMemberships(
  trx: RightsTrx,
  { tenantNumber, users, now }: Ended,
): Promise<{ userId: number; email: string }[]> {
  const them = sql`any(${[...users]}::bigint[])`;
  await sql`select 1 from identity."user" where id = ${them} order by id for no key update`.execute(trx);
  await sql`update identity.session set ended_at = ${now}, end_reason = 'deactivated' where ended_at is null and tenant_number = ${tenantNumber} and user_id = ${them}`.execute(
    trx,
  );
  const { rows } = await sql<{ userId: number; email: string }>`
    delete from identity.membership m using identity."user" u
    where u.id = m.user_id and m.tenant_number = ${tenantNumber} and m.user_id = ${them} returning u.id as "userId", u.email`.execute(
    trx,
  );
  const homeless = sql`user_id = ${them} and used_at is null and not exists (select 1 from identity.membership m where m.user_id = link.user_id and m.status = 'A')`;
  for (const table of ['password_token', 'entry_secret'])
    await sql`update ${sql.table(`identity.${table}`)} link set used_at = ${now} where ${homeless}`.execute(trx);
  return rows.sort((a, b) => a.userId - b.userId);
}
