import { fail } from '../../../platform/errors';
import type { Limit } from '../../../platform/http/rate-limits';
import type { Visitor } from '../../../platform/visitor';
import { sendActivationToAddressJob } from '../../core/passwords/activation-link';
import { endPasswordLinks, findTokenUser, usedUp, useToken } from '../../core/passwords/password-link';
import { userActions } from '../../identity.audit';
import type { IdentityParts } from '../../parts';
import type { Admission } from '../../policies/entry/arrival';
import { firstWay, isWayOpen } from '../../policies/strategies/strategies.rules';
import { setPasswordByLink } from '../password/password-reset.service';
import { enterByLink } from '../password/sign-in.service';

type Dependencies = Pick<IdentityParts, 'config' | 'rateLimits' | 'metrics' | 'breaches'>;

const perAddress: Limit = { name: 'activation-ip', points: 30, seconds: 3600 };
const perAccount: Limit = { name: 'activation-account', points: 5, seconds: 3600 };
const purpose = 'ACTIVATION';

interface GivenLink {
  /** The person's public id. */
  userId: string;
  token: string;
}

/** Whether whoever has the link has to choose a password. @throws Failure 422 for a link that is not good */
export async function mustSetPassword(
  { db, now }: Visitor,
  { userId: userUuid, token }: GivenLink,
  { config }: Pick<Dependencies, 'config'>,
): Promise<boolean> {
  if ((await findTokenUser(db, { token, purpose, userUuid, now })) === null) throw usedUp();
  return isWayOpen(config.identity.authStrategy, 'password');
}

/**
 * Makes an account one that can be used, and signs the person in; with their first password, where passwords are taken.
 * @throws Failure 422 for a link that is not good and for a password that is missing or may not be set, 403 for who may not come in
 */
export async function activate(
  visitor: Visitor,
  { password, ...link }: GivenLink & { password?: string | undefined },
  needs: Dependencies,
): Promise<Admission> {
  const withPassword = await mustSetPassword(visitor, link, needs);
  if (withPassword && password === undefined)
    throw fail.unprocessable('errors.required', { fields: [{ field: 'password', code: 'errors.required' }] });
  if (!withPassword || password === undefined) return activateByLink(visitor, link.token, needs);
  const admission = await setPasswordByLink(
    visitor,
    { userUuid: link.userId, token: link.token, purpose, password },
    needs,
  );
  if (!admission) throw fail.forbidden('identity.cannotEnter');
  return admission;
}

/**
 * The same without a password, where none are taken.
 * @throws Failure 422 for a link that is not good, 403 for who may not come in, and where an account cannot be without a password
 */
export async function activateByLink(
  visitor: Visitor,
  token: string,
  { config, metrics }: Pick<Dependencies, 'config' | 'metrics'>,
): Promise<Admission> {
  const { authStrategy } = config.identity;
  if (isWayOpen(authStrategy, 'password') || firstWay(authStrategy) === null)
    throw fail.forbidden('identity.wayClosed');
  const { db, now } = visitor;
  const admission = await db.transaction().execute(async (trx) => {
    const userId = await useToken(trx, { token, purpose, now });
    await endPasswordLinks(trx, userId, now);
    await visitor.audit(trx, { action: userActions.activate, entity: 'user', entityId: userId });
    await visitor.touchPerson(trx, userId);
    return enterByLink(trx, visitor, { userId, amr: ['otp'] });
  });
  if (!admission) throw fail.forbidden('identity.cannotEnter');
  metrics.signIn('accepted');
  return admission;
}

/** Has the link mailed anew. The same work for every address, known or not. @throws Failure 429 after too many requests */
export async function resendActivation(
  visitor: Visitor,
  { email }: { email: string },
  { rateLimits }: Pick<Dependencies, 'rateLimits'>,
): Promise<void> {
  const address = email.toLowerCase();
  await rateLimits.take(perAddress, visitor.ip);
  await rateLimits.take(perAccount, address);
  const asked = { email: address, at: visitor.now.toISOString(), requestId: visitor.requestId };
  await visitor.db.transaction().execute((trx) => visitor.jobs.send(trx, sendActivationToAddressJob, asked));
}
