import type { Trx } from '../../../platform/db/database';
import type { Visitor } from '../../../platform/visitor';
import { members } from '../../core/members/members';
import { endPasswordLinks } from '../../core/passwords/password-link';
import { ssoActions } from '../../identity.audit';
import { takesEmailDomain } from '../../policies/email-domains/email-domain-check';
import { followed, type KeptProfileBecause, type Said } from './followed-profile.rules';
import type { NamedPerson } from './sso-sign-in.store';

interface Following {
  tenantNumber: number;
  person: NamedPerson;
  said: Said;
}

/**
 * Somebody's address and name follow what their provider says anew. What cannot follow is no reason to keep them out: the history says why.
 * @returns them as they are now, with what the provider is kept to have said: an address that could not follow is tried again
 */
export async function followProfile(
  trx: Trx,
  visitor: Visitor,
  { tenantNumber, person, said }: Following,
): Promise<{ userId: number; login: string; said: Said }> {
  const { userId, login, saidEmail, saidName, ...account } = person;
  const before = { email: saidEmail, name: saidName };
  const heard = { email: said.email ?? before.email, name: said.name ?? before.name };
  const { email, name } = followed({ account, before, said });
  const because: KeptProfileBecause | null =
    email === undefined && name === undefined
      ? null
      : !person.theirs
        ? 'elsewhere'
        : email === undefined
          ? null
          : await obstacle(trx, { tenantNumber, userId, email });
  const about = { entity: 'user', entityId: userId, organisationId: tenantNumber } as const;
  if (because !== null)
    await visitor.audit(trx, {
      ...about,
      action: ssoActions.keepProfile,
      before: { email: account.email, name: account.name },
      after: {
        email: email ?? account.email,
        ...(because === 'elsewhere' && name !== undefined ? { name } : {}),
        why: because,
      },
    });
  const followsTo = { name: because === 'elsewhere' ? undefined : name, email: because === null ? email : undefined };
  const kept = { login, said: because === null || because === 'elsewhere' ? heard : { ...heard, email: before.email } };
  if (followsTo.name === undefined && followsTo.email === undefined) return { userId, ...kept };
  const newLogin =
    followsTo.email !== undefined && login.toLowerCase() === account.email.toLowerCase() ? followsTo.email : login;
  await trx
    .updateTable('identity.user')
    .set({ login: newLogin, email: followsTo.email ?? account.email, full_name: followsTo.name ?? account.name })
    .where('id', '=', userId)
    .execute();
  // A link that lies in the mailbox of before must not open the account any more.
  if (followsTo.email !== undefined) await endPasswordLinks(trx, userId, visitor.now);
  await visitor.audit(trx, {
    ...about,
    action: ssoActions.followProfile,
    before: { email: account.email, name: account.name },
    after: { email: followsTo.email ?? account.email, name: followsTo.name ?? account.name },
  });
  await visitor.touchPerson(trx, userId);
  return { userId, ...kept, login: newLogin };
}

async function obstacle(
  trx: Trx,
  { tenantNumber, userId, email }: { tenantNumber: number; userId: number; email: string },
): Promise<KeptProfileBecause | null> {
  if ((await members.takenName(trx, { login: email, email, exceptUserId: userId })) !== null) return 'taken';
  return (await takesEmailDomain(trx, { tenantNumber, email })) ? null : 'domainNotAllowed';
}
