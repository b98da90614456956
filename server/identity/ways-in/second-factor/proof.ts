import type { Trx } from '../../../platform/db/database';
import { listAuthenticators, takeStep } from '../../core/factors/factor.store';
import { takeRecoveryCode } from '../../core/factors/recovery-code.store';
import type { InstallationSecrets } from '../../core/secrets/installation-secrets';
import { takeCode } from '../../core/secrets/one-time-code';
import { stepOfCode } from '../../core/secrets/totp';
import type { HeldFactors } from '../../policies/mfa/factor.rules';
import type { IdentityConfig } from '../../ports';
import { takeSigned, type SignedByDevice } from './device-ceremony';

/** The purpose under which secrets of authenticators are sealed. */
export const authenticatorPurpose = 'authenticator';

/** A second proof, as it was given. */
export type Proof =
  | { kind: 'authenticator'; code: string; deviceId?: string }
  | { kind: 'email'; otcToken: string; code: string }
  | { kind: 'phone'; otcToken: string; code: string; deviceId: string }
  | ({ kind: 'device' } & SignedByDevice)
  /** In place of a factor that is lost. */
  | { kind: 'recovery'; code: string };

/** As access tokens name it (RFC 8176). */
export type Method = 'otp' | 'sms' | 'hwk';

interface Asked {
  userId: number;
  /** Of these the proof must be. */
  held: HeldFactors;
  flow: string;
  secrets: InstallationSecrets;
  config: Pick<IdentityConfig, 'publicUrl' | 'ownOrigins'>;
  now: Date;
  /** Of a device whose counter went back. */
  noteCopy(trx: Trx, deviceId: string): Promise<void>;
}

/** Takes a second proof, once. @returns how it was given; null where it is not right */
export async function takeProof(trx: Trx, proof: Proof, asked: Asked): Promise<Method | null> {
  const { userId, held, flow, now } = asked;
  if (proof.kind === 'authenticator') return (await takeAuthenticatorCode(trx, proof, asked)) ? 'otp' : null;
  if (proof.kind === 'device')
    return (await takeSigned(trx, proof, { ...asked, purpose: 'signInDevice' })) ? 'hwk' : null;
  if (proof.kind === 'recovery') return (await takeRecoveryCode(trx, userId, { code: proof.code, now })) ? 'otp' : null;
  const target = await takeCode(trx, {
    userId,
    purpose: 'signIn',
    flow,
    now,
    otcToken: proof.otcToken,
    code: proof.code,
  });
  if (target === null) return null;
  if (proof.kind === 'email') return held.email === target ? 'otp' : null;
  return target === proof.deviceId && held.phones.some(({ id }) => id === target) ? 'sms' : null;
}

/** A code of the authenticator that is named, or of any of the person's. */
async function takeAuthenticatorCode(
  trx: Trx,
  { code, deviceId }: { code: string; deviceId?: string },
  { userId, secrets, now }: Pick<Asked, 'userId' | 'secrets' | 'now'>,
): Promise<boolean> {
  for (const { id, sealedSecret } of await listAuthenticators(trx, userId, { confirmed: true })) {
    if (deviceId !== undefined && id !== deviceId) continue;
    const step = stepOfCode(secrets.open(authenticatorPurpose, sealedSecret), code.replace(/\s/g, ''), now);
    if (step !== null) return takeStep(trx, id, { step, now });
  }
  return false;
}

/** What switches a factor off: a code of an authenticator, or a recovery code. @returns which it was; null where it is neither */
export async function takeCodeOrRecovery(
  trx: Trx,
  code: string,
  asked: Pick<Asked, 'userId' | 'secrets' | 'now'>,
): Promise<'code' | 'recovery' | null> {
  if (await takeAuthenticatorCode(trx, { code }, asked)) return 'code';
  return (await takeRecoveryCode(trx, asked.userId, { code, now: asked.now })) ? 'recovery' : null;
}
