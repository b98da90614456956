import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db/database';
import { fail, type Failure } from '../../../platform/errors';
import type { EntryCheck } from '../entry/arrival';
import { addressDomain } from './provider-domain.rules';
import { findRoute } from './provider-route';

/** The tenant that has proved the domain of an address, and signs its people in by a provider that is on. */
async function tenantOfAddress(db: Db | Trx, email: string): Promise<number | null> {
  const domain = addressDomain(email);
  return domain === null ? null : ((await findRoute(db, domain))?.tenantNumber ?? null);
}

/** That tenant, where somebody is none of its people. */
export async function foreignTenantOf(
  db: Db | Trx,
  { userId, email }: { userId: number; email: string },
): Promise<number | null> {
  const tenantNumber = await tenantOfAddress(db, email);
  if (tenantNumber === null) return null;
  const { rows } =
    await sql`select 1 from identity.membership m where m.user_id = ${userId} and m.tenant_number = ${tenantNumber} and not m.awaits_answer`.execute(
      db,
    );
  return rows.length > 0 ? null : tenantNumber;
}

const domainIn = (email: string) => ({ domain: addressDomain(email) ?? '' });

/**
 * Before an account is made for an address, whether there is one or not.
 * @throws Failure 422 where its people come in by the provider of another tenant
 */
export async function checkOwnAddress(
  db: Db | Trx,
  { email, tenantNumber }: { email: string; tenantNumber: number | null },
): Promise<void> {
  const owner = await tenantOfAddress(db, email);
  if (owner !== null && owner !== tenantNumber)
    throw fail.unprocessable('signUp.byProvider', {
      params: domainIn(email),
      fields: [{ field: 'email', code: 'signUp.byProvider', params: domainIn(email) }],
    });
}

/**
 * Somebody who has never come in, and whose address is another tenant's, comes in there first: an account of elsewhere would keep them out of it.
 * @param activating they have set a password just now
 */
export async function firstEntryRefusal(
  trx: Trx,
  { userId, activating = false }: { userId: number; activating?: boolean },
): Promise<Failure | null> {
  const {
    rows: [newcomer],
  } = await sql<{ email: string }>`
    select u.email from identity."user" u where u.id = ${userId} and u.last_sign_in_at is null and not u.sso_user and (u.password_hash is null or ${activating}::boolean)`.execute(
    trx,
  );
  return newcomer && (await foreignTenantOf(trx, { userId, ...newcomer })) !== null
    ? fail.forbidden('signUp.byProvider', { params: domainIn(newcomer.email) })
    : null;
}

export const checkFirstEntry: EntryCheck = async (trx, _visitor, { userId, way }) =>
  way === 'sso' ? null : firstEntryRefusal(trx, { userId, activating: way === 'activation' });
