import type { Trx } from '../../../platform/db/database';
import { fail } from '../../../platform/errors';
import type { Visitor } from '../../../platform/visitor';
import { listFactors, lockFactors } from '../../core/factors/factor.store';
import { countRecoveryCodes, keepRecoveryCodes } from '../../core/factors/recovery-code.store';
import { newRecoveryCodes } from '../../core/secrets/recovery-code';
import { factorActions } from '../../identity.audit';
import { holdsAny, type RecoveryCount } from '../../policies/mfa/factor.rules';
import { assertMayEnrol, type Owner } from './own-factors.service';
import { tellOfRecoveryCodesJob } from './recovery-codes.job';

/**
 * Makes a new set; the codes of before end.
 * @returns the codes, which are kept as hashes alone
 * @throws Failure 403 without a fresh proof, 404 for whoever has no second factor
 */
export function renewRecoveryCodes(owner: Owner): Promise<string[]> {
  const {
    actor: { userId },
    db,
    now,
    jobs,
    audit,
  } = owner.acting;
  return db.transaction().execute(async (trx) => {
    await assertMayEnrol(trx, owner);
    // One renewal after the other: of two at once the set of the later one counts.
    await lockFactors(trx, userId);
    if (!holdsAny(await listFactors(trx, userId))) throw fail.notFound('identity.unknownFactor');
    const codes = newRecoveryCodes();
    await keepRecoveryCodes(trx, userId, { codes, now });
    await jobs.send(trx, tellOfRecoveryCodesJob, {
      userId,
      what: 'renewed',
      left: codes.length,
      of: codes.length,
      at: now.toISOString(),
    });
    await audit(trx, {
      action: factorActions.renewRecovery,
      entity: 'user',
      entityId: userId,
      after: { codes: codes.length },
    });
    return codes;
  });
}

interface Used extends Pick<Visitor, 'jobs' | 'now'> {
  userId: number;
  audit(
    trx: Trx,
    change: { action: typeof factorActions.useRecovery; entity: 'user'; entityId: number; after: RecoveryCount },
  ): Promise<void>;
}

/** Writes down that a code was used, and tells its owner, in the transaction that took it. @returns what is left */
export async function noteRecoveryUse(trx: Trx, { userId, jobs, now, audit }: Used): Promise<RecoveryCount> {
  const count = await countRecoveryCodes(trx, userId);
  await jobs.send(trx, tellOfRecoveryCodesJob, { userId, what: 'used', ...count, at: now.toISOString() });
  await audit(trx, { action: factorActions.useRecovery, entity: 'user', entityId: userId, after: count });
  return count;
}
