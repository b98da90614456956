import type { TypedForm } from '../../../../views/identity/security/security-frame';
import type { LockoutPolicy } from '../../policies/lockout/lockout-policy.store';
import type { FactorPolicy } from '../../policies/mfa/factor.rules';
import type { PasswordPolicy } from '../../policies/passwords/password-policy.rules';
import type { HistoryPolicy } from '../../policies/passwords/password-policy.store';
import { noticeOf, type RotationPolicy } from '../../policies/passwords/password-rotation.rules';
import type { SessionPolicy } from '../../policies/sessions/session-policy.rules';
import { bounds, secondsOf, timeUnits, type SecuritySection, type TimeUnit } from './security-forms.contract';

export interface Policies {
  factors: FactorPolicy;
  passwords: PasswordPolicy;
  history: Pick<HistoryPolicy, 'enabled' | 'historySize'> | null;
  rotation: RotationPolicy;
  lockout: Pick<LockoutPolicy, 'enabled' | 'maxAttempts'>;
  sessions: SessionPolicy;
  /** Staff may look with the eyes of the tenant's people. */
  clientViews: boolean;
}

/** How many passwords the field offers where nothing was set. */
const usualHistory = 5;

/** Seconds in the largest unit that loses nothing; part of a minute counts as one. */
export function inLargestUnit(seconds: number): { amount: number; unit: TimeUnit } {
  const unit = [...timeUnits].reverse().find((one) => seconds % secondsOf[one] === 0) ?? 'minutes';
  return { amount: Math.max(1, Math.round(seconds / secondsOf[unit])), unit };
}

const box = (name: string, given: boolean): TypedForm => (given ? { [name]: 'on' } : {});

/** What the fields of the page show, as a form would send it. */
export function formsOfPolicies({
  factors,
  passwords,
  history,
  rotation,
  lockout,
  sessions,
  clientViews,
}: Policies): Record<SecuritySection, TypedForm> {
  const life = inLargestUnit(sessions.lifeSeconds);
  return {
    secondFactor: {
      enforce: factors.enforce,
      ...box('remember', factors.remembers),
      rememberDays: String(Math.max(bounds.rememberDays.min, Math.round(factors.rememberSeconds / secondsOf.days))),
    },
    passwords: {
      minLength: String(passwords.minLength),
      kinds: String(passwords.minOptionalTests),
      ...box('lowercase', passwords.lowercase),
      ...box('uppercase', passwords.uppercase),
      ...box('numbers', passwords.numbers),
      ...box('specialChars', passwords.specialChars),
      ...box('threeRepeated', passwords.threeRepeated),
      ...box('phrases', passwords.allowPassphrases),
      minPhraseLength: String(passwords.minPhraseLength),
    },
    reuse: {
      ...box('reuse', history?.enabled ?? false),
      historySize: String(history?.historySize ?? usualHistory),
    },
    expiry: {
      ...box('expires', rotation.active),
      periodDays: String(rotation.periodDays),
      noticeDays: String(noticeOf(rotation)),
    },
    lockout: { ...box('lockout', lockout.enabled), maxAttempts: String(lockout.maxAttempts) },
    sessions: {
      ...box('concurrent', sessions.concurrentActive),
      maxSessions: String(sessions.maxSessions),
      ...box('idle', sessions.idleActive),
      idleMinutes: String(Math.max(1, Math.round(sessions.idleSeconds / secondsOf.minutes))),
      ...box('ends', sessions.lifeActive),
      lifetime: String(life.amount),
      lifetimeUnit: life.unit,
    },
    support: box('clientViews', clientViews),
  };
}
