import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db/database';
import { fail, type Failure } from '../../../platform/errors';
import type { EntryCheck } from '../entry/arrival';
import { addressDomain, speaksFor } from './provider-domain.rules';

interface Entering {
  tenantNumber: number;
  userId: number;
  /** The tenant whose provider vouches for them already. */
  ssoTenant?: number | null;
}

interface Enforced {
  configId: string;
  tenantName: string;
  /** Whoever comes may come in otherwise all the same. */
  isOwner: boolean;
}

/** By which provider alone somebody comes into a tenant: its own, or that of the tenant above by which they are its member, where that has proved the domain of their address. @returns null where they come as they like */
export async function enforcedFor(
  db: Db | Trx,
  { tenantNumber, userId, ssoTenant = null }: Entering,
): Promise<Enforced | null> {
  const { rows } = await sql<Enforced & { domain: string; validatedAt: Date | null; email: string }>`
    select c.uuid as "configId", t.name as "tenantName", coalesce(c.break_glass_user_id = u.id, false) as "isOwner", d.domain, d.validated_at as "validatedAt", u.email
    from identity.sso_config c join identity.sso_domain d on d.config_id = c.id join identity.tenant t on t.number = c.tenant_number join identity."user" u on u.id = ${userId}
    where (c.tenant_number = ${tenantNumber} or c.tenant_number = (select m.through_number from identity.membership m where m.tenant_number = ${tenantNumber} and m.user_id = u.id)) and c.enforced_at is not null and c.tenant_number is distinct from ${ssoTenant}`.execute(
    db,
  );
  const found = rows.find((row) => speaksFor({ domains: [row] }, row.email));
  return found ? { configId: found.configId, tenantName: found.tenantName, isOwner: found.isOwner } : null;
}

/** Whether people of an address's domain come in by the provider of its tenant alone. Nobody is looked up. */
export async function isProviderAlone(db: Db, email: string): Promise<boolean> {
  const domain = addressDomain(email);
  if (domain === null) return false;
  const { rows } = await sql`
    select 1 from identity.sso_config c join identity.sso_domain d on d.config_id = c.id
    where d.domain = ${domain} and d.validated_at is not null and c.enforced_at is not null`.execute(db);
  return rows.length > 0;
}

const refusal = ({ tenantName }: Enforced): Failure =>
  fail.forbidden('ssoEntry.providerAlone', { params: { tenant: tenantName } });

/** Keeps out of a tenant whoever should come by its provider and comes otherwise. */
export const checkProviderAlone: EntryCheck = async (trx, _visitor, { way, ...entering }) => {
  if (way === 'sso') return null;
  const enforced = await enforcedFor(trx, entering);
  return enforced === null || enforced.isOwner ? null : refusal(enforced);
};

/**
 * For a session that goes into another tenant than the one that it was opened in.
 * @throws Failure 403 where that asks for its own provider, which did not vouch for the session
 */
export async function checkProviderOfSession(
  db: Db | Trx,
  { ssoTenant, mayBreakGlass, ...entering }: Entering & { ssoTenant: number | null; mayBreakGlass: boolean },
): Promise<void> {
  if (ssoTenant === entering.tenantNumber) return;
  const enforced = await enforcedFor(db, { ...entering, ssoTenant });
  if (enforced !== null && !(enforced.isOwner && mayBreakGlass)) throw refusal(enforced);
}
