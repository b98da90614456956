import { z } from 'zod';
import { lineOfText } from '../../../platform/text-input';
import { lockout } from '../../policies/lockout/sign-in.rules';
import { longestRotationDays } from '../../policies/passwords/password-rotation.rules';
import { sessionCeiling } from '../../policies/sessions/session-policy.rules';

const box = z
  .literal('on')
  .optional()
  .transform((value) => value === 'on');
const whole = (min: number, max: number) => z.coerce.number().int().min(min).max(max);

/** Seconds. */
export const secondsOf = { minutes: 60, hours: 3600, days: 86_400 } as const;
export type TimeUnit = keyof typeof secondsOf;
export const timeUnits = Object.keys(secondsOf) as TimeUnit[];

export const enforcements = ['DontForce', 'ForceExceptSAML', 'Force'] as const;

/** What the fields of the page take. */
export const bounds = {
  rememberDays: { min: 1, max: 365 },
  minLength: { min: 12, max: 128 },
  minPhraseLength: { min: 12, max: 128 },
  kinds: { min: 0, max: 4 },
  historySize: { min: 1, max: 24 },
  periodDays: { min: 1, max: longestRotationDays },
  noticeDays: { min: 0, max: longestRotationDays },
  maxAttempts: { min: 1, max: lockout.failures },
  maxSessions: { min: 1, max: sessionCeiling.maxSessions },
  idleMinutes: { min: 1, max: sessionCeiling.idleSeconds / secondsOf.minutes },
  lifetime: { min: 1, max: sessionCeiling.lifeSeconds / secondsOf.minutes },
} as const;
const within = (field: keyof typeof bounds) => whole(bounds[field].min, bounds[field].max);

/** The forms of the page, each saved by itself. */
export const securityForms = {
  secondFactor: z.strictObject({
    enforce: z.enum(enforcements),
    remember: box,
    rememberDays: within('rememberDays'),
  }),
  passwords: z.strictObject({
    minLength: within('minLength'),
    kinds: within('kinds'),
    lowercase: box,
    uppercase: box,
    numbers: box,
    specialChars: box,
    threeRepeated: box,
    phrases: box,
    minPhraseLength: within('minPhraseLength'),
  }),
  reuse: z.strictObject({ reuse: box, historySize: within('historySize') }),
  expiry: z.strictObject({ expires: box, periodDays: within('periodDays'), noticeDays: within('noticeDays') }),
  lockout: z.strictObject({ lockout: box, maxAttempts: within('maxAttempts') }),
  sessions: z.strictObject({
    concurrent: box,
    maxSessions: within('maxSessions'),
    idle: box,
    idleMinutes: within('idleMinutes'),
    ends: box,
    lifetime: within('lifetime'),
    lifetimeUnit: z.enum(['minutes', 'hours', 'days']),
  }),
  support: z.strictObject({ clientViews: box }),
} as const;
export type SecuritySection = keyof typeof securityForms;
export const securitySections = Object.keys(securityForms) as SecuritySection[];

export const securityQuery = z.object({
  done: z
    .enum(securitySections as [SecuritySection, ...SecuritySection[]])
    .optional()
    .catch(undefined),
});

const list = z.enum(['ALLOW', 'BLOCK']);
export const addressSwitchForm = z.strictObject({ isActive: box, strategy: list });
export const addressForm = z.strictObject({
  addresses: z.string().trim().min(2, 'errors.required').max(5000),
  list,
  description: lineOfText(200),
});
export const domainSwitchForm = z.strictObject({ active: box, listType: list, blockPublicDomains: box });
export const domainForm = z.strictObject({ domain: z.string().trim().min(1, 'errors.required').max(260), list });
export const accessQuery = z.object({
  done: z
    .enum(['addresses', 'addressAdded', 'addressRemoved', 'domains', 'domainAdded', 'domainRemoved'])
    .optional()
    .catch(undefined),
  page: z.coerce.number().int().min(1).max(10_000).catch(1).default(1),
});
