import type { Locale } from '../../../platform/actor';
import type { Trx } from '../../../platform/db/database';
import { translator } from '../../../platform/i18n/messages';
import type { Visitor } from '../../../platform/visitor';
import { addUser, findAccount } from '../../core/accounts/user.store';
import { selectInvited } from '../../core/invitations/joining.service';
import { addMember } from '../../core/memberships/membership.store';
import { socialActions, userActions } from '../../identity.audit';
import type { Admission } from '../../policies/entry/arrival';
import { addressDomain } from '../../policies/providers/provider-domain.rules';
import { findRoute } from '../../policies/providers/provider-route';
import { admit } from '../admission/admission';
import { counted } from '../password/sign-in.service';
import { oneAtATime } from '../sign-up/sign-up.service';
import type { Arrived, SocialDependencies } from './social-arrival.service';
import { refusing, SocialRefused } from './social-refusal';
import { findLinked, insertIdentity, noteUse } from './social.store';

export type SocialEntry = Admission & { met: { email: string; name: string; isNew: boolean } };

type Entering = Pick<Arrived, 'provider' | 'profile' | 'inviteHash'> & { locale: Locale };

interface Person {
  userId: number;
  login: string;
  email: string;
  name: string;
  tenantNumber: number;
  isNew: boolean;
}

/**
 * Signs in whoever a provider says it is: the account that has linked this identity, or somebody new whose address nobody has. An address
 * alone opens no account, whoever vouches for it: its holder links the provider once they are signed in.
 * @throws Failure 401 `social.failed`; 409, 422 and 403 for somebody new, who is told why; as `admit`
 */
export function enterBySocial(
  visitor: Visitor,
  entering: Entering,
  { config, metrics, openTenant }: SocialDependencies,
): Promise<SocialEntry> {
  const { provider, inviteHash } = entering;
  return counted(metrics, () =>
    refusing(visitor, provider, () =>
      visitor.db.transaction().execute(async (trx) => {
        const person =
          (await known(trx, visitor, entering)) ?? (await newcomer(trx, visitor, { ...entering, config, openTenant }));
        const { userId, login, tenantNumber, email, name, isNew } = person;
        const admission = await admit(trx, visitor, {
          userId,
          login,
          tenantNumber,
          way: 'social',
          amr: ['social'],
          invitation: inviteHash ?? undefined,
        });
        return { ...admission, met: { email, name, isNew } };
      }),
    ),
  );
}

async function known(trx: Trx, { now }: Visitor, { provider, profile }: Entering): Promise<Person | null> {
  const linked = await findLinked(trx, { ...profile, provider: provider.id }, now);
  if (!linked) return null;
  const { open, tenantNumber, identityId, ...person } = linked;
  if (!open || tenantNumber === null) throw new SocialRefused('notOpen');
  await noteUse(trx, identityId, now);
  return { ...person, tenantNumber, isNew: false };
}

/** Somebody whom nobody knows yet opens a tenant, or joins that of their invite link. */
async function newcomer(
  trx: Trx,
  visitor: Visitor,
  {
    provider,
    profile,
    inviteHash,
    locale,
    config,
    openTenant,
  }: Entering & Pick<SocialDependencies, 'config' | 'openTenant'>,
): Promise<Person> {
  const { now } = visitor;
  const email = await freeAddress(trx, profile);
  if (inviteHash === null && !config.identity.signUps) throw new SocialRefused('noAccount');
  const name = profile.name ?? email;
  const tenantNumber =
    inviteHash === null
      ? await openTenant(trx, { name: translator(locale)('social.tenantName', { name }).slice(0, 200), locale })
      : (await selectInvited(trx, { tokenHash: inviteHash, now })).tenantNumber;
  const userId = await addUser(trx, { login: email, email, fullName: name, locale, now });
  // Who joins by a link becomes a member at the end, by the link's own rules.
  if (inviteHash === null) await addMember(trx, { tenantNumber, userId, roles: ['administrator'] });
  await insertIdentity(trx, { ...profile, provider: provider.id }, { userId, usedAt: now, now });
  await visitor.audit(trx, {
    action: userActions.signUp,
    entity: 'user',
    entityId: userId,
    organisationId: tenantNumber,
    after: { login: email, provider: provider.id, issuer: profile.issuer, subject: profile.subject },
  });
  await visitor.touchPerson(trx, userId);
  await visitor.audit(trx, {
    action: socialActions.link,
    entity: 'user',
    entityId: userId,
    organisationId: tenantNumber,
    after: { provider: provider.id, issuer: profile.issuer, subject: profile.subject },
  });
  return { userId, login: email, email, name, tenantNumber, isNew: true };
}

/** The address of somebody new: one that their provider has made sure of, that nobody has, and for which no organization's own provider stands. */
async function freeAddress(trx: Trx, { email, verified }: Arrived['profile']): Promise<string> {
  if (email === null) throw new SocialRefused('noEmail');
  if (!verified) throw new SocialRefused('unverifiedEmail');
  await oneAtATime(trx, { email });
  if (await findAccount(trx, email)) throw new SocialRefused('accountExists');
  const domain = addressDomain(email);
  if (domain !== null && (await findRoute(trx, domain))) throw new SocialRefused('ofOrganization');
  return email;
}
