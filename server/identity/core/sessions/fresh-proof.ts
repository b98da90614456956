import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db/database';
import { fail } from '../../../platform/errors';

/** How long ago somebody may have proved themselves who adds or removes a way in. */
const freshMs = 5 * 60_000;

/** Ways in by which a provider vouches, often for a session of its own and without asking anybody. */
const vouched: ReadonlySet<string> = new Set(['sso', 'social']);

/** Of a session `s` that has just been opened: it says itself when somebody proved to be them. */
export const provesSomebody = sql<boolean>`(s.provider_proof_at is not null or not s.amr <@ ${[...vouched]}::text[])`;

/** When somebody last proved themselves; null where a provider alone vouches for them and has not said when it asked them. */
function lastProof({
  amr,
  authenticated_at,
  created_at,
  provider_proof_at,
}: {
  amr: readonly string[];
  authenticated_at: Date | null;
  created_at: Date;
  provider_proof_at: Date | null;
}): Date | null {
  return amr.length > 0 && amr.every((method) => vouched.has(method))
    ? provider_proof_at
    : (authenticated_at ?? created_at);
}

/**
 * Whoever changes how somebody signs in has just proved to be them: a browser that was left open is not enough.
 * @throws Failure 403 `identity.signInAgain`
 */
export async function requireFreshProof(
  db: Db | Trx,
  { sessionId, now }: { sessionId: string; now: Date },
): Promise<void> {
  const session = await db
    .selectFrom('identity.session')
    .select(['amr', 'authenticated_at', 'created_at', 'provider_proof_at'])
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow();
  const at = lastProof(session);
  if (at === null || now.getTime() - at.getTime() > freshMs) throw fail.forbidden('identity.signInAgain');
}
