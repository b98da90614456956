import type { PasswordPolicy } from './password-policy.rules';
import type { HistoryPolicy } from './password-policy.store';
import { noticeOf, type RotationPolicy } from './password-rotation.rules';

/** As the published client tests a password that is typed. */
export const policyView = (policy: PasswordPolicy) => ({
  allowPassphrases: policy.allowPassphrases,
  maxLength: policy.maxLength,
  minLength: policy.minLength,
  minPhraseLength: policy.minPhraseLength,
  minOptionalTestsToPass: policy.minOptionalTests,
  requiredTests: { checkThreeRepeatedChars: policy.threeRepeated },
  optionalTests: {
    requireLowercase: policy.lowercase,
    requireUppercase: policy.uppercase,
    requireNumbers: policy.numbers,
    requireSpecialChars: policy.specialChars,
  },
});

/** Without an id, nothing was chosen yet: clients create what has none and change what has one. */
export const historyView = (policy: HistoryPolicy | null) =>
  policy
    ? {
        id: policy.id,
        enabled: policy.enabled,
        historySize: policy.historySize,
        createdAt: policy.createdAt.toISOString(),
        updatedAt: policy.updatedAt.toISOString(),
      }
    : vendorHistory;

/** What holds for every tenant that has chosen nothing. */
export const vendorHistory = { enabled: false, historySize: 1 };

/** Days. */
export const rotationView = (policy: RotationPolicy) => ({
  isActive: policy.active,
  rotationPeriod: policy.periodDays,
  notificationPeriod: noticeOf(policy),
});
