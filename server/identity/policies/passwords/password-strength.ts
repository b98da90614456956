import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import type { Db } from '../../../platform/db/database';
import { fail } from '../../../platform/errors';
import { guessableWords } from './password.rules';

/** Of 0 to 4; 3 stands for at least 100 million guesses. */
const leastScore = 3;
/** The work grows faster than the text; a password that is weak this far is not worth saving by what follows. */
const judgedLength = 64;

let judge: Promise<ZxcvbnFactory> | undefined;

/** Most processes never set a password: the lists, some 12 MB, are read when the first one is set. */
async function loadJudge(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Factory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new Factory({ dictionary, graphs: adjacencyGraphs });
}

/** @throws Failure 422 `password.tooWeak` */
export async function checkStrength(password: string, words: readonly string[]): Promise<void> {
  judge ??= loadJudge();
  const { score } = (await judge).check(password.normalize('NFC').slice(0, judgedLength), [...words]);
  if (score < leastScore)
    throw fail.unprocessable('password.tooWeak', { fields: [{ field: 'password', code: 'password.tooWeak' }] });
}

/** @throws Failure 422 `password.tooWeak` */
export async function checkStrengthFor(db: Db, userId: number, password: string): Promise<void> {
  const rows = await db
    .selectFrom('identity.user as u')
    .leftJoin('identity.membership as m', 'm.user_id', 'u.id')
    .leftJoin('identity.tenant as t', 't.number', 'm.tenant_number')
    .select(['u.login', 'u.email', 'u.full_name as fullName', 't.name as organisation'])
    .where('u.id', '=', userId)
    .limit(100)
    .execute();
  const [person] = rows;
  if (!person) return;
  await checkStrength(
    password,
    guessableWords({ ...person, organisations: rows.flatMap(({ organisation }) => organisation ?? []) }),
  );
}
