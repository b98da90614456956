import type { ActingPersonally } from '../../../platform/acting';
import { fail } from '../../../platform/errors';
import type { Limit } from '../../../platform/http/rate-limits';
import type { Visitor } from '../../../platform/visitor';
import type { InstallationSecrets } from '../../core/secrets/installation-secrets';
import { userActions } from '../../identity.audit';
import type { IdentityParts } from '../../parts';
import { isDue, type BreachMark } from '../../policies/breaches/breach.rules';
import { sendBreachedLinkJob, sendBreachedLinksJob } from './breach-mail';
import { listBreached, noteBreach } from './breach.store';

const perAccount: Limit = { name: 'reset-account', points: 5, seconds: 3600 };
const perTenant: Limit = { name: 'breached-mails', points: 3, seconds: 3600 };

const purpose = 'breached password';
export const breachedSeconds = 600;

interface RightPassword extends BreachMark {
  userId: number;
  tenantNumber: number;
  hash: string;
  password: string;
}

/**
 * Looks, once a day, whether a password that was right just now is known from a data breach, and marks its account. A service that does
 * not answer keeps nobody out.
 * @returns whether it is known
 */
export async function checkBreachAtSignIn(
  visitor: Visitor,
  { userId, tenantNumber, hash, password, ...mark }: RightPassword,
  { breaches }: Pick<IdentityParts, 'breaches'>,
): Promise<boolean> {
  const { db, now } = visitor;
  if (mark.breachedAt !== null) return true;
  if (!isDue(mark, now)) return false;
  const known = await breaches.isKnownAtSignIn(password);
  if (known === null) return false;
  await db.transaction().execute(async (trx) => {
    const noted = await noteBreach(trx, { userId, hash, breached: known, now });
    if (noted && known)
      await visitor.audit(trx, {
        action: userActions.passwordBreached,
        entity: 'user',
        entityId: userId,
        organisationId: tenantNumber,
      });
  });
  return known;
}

/** What a browser keeps whose password was right but is known from a breach: it asks for the mail by it, and for nothing else. */
export const sealBreached = (secrets: InstallationSecrets, { userId, now }: { userId: number; now: Date }): string =>
  secrets
    .seal(purpose, JSON.stringify({ userId, until: now.getTime() + breachedSeconds * 1000 }))
    .toString('base64url');

/** @returns whose password was right; null where that is too long ago, or was never so */
export function openBreached(secrets: InstallationSecrets, sealed: string | null, now: Date): number | null {
  if (sealed === null) return null;
  try {
    const { userId, until } = JSON.parse(secrets.open(purpose, Buffer.from(sealed, 'base64url'))) as {
      userId: number;
      until: number;
    };
    return until > now.getTime() ? userId : null;
  } catch {
    return null;
  }
}

/**
 * Has a link mailed to whoever typed a right password that is known from a breach.
 * @throws Failure 401 where that is too long ago, 429 after too many requests
 */
export async function requestBreachedReset(
  visitor: Visitor,
  sealed: string | null,
  { tokens, rateLimits }: Pick<IdentityParts, 'tokens' | 'rateLimits'>,
): Promise<void> {
  const { db, jobs, now, requestId } = visitor;
  const userId = openBreached(tokens.secrets, sealed, now);
  if (userId === null) throw fail.signedOut('login.over');
  await rateLimits.take(perAccount, `breached ${userId}`);
  await db
    .transaction()
    .execute((trx) => jobs.send(trx, sendBreachedLinkJob, { userId, at: now.toISOString(), requestId }));
}

/**
 * Has a link mailed to everybody in the tenant whose password is known from a breach.
 * @throws Failure 429 after too many requests
 */
export async function sendBreachedResets(
  { scope, db, jobs, now, audit }: ActingPersonally,
  requestId: string,
  { rateLimits }: Pick<IdentityParts, 'rateLimits'>,
): Promise<void> {
  const tenantNumber = scope.organisationId;
  await rateLimits.take(perTenant, String(tenantNumber));
  await db.transaction().execute(async (trx) => {
    const people = await listBreached(trx, { tenantNumber, now });
    if (people.length > 0)
      await jobs.send(trx, sendBreachedLinksJob, { tenantNumber, at: now.toISOString(), requestId });
    await audit(trx, { action: userActions.askBreachedResets, entity: 'user', after: { people: people.length } });
  });
}
