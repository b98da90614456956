import type { ActingPersonally } from '../../../platform/acting';
import type { Actor } from '../../../platform/actor';
import type { AuthStrategy } from '../../../platform/auth-strategies.rules';
import { fail } from '../../../platform/errors';
import type { Visitor } from '../../../platform/visitor';
import { requireFreshProof } from '../../core/sessions/fresh-proof';
import { socialActions } from '../../identity.audit';
import { isWayOpen } from '../../policies/strategies/strategies.rules';
import type { IdentityConfig } from '../../ports';
import { beginSocial, type Arrived, type BegunSocial, type SocialDependencies } from './social-arrival.service';
import { tellOfSocialJob } from './social-mail.job';
import { refusing, SocialRefused } from './social-refusal';
import { deleteIdentity, findLinked, insertIdentity, lockIdentities, waysOf } from './social.store';

interface Wish {
  acting: ActingPersonally;
  providerId: string;
  browserSecret: string | null;
  sessionId: string;
}

/** Begins to link a provider: its sign-in is the second proof, after that of the account. @throws Failure 403 `identity.signInAgain`, 404, 429 */
export async function beginLink(
  visitor: Visitor,
  {
    acting: {
      db,
      now,
      actor: { userId },
    },
    sessionId,
    ...wish
  }: Wish,
  needs: SocialDependencies,
): Promise<BegunSocial> {
  await requireFreshProof(db, { sessionId, now });
  return beginSocial(visitor, { ...wish, link: { userId, sessionId } }, needs);
}

/**
 * Links whoever the provider says it is to the account that asked for it, in the very session that did.
 * @throws Failure 401 `social.failed` in any other session, 409 where it is linked already
 */
export function finishLink(visitor: Visitor, actor: Actor | null, { provider, profile, link }: Arrived): Promise<void> {
  const { db, now, jobs } = visitor;
  return refusing(visitor, provider, async () => {
    if (!link || !actor || actor.clientView || actor.sessionId !== link.sessionId || actor.userId !== link.userId)
      throw new SocialRefused('otherBrowser');
    const { userId } = link;
    await db.transaction().execute(async (trx) => {
      await lockIdentities(trx, userId);
      const id = await insertIdentity(trx, { ...profile, provider: provider.id }, { userId, usedAt: null, now });
      if (id === null)
        throw new SocialRefused(
          (await findLinked(trx, { ...profile, provider: provider.id }, now))?.userId === userId
            ? 'linkedAlready'
            : 'linkedElsewhere',
        );
      await jobs.send(trx, tellOfSocialJob, {
        userId,
        identityId: id,
        service: provider.name,
        shownAs: profile.shownAs,
        what: 'linked',
        at: now.toISOString(),
      });
      await visitor.audit(trx, {
        action: socialActions.link,
        entity: 'user',
        entityId: userId,
        organisationId: actor.organisation.id,
        after: { provider: provider.id, issuer: profile.issuer, subject: profile.subject },
      });
    });
  });
}

/** @throws Failure 403 `identity.signInAgain`, 404 `social.unknownIdentity`, 409 `social.lastWay` */
export async function unlink(
  { db, now, jobs, audit, actor: { userId } }: ActingPersonally,
  { identityId, sessionId }: { identityId: string; sessionId: string },
  { identity }: Pick<IdentityConfig, 'identity'>,
): Promise<void> {
  await requireFreshProof(db, { sessionId, now });
  await db.transaction().execute(async (trx) => {
    const held = await lockIdentities(trx, userId);
    const gone = await deleteIdentity(trx, { id: identityId, userId });
    if (!gone) throw fail.notFound('social.unknownIdentity');
    if (isLastWay({ strategy: identity.authStrategy, otherIdentities: held - 1, ...(await waysOf(trx, userId)) }))
      throw fail.conflict('social.lastWay');
    const service = identity.social.find(({ id }) => id === gone.provider)?.name ?? gone.provider;
    await jobs.send(trx, tellOfSocialJob, {
      userId,
      identityId: gone.id,
      service,
      shownAs: gone.shownAs,
      what: 'unlinked',
      at: now.toISOString(),
    });
    await audit(trx, {
      action: socialActions.unlink,
      entity: 'user',
      entityId: userId,
      before: { provider: gone.provider, shownAs: gone.shownAs },
    });
  });
}

interface Held {
  strategy: AuthStrategy;
  /** Identities at other services that they would keep. */
  otherIdentities: number;
  passkeys: boolean;
  /** A number that they have proved theirs. */
  phone: boolean;
}

/** Whether somebody who gives a way in up comes in by none any more. A link or a code by mail, and a password by the mail that resets it, are open to everybody who has an address. */
export function isLastWay({ strategy, otherIdentities, passkeys, phone }: Held): boolean {
  const byMail = (['password', 'magicLink', 'emailCode'] as const).some((way) => isWayOpen(strategy, way));
  return (
    otherIdentities === 0 &&
    !byMail &&
    !(passkeys && isWayOpen(strategy, 'passkey')) &&
    !(phone && isWayOpen(strategy, 'smsCode'))
  );
}
