import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db/database';
import { isActiveMember } from '../entry/active-member';
import { noticeOf, usualRotation, type RotationPolicy } from './password-rotation.rules';

export async function rotationOfTenant(db: Db | Trx, tenantNumber: number): Promise<RotationPolicy> {
  const row = await db
    .selectFrom('identity.password_policy')
    .select(['expires_after_days', 'paused_expiry_days', 'notice_days'])
    .where('tenant_number', '=', tenantNumber)
    .executeTakeFirst();
  if (!row) return usualRotation;
  return {
    active: row.expires_after_days !== null,
    periodDays: row.expires_after_days ?? row.paused_expiry_days ?? usualRotation.periodDays,
    noticeDays: row.notice_days,
  };
}

export async function saveRotation(
  trx: Trx,
  tenantNumber: number,
  { active, periodDays, noticeDays }: RotationPolicy,
): Promise<void> {
  const kept = {
    expires_after_days: active ? periodDays : null,
    paused_expiry_days: active ? null : periodDays,
    notice_days: noticeDays,
  };
  await trx
    .insertInto('identity.password_policy')
    .values({ tenant_number: tenantNumber, ...kept })
    .onConflict((conflict) => conflict.column('tenant_number').doUpdateSet(kept))
    .execute();
}

/** When somebody's password was set, and the policy of theirs by which it ends first; null where it never does. */
export async function findRotationOf(
  db: Db,
  userId: number,
  now: Date,
): Promise<{ setAt: Date; periodDays: number; noticeDays: number } | null> {
  const {
    rows: [row],
  } = await sql<{ setAt: Date; periodDays: number; noticeDays: number | null }>`
    select coalesce(u.password_changed_at, u.created_at) as "setAt", p.expires_after_days as "periodDays", p.notice_days as "noticeDays"
    from identity."user" u
    join identity.membership m on m.user_id = u.id and ${isActiveMember(now)}
    join identity.password_policy p on p.tenant_number = m.tenant_number and p.expires_after_days is not null
    where u.id = ${userId} and not u.sso_user
    order by p.expires_after_days, p.notice_days desc nulls last limit 1`.execute(db);
  return row ? { ...row, noticeDays: noticeOf(row) } : null;
}
