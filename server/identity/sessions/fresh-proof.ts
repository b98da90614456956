import type { Db, Trx } from '../../platform/db/database';
import { fail } from '../../platform/errors';

/** How long ago somebody may have proved themselves who adds or removes a way in. */
const freshMs = 5 * 60_000;

/**
 * Whoever changes how somebody signs in has just proved to be them: a browser that was left open is not enough.
 * @throws Failure 403 `identity.signInAgain`
 */
export async function requireFreshProof(db: Db | Trx, { sessionId, now }: { sessionId: string; now: Date }): Promise<void> {
  const { authenticated_at, created_at } = await db.selectFrom('identity.session').select(['authenticated_at', 'created_at']).where('id', '=', sessionId).executeTakeFirstOrThrow();
  if (now.getTime() - (authenticated_at ?? created_at).getTime() > freshMs) throw fail.forbidden('identity.signInAgain');
}
