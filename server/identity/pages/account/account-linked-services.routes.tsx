import { z } from 'zod';
import {
  LinkedServicesScreen,
  type LinkedServicesProps,
} from '../../../../views/identity/account/linked-services-screen';
import { definePage, reply, type Context, type Reply, type Route } from '../../../platform/http/define-route';
import type { IdentityParts } from '../../parts';
import { linkedPath } from '../../protocols/social/social-sign-in.routes';
import { socialCookieName, socialStep } from '../../protocols/social/social-step';
import { providerParams } from '../../protocols/social/social.contract';
import { isFreshlyProven } from '../../ways-in/second-factor/confirm-person.service';
import { socialChoices } from '../../ways-in/social/social-choices.rules';
import { beginLink, unlink } from '../../ways-in/social/social-link.service';
import { listIdentities } from '../../ways-in/social/social.store';
import { publicId } from '../../wire.contract';
import { formsOf, own, ownerOf, problemOf, screen, settingsOf, unlessProofNeeded } from './account-page';

const path = linkedPath;
const query = z.object({ done: z.enum(['linked', 'unlinked']).optional().catch(undefined) });
const says = { linked: 'social.linkedNow', unlinked: 'social.unlinkedNow' } as const;

/** Another service would pass by what their organization asks of them. */
const signsInHere = {
  says: 'Needs somebody who does not sign in by their organization.',
  holds: ({ ssoUser }: { ssoUser: boolean }) => !ssoUser,
};

/** The services that sign somebody in beside what they have here. */
export function accountLinkedServiceRoutes(parts: IdentityParts): Route[] {
  const { social } = parts.config.identity;

  async function page(
    context: Context,
    { status, ...shown }: Pick<LinkedServicesProps, 'done' | 'problem'> & { status?: number } = {},
  ): Promise<Reply> {
    const {
      t,
      db,
      actor: { userId, ssoUser },
    } = context;
    const adding = ssoUser ? 'closed' : (await isFreshlyProven(ownerOf(context))) ? 'open' : 'confirm';
    const linked = (await listIdentities(db, userId)).map(({ provider, createdAt, lastUsedAt, ...one }) => ({
      ...one,
      name: social.find(({ id }) => id === provider)?.name ?? provider,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    }));
    return screen(
      <LinkedServicesScreen
        t={t}
        settings={settingsOf(context)}
        linked={linked}
        offered={socialChoices(parts.config)}
        adding={adding}
        {...shown}
      />,
      context,
      { at: 'linkedServices', status },
    );
  }

  const again = (failure: Parameters<typeof unlessProofNeeded>[0], context: Context) =>
    unlessProofNeeded(failure, path, () => {
      const { problem, status } = problemOf(failure, context);
      return page(context, { problem, status });
    });

  return [
    definePage({
      method: 'get',
      path,
      ...own,
      query,
      handle: ({ query: { done } }, context) => page(context, { done: done && context.t(says[done]) }),
    }),
    definePage({
      method: 'post',
      path: `${path}/:provider/link`,
      ...own,
      condition: signsInHere,
      params: providerParams,
      async handle({ params: { provider: providerId } }, context) {
        const {
          visitor,
          acting,
          actor: { sessionId },
        } = context;
        return socialStep(
          context,
          parts,
          await beginLink(
            visitor,
            { acting, providerId, sessionId, browserSecret: context.cookie(socialCookieName) },
            parts,
          ),
        );
      },
      again: (failure, _typed, context) => again(failure, context),
    }),
    definePage({
      method: 'post',
      path: `${path}/:identityId/remove`,
      ...own,
      params: z.object({ identityId: publicId }),
      async handle({ params: { identityId } }, { acting, actor: { sessionId } }) {
        await unlink(acting, { identityId, sessionId }, parts.config);
        return reply.redirect(`${path}?done=unlinked`);
      },
      again: (failure, _typed, context) => again(failure, context),
    }),
    ...formsOf(path, [`${path}/:provider/link`, `${path}/:identityId/remove`]),
  ];
}
