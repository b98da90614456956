import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db/database';
import type { Visitor } from '../../../platform/visitor';
import { userActions } from '../../identity.audit';
import { isActiveMember } from '../entry/active-member';
import type { Arrival } from '../entry/arrival';
import { daysLeft } from './password-rotation.rules';
import { findRotationOf } from './password-rotation.store';

/**
 * Asks somebody who comes in by a password for another one, where it is older than a tenant of theirs allows; the strictest decides, and
 * none asks for it until it says so (NIST SP 800-63B, 3.1.1.2 advises against).
 */
export async function requireIfExpired(
  trx: Trx,
  { now, audit }: Pick<Visitor, 'now' | 'audit'>,
  { userId, tenantNumber }: Pick<Arrival, 'userId' | 'tenantNumber'>,
): Promise<void> {
  const { rows } = await sql`
    update identity."user" u set password_reset_required = true
    where u.id = ${userId} and not u.sso_user and not u.password_reset_required and coalesce(u.password_changed_at, u.created_at) <= ${now}::timestamptz - interval '1 day' * (
      select min(p.expires_after_days) from identity.password_policy p join identity.membership m on m.tenant_number = p.tenant_number and ${isActiveMember(now)} where m.user_id = u.id)
    returning u.id`.execute(trx);
  if (rows.length > 0)
    await audit(trx, {
      action: userActions.passwordExpired,
      entity: 'user',
      entityId: userId,
      organisationId: tenantNumber,
    });
}

/** In how many days somebody's password ends, and how many before that they are told, as the published clients read it; null where it never does. */
export async function passwordEnd(
  db: Db,
  { userId }: Pick<Arrival, 'userId'>,
  now: Date,
): Promise<{ passwordExpiresIn: number; notificationPeriod: number } | null> {
  const rotation = await findRotationOf(db, userId, now);
  return rotation && { passwordExpiresIn: daysLeft(rotation, now), notificationPeriod: rotation.noticeDays };
}
