import type { ActingPersonally } from '../../../platform/acting';
import { fail } from '../../../platform/errors';
import { passwordPolicyActions } from '../../identity.audit';
import type { ComplexityBody, RotationBody } from './password-policy.contract';
import { isSatisfiable, kindsOn, type PasswordPolicy } from './password-policy.rules';
import {
  findHistoryPolicy,
  policyOfTenant,
  saveComplexity,
  saveHistoryPolicy,
  type HistoryPolicy,
} from './password-policy.store';
import { noticeOf, type RotationPolicy } from './password-rotation.rules';
import { rotationOfTenant, saveRotation } from './password-rotation.store';

/**
 * What the tenant asks of passwords that are set from now on. Those of now stay good.
 * @throws Failure 400 where no password could satisfy it
 */
export function changeComplexity(
  { scope, db, audit }: ActingPersonally,
  wish: ComplexityBody,
): Promise<PasswordPolicy> {
  const tenantNumber = scope.organisationId;
  return db.transaction().execute(async (trx) => {
    const before = await policyOfTenant(trx, tenantNumber);
    const after = changed(before, wish);
    if (!isSatisfiable(after))
      throw fail.badRequest('identity.policyUnsatisfiable', {
        params: { needed: after.minOptionalTests, on: kindsOn(after) },
      });
    await saveComplexity(trx, tenantNumber, after);
    await audit(trx, {
      action: passwordPolicyActions.changeComplexity,
      entity: 'tenant',
      entityId: tenantNumber,
      before,
      after,
    });
    return after;
  });
}

function changed(before: PasswordPolicy, { requiredTests, optionalTests, ...wish }: ComplexityBody): PasswordPolicy {
  return {
    minLength: wish.minLength ?? before.minLength,
    maxLength: wish.maxLength ?? before.maxLength,
    allowPassphrases: wish.allowPassphrases ?? before.allowPassphrases,
    minPhraseLength: wish.minPhraseLength ?? before.minPhraseLength,
    minOptionalTests: wish.minOptionalTestsToPass ?? before.minOptionalTests,
    threeRepeated: requiredTests?.checkThreeRepeatedChars ?? before.threeRepeated,
    lowercase: optionalTests?.requireLowercase ?? before.lowercase,
    uppercase: optionalTests?.requireUppercase ?? before.uppercase,
    numbers: optionalTests?.requireNumbers ?? before.numbers,
    specialChars: optionalTests?.requireSpecialChars ?? before.specialChars,
  };
}

/**
 * After how many days the tenant asks for another password. Passwords that are older already end at their people's next sign-in.
 * @throws Failure 400 for a notice that is longer than the password lasts
 */
export function changeRotation(
  { scope, db, audit }: ActingPersonally,
  { isActive, rotationPeriod, notificationPeriod }: RotationBody,
): Promise<RotationPolicy> {
  const tenantNumber = scope.organisationId;
  return db.transaction().execute(async (trx) => {
    const before = await rotationOfTenant(trx, tenantNumber);
    const after = {
      active: isActive ?? before.active,
      periodDays: rotationPeriod ?? before.periodDays,
      noticeDays: notificationPeriod ?? before.noticeDays,
    };
    const notice = noticeOf(after);
    if (notice > after.periodDays)
      throw fail.badRequest('identity.noticeTooLong', { params: { notice, period: after.periodDays } });
    await saveRotation(trx, tenantNumber, after);
    await audit(trx, {
      action: passwordPolicyActions.changeRotation,
      entity: 'tenant',
      entityId: tenantNumber,
      before,
      after,
    });
    return after;
  });
}

interface HistoryChange {
  /** Names the policy where it is changed. */
  id?: string | undefined;
  enabled: boolean;
  historySize: number;
}

/** @throws Failure 404 for a policy that is not the tenant's */
export function changeHistoryPolicy(
  { scope, db, now, audit }: ActingPersonally,
  { id, enabled, historySize }: HistoryChange,
): Promise<HistoryPolicy> {
  const tenantNumber = scope.organisationId;
  return db.transaction().execute(async (trx) => {
    const before = await findHistoryPolicy(trx, tenantNumber);
    if (id !== undefined && before?.id !== id) throw fail.notFound('identity.unknownPolicy');
    if (before && before.enabled === enabled && before.historySize === historySize) return before;
    await saveHistoryPolicy(trx, { tenantNumber, enabled, historySize, now });
    const after = await findHistoryPolicy(trx, tenantNumber);
    if (!after) throw new Error('a policy that was just saved is not there');
    await audit(trx, {
      action: passwordPolicyActions.changeHistory,
      entity: 'passwordPolicy',
      entityId: after.id,
      before: before && { enabled: before.enabled, historySize: before.historySize },
      after: { enabled, historySize },
    });
    return after;
  });
}
