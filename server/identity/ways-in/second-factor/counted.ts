import type { Trx } from '../../../platform/db/database';
import { fail } from '../../../platform/errors';
import { keepTries, lockFactors, type FactorRow } from '../../core/factors/factor.store';
import { lockedSeconds, tryPolicy, withWrongCode } from '../../policies/mfa/factor.rules';

/** What came of a code, told to the caller's transaction, which is kept either way: a wrong code counts. */
export type Outcome<Value> =
  { kind: 'right'; value: Value } | { kind: 'wrong'; lockedNow: boolean } | { kind: 'locked'; seconds: number };

/**
 * Looks at a code, one of the account at a time, and counts it where it is wrong. While too many were wrong none is looked at.
 * @param check answers null for a wrong code, and must have changed nothing then
 */
export async function counted<Value>(
  trx: Trx,
  { userId, now }: { userId: number; now: Date },
  check: (row: FactorRow) => Promise<Value | null>,
): Promise<Outcome<Value>> {
  const row = await lockFactors(trx, userId);
  const seconds = lockedSeconds(row, now);
  if (seconds > 0) return { kind: 'locked', seconds };
  const value = await check(row);
  if (value !== null) return { kind: 'right', value };
  const tries = withWrongCode(row, now);
  await keepTries(trx, userId, tries);
  return { kind: 'wrong', lockedNow: tries.wrongCodes === tryPolicy.wrongCodes };
}

/** What is said of a proof that is not right: of a code, or of a device's answer. */
export type WrongWords = 'identity.wrongCode' | 'webauthn.refused';

/** To be called once the transaction is kept. @throws Failure 429 while the account's factors are locked, and for a wrong code */
export function rightOf<Value>(
  outcome: Outcome<Value>,
  wrong: 'badRequest' | 'signedOut',
  words: WrongWords = 'identity.wrongCode',
): Value {
  if (outcome.kind === 'locked') throw fail.tooMany('errors.tooMany', { params: { seconds: outcome.seconds } });
  if (outcome.kind === 'wrong') throw fail[wrong](words);
  return outcome.value;
}
