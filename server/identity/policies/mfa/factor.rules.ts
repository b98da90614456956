import type { FactorStrategy } from '../../../platform/factor-strategies.rules';
import type { DeviceType } from './device-types.rules';

/** So many wrong codes within so long, by whatever factor and in whatever flow, lock the account's factors for the rest of it. */
export const tryPolicy = { wrongCodes: 5, seconds: 600 };

/** How long a proof counts as fresh where factors are changed. */
export const freshSeconds = 300;

/** How long a sign-in waits for its second proof. */
export const pendingSeconds = 600;

export interface Tries {
  wrongCodes: number;
  /** Of the first wrong code of the window; null where there was none. */
  wrongSince: Date | null;
}

const windowEnd = ({ wrongSince }: Tries) =>
  wrongSince === null ? 0 : wrongSince.getTime() + tryPolicy.seconds * 1000;

/** Seconds until a code is looked at again; 0 where one is now. */
export function lockedSeconds(tries: Tries, now: Date): number {
  const left = windowEnd(tries) - now.getTime();
  return tries.wrongCodes >= tryPolicy.wrongCodes && left > 0 ? Math.ceil(left / 1000) : 0;
}

/** The count with one more wrong code. */
export function withWrongCode(tries: Tries, now: Date): Tries {
  return windowEnd(tries) > now.getTime()
    ? { ...tries, wrongCodes: tries.wrongCodes + 1 }
    : { wrongCodes: 1, wrongSince: now };
}

export interface HeldFactors {
  authenticators: { id: string }[];
  phones: { id: string; phone: string }[];
  /** The address to which codes are sent, where they are a factor. */
  email: string | null;
  /** Security keys, and machines themselves. */
  devices: { id: string; deviceType: DeviceType; name: string }[];
}

export const holdsAny = ({ authenticators, phones, email, devices }: HeldFactors) =>
  authenticators.length + phones.length + devices.length > 0 || email !== null;

/** Where the first proof already came through the mailbox or the phone, a code to the same place proves nothing more. */
const mailWays = new Set(['magicLink', 'emailCode', 'activation', 'invitation', 'stepUpByMail']);
const phoneWays = new Set(['smsCode', 'stepUpByText']);

/**
 * The factors that are a second proof for somebody who came this way. Where none is left they are as somebody without any: they set up
 * one of another kind, or come by a way that is of another kind than theirs.
 */
export const usableFactors = (held: HeldFactors, way: string): HeldFactors => ({
  ...held,
  phones: phoneWays.has(way) ? [] : held.phones,
  email: mailWays.has(way) ? null : held.email,
});

/** How a second proof is asked of a session: one of which a mailed link or code, or a text, is all that is known takes no other of its kind. */
export function stepUpWay(amr: readonly string[]): 'stepUp' | 'stepUpByMail' | 'stepUpByText' {
  if (amr.length === 0 || amr.some((method) => method !== 'otp' && method !== 'sms')) return 'stepUp';
  return amr.includes('otp') ? 'stepUpByMail' : 'stepUpByText';
}

export const strategyOfDevice: Record<DeviceType, FactorStrategy> = {
  Platform: 'WebAuthnPlatform',
  CrossPlatform: 'WebAuthnCrossPlatform',
};

/** Which authenticators a browser is to offer for these kinds; null where any will do. */
export const attachmentOf = (kinds: readonly DeviceType[]): 'platform' | 'cross-platform' | null =>
  kinds.length !== 1 ? null : kinds[0] === 'Platform' ? 'platform' : 'cross-platform';

/** What somebody who came this way may choose from. */
export function strategiesFor(way: string): FactorStrategy[] {
  return [
    'AuthenticatorApp',
    ...(phoneWays.has(way) ? [] : ['SMS' as const]),
    ...(mailWays.has(way) ? [] : ['EmailCode' as const]),
    'WebAuthnPlatform',
    'WebAuthnCrossPlatform',
  ];
}

export type Enforcement = 'DontForce' | 'Force' | 'ForceExceptSAML';

export interface FactorPolicy {
  enforce: Enforcement;
  /** Whether browsers may be remembered, and for how long. */
  remembers: boolean;
  rememberSeconds: number;
}

/** Of a tenant that has said nothing. */
export const usualPolicy: FactorPolicy = { enforce: 'DontForce', remembers: true, rememberSeconds: 14 * 86_400 };

const strictness: Record<Enforcement, number> = { DontForce: 0, ForceExceptSAML: 1, Force: 2 };

/** Whoever signs in may go on in any tenant of theirs: the strictest of all holds. */
export function strictestPolicy(policies: readonly FactorPolicy[]): FactorPolicy {
  return policies.reduce(
    (one, other) => ({
      enforce: strictness[other.enforce] > strictness[one.enforce] ? other.enforce : one.enforce,
      remembers: one.remembers && other.remembers,
      rememberSeconds: Math.min(one.rememberSeconds, other.rememberSeconds),
    }),
    policies[0] ?? usualPolicy,
  );
}

/** Until when a browser is asked for nothing by the policy of today, which may be less long than was promised; null where none is spared. */
export function sparedUntil(
  { createdAt, expiresAt }: { createdAt: Date; expiresAt: Date },
  { remembers, rememberSeconds }: FactorPolicy,
  now: Date,
): Date | null {
  const until = new Date(Math.min(expiresAt.getTime(), createdAt.getTime() + rememberSeconds * 1000));
  return remembers && until > now ? until : null;
}

/** `amr`: the methods of the first proof; somebody whom an identity provider vouches for has 'sso' among them. */
export const isForced = ({ enforce }: FactorPolicy, amr: readonly string[]) =>
  enforce === 'Force' || (enforce === 'ForceExceptSAML' && !amr.includes('sso'));

/** Whether a session's second proof is fresh enough for whoever asks; without a limit any is. */
export function isSteppedUp(
  { amr, authenticatedAt }: { amr: readonly string[]; authenticatedAt: Date },
  now: Date,
  maxAgeSeconds?: number,
): boolean {
  return (
    amr.includes('mfa') &&
    (maxAgeSeconds === undefined || now.getTime() - authenticatedAt.getTime() <= maxAgeSeconds * 1000)
  );
}

/** Of a phone number, as much as its owner needs to know it again. */
export const maskedPhone = (phone: string) => `${'•'.repeat(Math.max(phone.length - 3, 0))}${phone.slice(-3)}`;

/** Of somebody's recovery codes. */
export interface RecoveryCount {
  left: number;
  /** How many there were when they were made. */
  of: number;
}

/** From so few on their owner is told to make new ones. */
export const fewRecoveryCodes = 3;

export const isRunningOut = ({ left }: RecoveryCount): boolean => left <= fewRecoveryCodes;
