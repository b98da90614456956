import { sql } from 'kysely';
import { internalOrganisation } from '../../../platform/actor';
import type { Trx } from '../../../platform/db/database';
import type { MembershipKey } from './membership.store';

interface Entering {
  userId: number;
  /** The tenant that is acted in. */
  here: number;
  /** The public id of the one below. */
  tenantId: string;
}

/** The numbers of the tenant that somebody is a member of now, and of the one whose membership leads there. */
interface Entered {
  below: number;
  through: number;
}

/**
 * Makes somebody a member of a tenant below the one that they act in, for as long as their membership there leads on. They hold
 * there what they hold above.
 * @returns null where they do not reach it, or are or were a member already
 */
export async function insertFromAbove(trx: Trx, { userId, here, tenantId }: Entering): Promise<Entered | null> {
  const { rows } = await sql<Entered>`
    insert into identity.membership (tenant_number, user_id, through_number, ends_at)
    select t.number, above.user_id, coalesce(above.through_number, above.tenant_number), above.ends_at
    from identity.tenant t
    join identity.reached_tenants(${userId}, ${internalOrganisation}) r on r.number = t.number
    join identity.membership above on above.tenant_number = r.member_of and above.user_id = ${userId}
    join identity.membership own on own.tenant_number = ${here} and own.user_id = ${userId}
    where t.id = ${tenantId} and t.number <> ${here} and t.status = 'ACTIVE' and t.deleted_at is null
      and not identity.is_limited(${userId}, coalesce(above.through_number, above.tenant_number))
      and (coalesce(above.through_number, above.tenant_number) = coalesce(own.through_number, own.tenant_number)
        or exists (select 1 from identity.tenants_between(r.member_of, ${here}, ${internalOrganisation})))
    on conflict do nothing
    returning tenant_number as below, through_number as through`.execute(trx);
  return rows[0] ?? null;
}

/** Takes those out of the tenants below who came in from one above: one person, or all. @returns which memberships ended */
export async function deleteFromAbove(
  trx: Trx,
  { above, userId }: { above: number; userId?: number },
): Promise<MembershipKey[]> {
  const whose = userId === undefined ? sql`true` : sql`user_id = ${userId}`;
  const { rows } = await sql<MembershipKey>`
    delete from identity.membership where through_number = ${above} and ${whose}
    returning tenant_number as "tenantNumber", user_id as "userId"`.execute(trx);
  return rows;
}

/** The same for those who came into a tenant, or one below it, from where it no longer stands below. */
export async function deleteFromElsewhere(trx: Trx, top: number): Promise<MembershipKey[]> {
  const { rows } = await sql<MembershipKey>`
    delete from identity.membership m
    where m.through_number is not null and m.tenant_number in (select b.number from identity.tenants_below(${top}, ${internalOrganisation}) b)
      and not exists (select 1 from identity.tenants_between(m.tenant_number, m.through_number, ${internalOrganisation}))
    returning m.tenant_number as "tenantNumber", m.user_id as "userId"`.execute(trx);
  return rows;
}
