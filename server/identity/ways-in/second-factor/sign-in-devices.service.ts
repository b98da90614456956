import { fail } from '../../../platform/errors';
import type { Visitor } from '../../../platform/visitor';
import type { IdentityParts } from '../../parts';
import { holdsAny } from '../../policies/mfa/factor.rules';
import { askToEnrol, askToSign, type DeviceQuestion, type MakeOptions, type SignOptions } from './device-ceremony';
import { askedSignIn } from './sign-in-codes.service';
import { factorsPerAddress } from './sign-in-proof.service';

type Dependencies = Pick<IdentityParts, 'rateLimits' | 'config'>;

/**
 * What a browser asks an authenticator to sign, in a sign-in that waits for it.
 * @param deviceId null: any of the person's may answer
 * @throws Failure 401 for a sign-in that is over, 404 for a device that is none of theirs, 429
 */
export async function askSignInDevice(
  visitor: Visitor,
  { mfaToken, deviceId }: { mfaToken: string; deviceId: string | null },
  { rateLimits, config }: Dependencies,
): Promise<DeviceQuestion<SignOptions>> {
  const { db, ip, now } = visitor;
  await rateLimits.take(factorsPerAddress, ip);
  const {
    pending: { userId, flow },
    held: { devices },
  } = await askedSignIn(visitor, mfaToken);
  if (!devices.some(({ id }) => deviceId === null || id === deviceId)) throw fail.notFound('identity.unknownFactor');
  return db
    .transaction()
    .execute((trx) => askToSign(trx, deviceId, { userId, flow, now, purpose: 'signInDevice', config }));
}

/** What a browser asks an authenticator to make, for somebody who must enrol. @throws Failure 401, 403 for whoever has a factor, 409 where no such factor may be enrolled, 429 */
export async function askNewSignInDevice(
  visitor: Visitor,
  mfaToken: string,
  { rateLimits, config }: Dependencies,
): Promise<DeviceQuestion<MakeOptions>> {
  const { db, ip, now } = visitor;
  await rateLimits.take(factorsPerAddress, ip);
  const {
    pending: { userId, flow },
    held,
  } = await askedSignIn(visitor, mfaToken);
  if (holdsAny(held)) throw fail.forbidden('identity.factorEnrolled');
  return db.transaction().execute((trx) => askToEnrol(trx, { userId, flow, now, config }));
}
