import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database';
import { fail } from '../../../platform/errors';
import type { Visitor } from '../../../platform/visitor';
import { provesSomebody } from '../../core/sessions/fresh-proof';
import { userActions } from '../../identity.audit';
import { isWayOpen } from '../../policies/strategies/strategies.rules';
import type { IdentityConfig } from '../../ports';

export interface Asked {
  /** The flags of front ends that are on. */
  flags: readonly string[];
  /** Whether anybody signs in by one here. */
  taken: boolean;
  /** What the browser said: it can make passkeys, and nobody chose in it to sign in by one or not to be asked. */
  offered: boolean;
  /** The person themselves does not want to be asked again, in whatever browser. */
  declined: boolean;
  /** How many passkeys the person has. */
  passkeys: number;
  /** They sign in by their organization, which a passkey would pass by. */
  ssoUser: boolean;
}

/** Whether somebody who has just signed in is asked to add a passkey. */
export const promptsForPasskey = ({ flags, taken, offered, declined, passkeys, ssoUser }: Asked): boolean =>
  flags.includes('show-passkeys-new') && taken && offered && !declined && passkeys === 0 && !ssoUser;

interface Whose {
  sessionId: string;
  offered: boolean;
}

/** Whether whoever has just opened this session is asked to add a passkey: not where they had to prove themselves first. */
export async function isPasskeyPrompted(
  db: Db,
  { sessionId, offered }: Whose,
  { identity: { flags, authStrategy } }: Pick<IdentityConfig, 'identity'>,
): Promise<boolean> {
  // Most browsers say nothing, and are not worth a query.
  if (!offered) return false;
  const {
    rows: [person],
  } = await sql<Pick<Asked, 'declined' | 'passkeys' | 'ssoUser'>>`
    select u.passkey_prompt_declined_at is not null as declined, u.sso_user as "ssoUser", (select count(*)::int from identity.passkey p where p.user_id = u.id) as passkeys
    from identity.session s join identity."user" u on u.id = s.user_id where s.id = ${sessionId} and ${provesSomebody}`.execute(
    db,
  );
  return (
    person !== undefined && promptsForPasskey({ ...person, flags, offered, taken: isWayOpen(authStrategy, 'passkey') })
  );
}

/** Never asks whoever is signed in again, in whatever browser. @throws Failure 401 where nobody is */
export async function declinePasskeyPrompt({ db, now, userId, audit }: Visitor): Promise<void> {
  if (userId === null) throw fail.signedOut('errors.signedOut');
  await db.transaction().execute(async (trx) => {
    await trx.updateTable('identity.user').set({ passkey_prompt_declined_at: now }).where('id', '=', userId).execute();
    await audit(trx, {
      action: userActions.changePreferences,
      entity: 'user',
      entityId: userId,
      after: { passkeyPrompt: false },
    });
  });
}
