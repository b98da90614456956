import type { Trx } from '../../../platform/db/database';
import type { Failure } from '../../../platform/errors';
import type { Visitor } from '../../../platform/visitor';
import { clearFailures } from '../../core/accounts/account-lock';
import { joinByLink, selectInvited } from '../../core/invitations/joining.service';
import { listOpenTenants } from '../../core/memberships/open-tenants';
import { noteBreakGlass } from '../../core/owners/break-glass';
import { openSession } from '../../core/sessions/session.store';
import { sessionActions } from '../../identity.audit';
import { checkAddress } from '../../policies/addresses/address-entry';
import type { Admission, Arrival, EntryCheck } from '../../policies/entry/arrival';
import { requireIfExpired } from '../../policies/passwords/password-expiry';
import { checkFirstEntry } from '../../policies/providers/foreign-provider';
import { checkProviderAlone } from '../../policies/providers/provider-entry';
import { askForFactor } from './asked-factor';

/** What each tenant may demand of whoever comes into it, in this order. */
const entryChecks: readonly EntryCheck[] = [checkAddress, checkFirstEntry, checkProviderAlone];

/**
 * Lets somebody in whose first proof was right, in the caller's transaction: by whatever way they come, the same rules stand
 * between them and a session.
 * @throws Failure where a rule of every tenant of theirs, or of the one that they join, refuses them
 */
export async function admit(trx: Trx, visitor: Visitor, arrival: Arrival): Promise<Admission> {
  const joining = await tenantJoined(trx, visitor, arrival);
  const coming = await atOpenTenant(trx, visitor, { ...arrival, joining });
  const answer = await askForFactor(trx, visitor, { arrival: coming, joining });
  if (answer === null)
    return { kind: 'session', sessionId: await enter(trx, visitor, await joined(trx, visitor, coming)) };
  // Their password was right: what they still owe is counted by itself.
  await clearFailures(trx, arrival.userId);
  return { kind: 'factor', answer };
}

/** Lets somebody in whose second proof was right as well; the tenants' rules are asked again. @throws Failure as `admit` */
export async function admitProven(trx: Trx, visitor: Visitor, arrival: Arrival): Promise<string> {
  const joining = await tenantJoined(trx, visitor, arrival);
  const coming = await atOpenTenant(trx, visitor, { ...arrival, joining });
  return enter(trx, visitor, await joined(trx, visitor, coming));
}

/** Whoever joins a tenant comes in there or not at all; of those that they belong to, one that keeps them out gives way to the next. */
async function atOpenTenant(
  trx: Trx,
  visitor: Visitor,
  { joining, ...arrival }: Arrival & { joining: number | undefined },
): Promise<Arrival> {
  const refusal = await refusalOf(trx, visitor, { ...arrival, tenantNumber: joining ?? arrival.tenantNumber });
  if (refusal === null) return arrival;
  if (joining !== undefined) throw refusal;
  // An organization's provider vouches for people in that organization alone.
  if (arrival.way === 'sso') throw refusal;
  for (const tenantNumber of await listOpenTenants(trx, { userId: arrival.userId, now: visitor.now })) {
    if ((await refusalOf(trx, visitor, { ...arrival, tenantNumber })) === null) return { ...arrival, tenantNumber };
  }
  throw refusal;
}

async function refusalOf(trx: Trx, visitor: Visitor, entering: Arrival): Promise<Failure | null> {
  for (const check of entryChecks) {
    const refusal = await check(trx, visitor, entering);
    if (refusal) return refusal;
  }
  return null;
}

/** The tenant that somebody is about to join, whose rules count already. */
async function tenantJoined(
  trx: Trx,
  { now }: Visitor,
  { invitation: tokenHash }: Arrival,
): Promise<number | undefined> {
  return tokenHash === undefined ? undefined : (await selectInvited(trx, { tokenHash, now })).tenantNumber;
}

/** Nobody joins before the last proof is right. */
async function joined(trx: Trx, visitor: Visitor, arrival: Arrival): Promise<Arrival> {
  const { invitation: tokenHash, userId } = arrival;
  return tokenHash === undefined
    ? arrival
    : { ...arrival, tenantNumber: await joinByLink(trx, visitor, { userId, tokenHash }) };
}

/** Opens the session of somebody from whom nothing more is asked: the only place that opens one. */
async function enter(trx: Trx, visitor: Visitor, arrival: Arrival): Promise<string> {
  const { userId, login, tenantNumber, locale, amr, way, provenAt } = arrival;
  const { now, ip, userAgent } = visitor;
  if (way === 'password') await requireIfExpired(trx, visitor, arrival);
  const sessionId = await openSession(trx, {
    userId,
    tenantNumber,
    ip,
    userAgent,
    amr,
    now,
    ssoTenant: way === 'sso' ? tenantNumber : null,
    providerProofAt: provenAt ?? null,
    locale,
  });
  await visitor.audit(trx, {
    action: sessionActions.signIn,
    entity: 'session',
    entityId: sessionId,
    organisationId: tenantNumber,
    provedToBe: { userId, login },
    after: { login, way, ...(locale ? { locale } : {}) },
  });
  await noteBreakGlass(trx, visitor, arrival);
  return sessionId;
}
