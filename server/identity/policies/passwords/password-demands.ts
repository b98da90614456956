import type { Db } from '../../../platform/db/database';
import type { Translate } from '../../../platform/i18n/messages';
import { floorPolicy, kindsAsked } from './password-policy.rules';
import { historySizeOf, policyOfPerson } from './password-policy.store';

/** What a form says of the password that is chosen in it. */
export interface PasswordDemands {
  length: { min: number; max: number };
  /** What else is asked, a sentence each. */
  rules: string[];
}

/** What all tenants of somebody ask; of nobody, what Tare does. */
export async function demandsOn(
  { db, now, t }: { db: Db; now: Date; t: Translate },
  userId: number | null,
): Promise<PasswordDemands> {
  const policy = userId === null ? floorPolicy : await policyOfPerson(db, { userId }, now);
  const history = userId === null ? 0 : await historySizeOf(db, userId, now);
  const needed = kindsAsked(policy);
  const rules = [
    ...(needed > 0 ? [t('identity.passwordKinds', { needed })] : []),
    ...(policy.threeRepeated ? [t('identity.passwordRepeats')] : []),
    ...(history > 0 ? [t('account.password.ruleHistory', { size: history })] : []),
  ];
  return { length: { min: policy.minLength, max: policy.maxLength }, rules };
}
