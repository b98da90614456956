import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database';

/** Retires the values that have neither a price nor a translation nor anything below them. @returns those that are retired now */
export async function retireUnusedValues(trx: Trx, organisationId: number, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update ref_value v set status = 'I', version = version + 1
    where v.organisation_id = ${organisationId} and v.id = any(${[...ids]}::bigint[]) and v.status = 'A'
      and not exists (select from cost_rule c where c.organisation_id = v.organisation_id and c.ref_item_id = v.id)
      and not exists (select from ref_value_translation t where t.organisation_id = v.organisation_id and t.ref_id = v.id)
      and not exists (select from ref_value b where b.organisation_id = v.organisation_id and b.parent_id = v.id)
      and not exists (select from ref_merge m where m.organisation_id = v.organisation_id and v.id in (m.new_id, m.old_id))
    returning v.id`.execute(trx);
  return rows.map(({ id }) => id);
}

export async function reviveValues(trx: Trx, organisationId: number, ids: readonly number[]): Promise<void> {
  await sql`
    update ref_value set status = 'A', version = version + 1
    where organisation_id = ${organisationId} and id = any(${[...ids]}::bigint[]) and status = 'I'`.execute(trx);
}
