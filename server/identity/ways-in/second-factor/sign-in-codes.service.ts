import { fail } from '../../../platform/errors';
import type { Outbox } from '../../../platform/resources';
import type { Visitor } from '../../../platform/visitor';
import { listFactors } from '../../core/factors/factor.store';
import type { IdentityParts } from '../../parts';
import { holdsAny, maskedPhone, usableFactors, type HeldFactors } from '../../policies/mfa/factor.rules';
import { policyFor } from '../../policies/mfa/mfa-policy.store';
import { assertOffered, assertSms, offeredStrategies } from '../../policies/mfa/strategies';
import { enrolmentView } from '../admission/asked-factor';
import { findPending, type PendingSignIn } from '../admission/pending-sign-in.store';
import { codesPerAccount, sendCode } from './send-code';
import { factorsPerAddress, signInOver } from './sign-in-proof.service';

export interface AskedSignIn {
  pending: PendingSignIn;
  /** What may be proved. */
  held: HeldFactors;
}

/** @throws Failure 401 for a sign-in that is over */
export async function askedSignIn({ db, now }: Pick<Visitor, 'db' | 'now'>, mfaToken: string): Promise<AskedSignIn> {
  const pending = await findPending(db, { mfaToken, now });
  if (!pending) throw signInOver();
  return { pending, held: usableFactors(await listFactors(db, pending.userId), pending.way) };
}

type Dependencies = Pick<IdentityParts, 'rateLimits' | 'config'> & { outbox: Outbox };

interface SendWish {
  mfaToken: string;
  /** To the address, to a phone that is a factor, or to one that is to become it. */
  to: { kind: 'email' } | { kind: 'phone'; deviceId: string } | { kind: 'newPhone'; phone: string };
}

/**
 * Sends a code that proves, or enrols, in a sign-in that waits for it.
 * @throws Failure 401 for one that is over, 403 where a factor must not be enrolled, 404 for a factor that is none, 429 after too many codes
 */
export async function sendSignInCode(
  visitor: Visitor,
  { mfaToken, to }: SendWish,
  { rateLimits, config, outbox }: Dependencies,
): Promise<{ otcToken: string; phoneNumber?: string }> {
  await rateLimits.take(factorsPerAddress, visitor.ip);
  const {
    pending: { userId, flow, way, email },
    held,
  } = await askedSignIn(visitor, mfaToken);
  await rateLimits.take(codesPerAccount, String(userId));
  const send = (code: Pick<Parameters<typeof sendCode>[2], 'purpose' | 'target' | 'phone'>) =>
    visitor.db.transaction().execute((trx) => sendCode(trx, outbox, { userId, flow, now: visitor.now, ...code }));
  const enrolled = holdsAny(held);
  if (to.kind === 'email') {
    if (enrolled ? held.email === null : !offeredStrategies(config, way).includes('EmailCode'))
      throw fail.notFound('identity.unknownFactor');
    return { otcToken: await send({ purpose: enrolled ? 'signIn' : 'enrolEmail', target: email, phone: null }) };
  }
  assertSms(config);
  if (to.kind === 'newPhone') {
    if (enrolled || !offeredStrategies(config, way).includes('SMS')) throw fail.forbidden('identity.factorEnrolled');
    return {
      otcToken: await send({ purpose: 'enrolPhone', target: to.phone, phone: to.phone }),
      phoneNumber: to.phone,
    };
  }
  const device = held.phones.find(({ id }) => id === to.deviceId);
  if (!device) throw fail.notFound('identity.unknownFactor');
  return {
    otcToken: await send({ purpose: 'signIn', target: device.id, phone: device.phone }),
    phoneNumber: maskedPhone(device.phone),
  };
}

/** The picture by which an authenticator is enrolled on the way in. @throws Failure 401, 403 for whoever has a factor, 409 where that kind is switched off */
export async function signInEnrolment(
  visitor: Visitor,
  mfaToken: string,
  config: IdentityParts['config'],
): Promise<{ qrCode: string; recoveryCode: string; asked: AskedSignIn }> {
  const asked = await askedSignIn(visitor, mfaToken);
  if (holdsAny(asked.held)) throw fail.forbidden('identity.factorEnrolled');
  assertOffered(config, asked.pending.way, 'AuthenticatorApp');
  return { ...(await enrolmentView(asked.pending, mfaToken)), asked };
}

/** Whether a browser may be remembered, and for how many seconds. */
export async function rememberingFor(
  { db, now }: Pick<Visitor, 'db' | 'now'>,
  mfaToken: string,
): Promise<{ isAllowedToRemember: boolean; mfaDeviceExpiration: number }> {
  const pending = await findPending(db, { mfaToken, now });
  if (!pending) return { isAllowedToRemember: false, mfaDeviceExpiration: 0 };
  const { remembers, rememberSeconds } = await policyFor(db, pending.userId, { now });
  return { isAllowedToRemember: remembers, mfaDeviceExpiration: rememberSeconds };
}
