import { hkdfSync } from 'node:crypto';
import { sql } from 'kysely';
import type { Trx } from '../../../platform/db/database';
import type { Visitor } from '../../../platform/visitor';
import { heldFactors } from '../../core/factors/factor.store';
import { recoveryBytes, recoverySetSize, recoveryText } from '../../core/secrets/recovery-code';
import { qrCodeOf, secretBytes, secretText } from '../../core/secrets/totp';
import type { Arrival, FactorAnswer } from '../../policies/entry/arrival';
import {
  holdsAny,
  isForced,
  maskedPhone,
  strategiesFor,
  strictestPolicy,
  usableFactors,
  type FactorPolicy,
  type HeldFactors,
} from '../../policies/mfa/factor.rules';
import { policiesFor } from '../../policies/mfa/mfa-policy.store';
import { openPending, type PendingSignIn } from './pending-sign-in.store';
import { isRemembered, rememberedCookie } from './remembered-device';

/** What a sign-in may enrol: the same each time it is asked for, and made again by nobody once the sign-in is over. */
export function enrolmentOf(
  mfaToken: string,
  salt: Uint8Array,
): { secret: string; recoveryCodes: [string, ...string[]] } {
  const made = (purpose: string, bytes: number) => new Uint8Array(hkdfSync('sha256', mfaToken, salt, purpose, bytes));
  const code = (purpose: string) => recoveryText(made(purpose, recoveryBytes));
  const further = Array.from({ length: recoverySetSize - 1 }, (_, at) => code(`recovery code ${at + 2}`));
  return { secret: secretText(made('authenticator', secretBytes)), recoveryCodes: [code('recovery code'), ...further] };
}

/** Devices as front ends show them. `masked`: to somebody of whom one proof is known alone. */
export function devicesView({ authenticators, phones, email, devices }: HeldFactors, { masked }: { masked: boolean }) {
  return {
    webauthn: devices.map(({ id, deviceType, name }) => ({ id, deviceType, name })),
    phones: phones.map(({ id, phone }) => ({ id, phoneNumber: masked ? maskedPhone(phone) : phone })),
    authenticators: authenticators.map(({ id }) => ({ id })),
    emails: email === null ? [] : [{ email }],
  };
}

interface Asked {
  arrival: Arrival;
  /** The number of a tenant that they join by coming in. */
  joining: number | undefined;
}

/** Asks for a second proof where the person has a factor, or a tenant of theirs forces one. @returns null where nothing more is asked */
export async function askForFactor(
  trx: Trx,
  visitor: Visitor,
  { arrival, joining }: Asked,
): Promise<FactorAnswer | null> {
  const { userId, amr, way } = arrival;
  const { now } = visitor;
  if (amr.includes('mfa')) return null;
  const { policies, ...held } = await selectDemands(trx, userId, { now, joining });
  const policy = strictestPolicy(policies);
  const hasFactor = holdsAny(held);
  if (!hasFactor && !isForced(policy, amr)) return null;
  if (
    hasFactor &&
    policy.remembers &&
    (await isRemembered(trx, { userId, token: visitor.cookie(rememberedCookie), seconds: policy.rememberSeconds, now }))
  )
    return null;
  const { mfaToken, salt } = await openPending(trx, { ...arrival, now });
  const { email } = await trx
    .selectFrom('identity.user')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const usable = usableFactors(held, way);
  const enrolled = holdsAny(usable);
  const known = {
    mfaRequired: true,
    mfaToken,
    mfaEnrolled: enrolled,
    mfaDevices: devicesView(usable, { masked: true }),
    mfaStrategies: strategiesFor(way),
    userEmail: email,
  } as const;
  return enrolled ? known : { ...known, ...(await enrolmentView({ email, salt }, mfaToken)) };
}

/** What somebody could prove themselves by, and what the tenants ask of them: each sign-in asks for both. */
async function selectDemands(
  trx: Trx,
  userId: number,
  when: { now: Date; joining: number | undefined },
): Promise<HeldFactors & { policies: FactorPolicy[] }> {
  const { rows } = await sql<HeldFactors & { policies: FactorPolicy[] }>`
    select held.*, (select coalesce(json_agg(asking), '[]') from (${policiesFor(userId, when)}) as asking) as policies
    from (${heldFactors(userId)}) as held`.execute(trx);
  return rows[0]!;
}

/** What somebody who must enrol is shown. */
export async function enrolmentView(
  { email, salt }: Pick<PendingSignIn, 'email' | 'salt'>,
  mfaToken: string,
): Promise<{ qrCode: string; recoveryCode: string }> {
  const {
    secret,
    recoveryCodes: [recoveryCode],
  } = enrolmentOf(mfaToken, salt);
  return { qrCode: await qrCodeOf(secret, email), recoveryCode };
}
