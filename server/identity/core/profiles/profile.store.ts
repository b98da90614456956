import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Locale } from '../../../platform/actor';
import type { Db, Trx } from '../../../platform/db/database';
import { isActiveMember } from '../../policies/entry/active-member';
import { hasFactor } from '../factors/factor.store';
import { findVerifiedPhone } from '../phone-numbers/phone-number.store';
import type { ProfileRole } from '../roles/role.store';

export interface Profile {
  userId: number;
  id: string;
  email: string;
  name: string;
  verified: boolean;
  createdAt: Date;
  lastLogin: Date | null;
  isLocked: boolean;
  ssoUser: boolean;
  /** JSON text that front ends keep. */
  metadata: string;
  pictureId: string | null;
  mfaEnrolled: boolean;
  /** E.164; that which was verified last. */
  phone: string | null;
  locale: Locale;
}

export async function selectProfile(db: Db, { userId, now }: { userId: number; now: Date }): Promise<Profile> {
  const row = await db
    .selectFrom('identity.user as u')
    .leftJoin('identity.picture as p', 'p.user_id', 'u.id')
    .select([
      'u.id',
      'uuid',
      'email',
      'full_name',
      'created_at',
      'last_sign_in_at',
      'locked_until',
      'sso_user',
      'password_hash',
      'metadata',
      'locale',
      'p.id as picture_id',
      hasFactor(sql.ref('u.id')).as('mfa_enrolled'),
    ])
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow();
  return {
    userId: row.id,
    id: row.uuid,
    email: row.email,
    name: row.full_name,
    createdAt: row.created_at,
    lastLogin: row.last_sign_in_at,
    // Whoever set a password did so by a link that was sent to the address.
    verified: row.password_hash !== null || row.sso_user,
    isLocked: row.locked_until !== null && row.locked_until > now,
    ssoUser: row.sso_user,
    metadata: row.metadata,
    pictureId: row.picture_id,
    mfaEnrolled: row.mfa_enrolled,
    phone: await findVerifiedPhone(db, userId),
    locale: row.locale as Locale,
  };
}

export interface OwnTenant {
  number: number;
  /** The public id. */
  id: string;
  name: string;
  alias: string | null;
  isReseller: boolean;
  createdAt: Date;
}

/** The active tenants that somebody is an active member of, by name. */
export async function listOwnTenants(db: Db, { userId, now }: { userId: number; now: Date }): Promise<OwnTenant[]> {
  const { rows } = await sql<OwnTenant>`
    select t.number, t.id, t.name, t.alias, t.is_reseller as "isReseller", t.created_at as "createdAt" from identity.membership m join identity.tenant t on t.number = m.tenant_number
    where m.user_id = ${userId} and ${isActiveMember(now)} and t.status = 'ACTIVE' order by lower(t.name), t.number`.execute(
    db,
  );
  return rows;
}

/** The roles that somebody holds in each of their tenants, by the tenant's public id. */
export async function rolesByTenant(
  db: Db,
  { userId, now }: { userId: number; now: Date },
): Promise<Map<string, ProfileRole[]>> {
  const { rows } = await sql<ProfileRole & { heldIn: string }>`
    select t.id as "heldIn", r.uuid as id, r.key, r.name, r.description, r.is_default as "isDefault",
      case when r.tenant_number is not null then t.id end as "tenantId", r.created_at as "createdAt", r.updated_at as "updatedAt",
      array(select rp.permission_key from identity.role_permission rp where rp.role_id = r.id order by 1) as permissions
    from identity.membership m join identity.tenant t on t.number = m.tenant_number
    cross join identity.held_roles(m.user_id, m.tenant_number) as held join identity.role r on r.id = held
    where m.user_id = ${userId} and ${isActiveMember(now)} and t.status = 'ACTIVE' order by t.number, r.id`.execute(db);
  const byTenant = new Map<string, ProfileRole[]>();
  for (const { heldIn, ...role } of rows) byTenant.set(heldIn, [...(byTenant.get(heldIn) ?? []), role]);
  return byTenant;
}

/** All that there are, or those with these keys. */
export function listPermissions(
  db: Db,
  keys?: readonly string[],
): Promise<{ key: string; description: string; createdAt: Date; updatedAt: Date }[]> {
  return db
    .selectFrom('identity.permission')
    .select(['key', 'description', 'created_at as createdAt', 'updated_at as updatedAt'])
    .$if(keys !== undefined, (all) => all.where(sql<boolean>`key = any(${[...(keys ?? [])]}::text[])`))
    .orderBy('key')
    .execute();
}

/** Of a tenant, by the person's public id. */
export async function findColleague(
  db: Db,
  { tenantNumber, id }: { tenantNumber: number; id: string },
): Promise<(Pick<Profile, 'id' | 'name' | 'createdAt'> & { tenantId: string }) | null> {
  const { rows } = await sql<Pick<Profile, 'id' | 'name' | 'createdAt'> & { tenantId: string }>`
    select u.uuid as id, case when m.awaits_answer then u.email else u.full_name end as name, u.created_at as "createdAt", t.id as "tenantId"
    from identity."user" u join identity.membership m on m.user_id = u.id join identity.tenant t on t.number = m.tenant_number
    where u.uuid = ${id} and m.tenant_number = ${tenantNumber}`.execute(db);
  return rows[0] ?? null;
}

export async function changeProfileRow(
  trx: Trx,
  userId: number,
  { name, metadata, locale }: { name?: string | undefined; metadata?: string | undefined; locale?: Locale | undefined },
): Promise<void> {
  const changed = {
    ...(name === undefined ? {} : { full_name: name }),
    ...(metadata === undefined ? {} : { metadata }),
    ...(locale === undefined ? {} : { locale }),
  };
  if (Object.keys(changed).length === 0) return;
  await trx.updateTable('identity.user').set(changed).where('id', '=', userId).execute();
}

/** @returns the id under which the picture is from now on */
export async function putPicture(
  trx: Trx,
  { userId, content, now }: { userId: number; content: Buffer; now: Date },
): Promise<string> {
  const made = { id: randomUUID(), content, changed_at: now };
  await trx
    .insertInto('identity.picture')
    .values({ user_id: userId, ...made })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(made))
    .execute();
  return made.id;
}

export async function removePicture(trx: Trx, userId: number): Promise<void> {
  await trx.deleteFrom('identity.picture').where('user_id', '=', userId).execute();
}

export async function findPicture(db: Db, id: string): Promise<Buffer | null> {
  return (
    (await db.selectFrom('identity.picture').select('content').where('id', '=', id).executeTakeFirst())?.content ?? null
  );
}
