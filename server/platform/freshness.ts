import { sql } from 'kysely';
import type { Trx } from './db/database';

/**
 * What was made of the organisation for pages before is stale from the end of the transaction on; see the ETag. Called by the use
 * case that changes what pages show, in its transaction, and last: it locks the organisation's row until the transaction ends.
 */
export async function touch(trx: Trx, organisationId: number): Promise<void> {
  await sql`update organisation set data_version = data_version + 1 where id = ${organisationId}`.execute(trx);
}

/**
 * The same of every organisation that a person belongs to, and of that in which the change is made, where they may be only a guest:
 * each shows them. In the order of the ids, so that two changes never deadlock.
 */
export async function touchPerson(trx: Trx, userId: number, organisationId?: number): Promise<void> {
  await sql`
    update organisation set data_version = data_version + 1 where id in (
      select id from organisation
      where id = ${organisationId ?? null}::bigint or id in (select tenant from identity.tenants_of(${userId}) as tenant)
      order by id for no key update)`.execute(trx);
}
