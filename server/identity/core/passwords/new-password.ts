import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db/database';
import { fail, type Failure, type FieldProblem } from '../../../platform/errors';
import type { PasswordBreaches } from '../../policies/breaches/breaches';
import { floorPolicy, policyFault, type PasswordPolicy } from '../../policies/passwords/password-policy.rules';
import {
  historySizeOf,
  keepReplacedHash,
  listReplacedHashes,
  policyOfPerson,
  policyOfTenant,
} from '../../policies/passwords/password-policy.store';
import { checkStrength, checkStrengthFor } from '../../policies/passwords/password-strength';
import { guessableWords, type PersonNames } from '../../policies/passwords/password.rules';
import { hashPassword, verifyPassword } from '../secrets/password-hash';
import { endPasswordLinks } from './password-link';

const refused = (problem: FieldProblem): Failure =>
  fail.unprocessable(problem.code, { params: problem.params, fields: [problem] });

/** A password that may be set, and what it takes the place of. */
export interface CheckedPassword {
  userId: number;
  hash: string;
  before: string | null;
}

/**
 * The one way to a password that may be set: hard to guess, as the person's tenants ask, known from no data breach, and none of those that they may not take again.
 * @throws Failure 422 naming what is wrong
 */
export async function checkNewPassword(
  { db, breaches, now }: { db: Db; breaches: PasswordBreaches; now: Date },
  userId: number,
  password: string,
): Promise<CheckedPassword> {
  const { password_hash: before } = await db
    .selectFrom('identity.user')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  checkPolicy(await policyOfPerson(db, { userId }, now), password);
  await checkStrengthFor(db, userId, password);
  await checkBreaches(breaches, password);
  await checkHistory(db, { userId, before, password, now });
  return { userId, hash: await hashPassword(password), before };
}

/**
 * The same of somebody who has no account yet, by what they say of themselves and the tenant that they join; of nobody's account anything is read.
 * @throws Failure 422 naming what is wrong
 */
export async function checkFirstPassword(
  { db, breaches }: { db: Db; breaches: PasswordBreaches },
  { names, joining }: { names: PersonNames; joining?: number | undefined },
  password: string,
): Promise<void> {
  checkPolicy(joining === undefined ? floorPolicy : await policyOfTenant(db, joining), password);
  await checkStrength(password, guessableWords(names));
  await checkBreaches(breaches, password);
}

function checkPolicy(policy: PasswordPolicy, password: string): void {
  const fault = policyFault(policy, password);
  if (fault) throw refused({ field: 'password', ...fault });
}

async function checkBreaches(breaches: PasswordBreaches, password: string): Promise<void> {
  if (await breaches.isKnown(password)) throw refused({ field: 'password', code: 'signInChecks.passwordBreached' });
}

/** One after another: each comparison takes its turn among those of everybody. */
async function checkHistory(
  db: Db,
  { userId, before, password, now }: { userId: number; before: string | null; password: string; now: Date },
): Promise<void> {
  const size = await historySizeOf(db, userId, now);
  if (size === 0) return;
  for (const hash of [before, ...(await listReplacedHashes(db, userId, size - 1))]) {
    if (hash !== null && (await verifyPassword(hash, password)))
      throw refused({ field: 'password', code: 'identity.passwordUsedBefore', params: { size } });
  }
}

/** Puts it in the place of the one that it was checked against. @throws Failure 409 where another was set meanwhile */
export async function setPassword(trx: Trx, { userId, hash, before }: CheckedPassword, now: Date): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('identity.user')
    .set({
      password_hash: hash,
      password_changed_at: now,
      password_reset_required: false,
      password_breached_at: null,
      breach_checked_at: null,
      failed_sign_ins: 0,
      locked_until: null,
    })
    .where('id', '=', userId)
    .where(sql<boolean>`password_hash is not distinct from ${before}`)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw fail.conflict('errors.conflict');
  if (before !== null)
    await keepReplacedHash(
      trx,
      { userId, hash: before, now },
      Math.max(0, (await historySizeOf(trx, userId, now)) - 1),
    );
  await endPasswordLinks(trx, userId, now);
}
