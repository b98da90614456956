import { Failure } from '../../../platform/errors';
import { definePage, reply, type Context, type Reply, type Route } from '../../../platform/http/define-route';
import { invitationOf } from '../../core/invitations/invite.service';
import { keptSecret, secretHash } from '../../core/secrets/token-secret';
import { answeredCookie, answerSecret, wayOfAnswer } from '../../ways-in/browser/brought-answer';
import { returnTarget } from '../../ways-in/browser/return-target';
import { admittedRedirect, askedBody, enteredReply } from '../../ways-in/browser/signed-in';
import { fromNowhere, ledPage } from '../../ways-in/browser/way-on';
import { signOut } from '../../ways-in/password/sign-in.service';
import { socialPaths } from '../../ways-in/social/social-asking';
import { finishLink } from '../../ways-in/social/social-link.service';
import { nameInForm } from '../../ways-in/social/social-profile';
import { noteGivenName } from '../../ways-in/social/social.store';
import type { ArrivalParts } from '../../ways-in/ways-in';
import { identityCall } from '../wire/identity-surface';
import { socialCookie, socialCookieName, socialStep } from './social-step';
import { beginForm, postLoginBody, postLoginQuery, providerParams, socialArrival, socialForm } from './social.contract';
import { customProviders, providersV1, providersV2 } from './social.presentation';

const lists = '/identity/resources/sso';
export const linkedPath = '/account/linked-services';
const linkedDone = `${linkedPath}?done=linked`;

/** Sign-in by services that people use elsewhere. */
export function socialSignInRoutes(parts: ArrivalParts): Route[] {
  const {
    config,
    tokens: { secrets },
    waysIn,
  } = parts;
  const target = returnTarget(parts);
  const hasAny = config.identity.social.length > 0;

  /** What somebody is told whom their provider did not let in. */
  const failedArrival = (context: Context<'public'>, { code, status, options: { params } }: Failure): Reply =>
    ledPage(context, {
      tone: 'warning',
      title: 'signUp.externalTitle',
      says: code,
      params,
      status,
      ...(context.actor
        ? { to: linkedPath, label: 'social.toLinked' }
        : { to: '/account/login', label: 'signUp.toSignIn' }),
    });

  /** Addresses at providers are good in the browser that was given them. */
  function listed(
    context: Context<'public'> | Context,
    list: (shown: Parameters<typeof providersV2>[0]) => unknown,
  ): Reply {
    const browserSecret = keptSecret(context.cookie(socialCookieName));
    return reply.json(
      list({ config, secrets, browserSecret, now: context.now }),
      200,
      hasAny ? { cookies: socialCookie(config, browserSecret) } : {},
    );
  }

  return [
    identityCall({
      method: 'get',
      path: `${lists}/v1`,
      access: 'public',
      summary: 'List the social providers for sign-in.',
      handle: () => reply.json(providersV1(config)),
    }),
    identityCall({
      method: 'get',
      path: `${lists}/v2`,
      access: 'public',
      summary: 'List the social providers for sign-in, with their authorization URLs.',
      handle: (_input, context) => listed(context, providersV2),
    }),
    identityCall({
      method: 'get',
      path: `${lists}/v2/authenticated`,
      access: 'signed-in',
      opens: { programs: true },
      summary: 'The same, for a signed-in user.',
      handle: (_input, context) => listed(context, providersV2),
    }),
    identityCall({
      method: 'get',
      path: `${lists}/custom/v1`,
      access: 'public',
      summary: 'List the custom providers for sign-in.',
      handle: (_input, context) => listed(context, customProviders),
    }),

    identityCall({
      method: 'post',
      path: '/identity/resources/auth/v1/user/sso/:provider/postlogin',
      access: 'public',
      wayIn: 'social',
      summary: 'Sign in with a social provider’s code, in the browser that requested it.',
      params: providerParams,
      query: postLoginQuery,
      body: postLoginBody,
      async handle(
        { params: { provider: providerId }, query: { code = '', ...query }, body: { invitationToken } },
        context,
      ) {
        const { locale } = context;
        const arrived = await waysIn.social.takeAtFrontEnd(context, {
          ...query,
          providerId,
          code,
          browserSecret: context.cookie(socialCookieName),
        });
        const {
          met: { isNew: isNewUser, ...met },
          ...admission
        } = await waysIn.social.enter(context, {
          ...arrived,
          inviteHash: invitationOf(invitationToken) ?? null,
          locale,
        });
        const body = { ...met, isNewUser };
        return admission.kind === 'session'
          ? enteredReply(parts, context, { sessionId: admission.sessionId, body })
          : reply.json({ ...askedBody(parts, admission), ...body });
      },
    }),

    definePage({
      method: 'post',
      path: '/account/social/:provider/begin',
      access: 'public',
      wayIn: 'social',
      params: providerParams,
      body: beginForm,
      async handle({ params: { provider: providerId }, body }, context) {
        return socialStep(
          context,
          parts,
          await waysIn.social.begin(context, {
            ...body,
            providerId,
            browserSecret: context.cookie(socialCookieName),
          }),
        );
      },
      again: (failure, _typed, context) => failedArrival(context, failure),
    }),
    identityCall({
      method: 'post',
      path: socialPaths.form,
      access: 'public',
      summary: 'Receive the responses of social providers that use a form post.',
      body: socialForm,
      crossSite: true,
      async handle({ body: { user, ...body } }, { visitor: { db, now } }) {
        // The form of another site brings no cookie of ours: whether it is the browser that asked is seen at the next address.
        const name = nameInForm(user);
        if (name !== null && body.state !== undefined) await noteGivenName(db, secretHash(body.state), { name, now });
        const said = Object.entries(body).filter((entry): entry is [string, string] => entry[1] !== undefined);
        return reply.redirect(
          said.length === 0 ? socialPaths.success : `${socialPaths.success}?${new URLSearchParams(said)}`,
        );
      },
    }),
    definePage({
      method: 'get',
      path: socialPaths.success,
      access: 'public',
      wayIn: 'social',
      query: socialArrival,
      async handle({ query: { state, ...query } }, context) {
        if (state === undefined) return fromNowhere(context, target);
        const { visitor, locale, actor, door } = context;
        // The same answer once more, in the browser that has come in by it or linked by it, leads on.
        const [signedInBy, linkedBy] = ['sign in', 'link'].map((to) =>
          answerSecret(secrets, { relayState: state, answer: `${to} ${query.code ?? ''}` }),
        ) as [string, string];
        const again =
          wayOfAnswer(parts, context, { secret: signedInBy, to: target.next(context) }) ??
          wayOfAnswer(parts, context, { secret: linkedBy, to: linkedDone });
        if (again !== null) return reply.redirect(again);
        try {
          const arrived = await waysIn.social.take(context, {
            ...query,
            state,
            browserSecret: context.cookie(socialCookieName),
          });
          if (arrived.link) {
            const { sessionId } = arrived.link;
            await finishLink(visitor, actor, arrived);
            return reply.redirect(linkedDone, {
              cookies: answeredCookie(parts, { admission: { kind: 'session', sessionId }, secret: linkedBy }),
            });
          }
          const { met: _met, ...admission } = await waysIn.social.enter(context, { ...arrived, locale });
          // Whoever was signed in here before leaves.
          if (door.sessionId) await signOut(visitor, door.sessionId);
          const way = await admittedRedirect(parts, context, { admission, to: target.next(context) });
          return {
            ...way,
            cookies: [...(way.cookies ?? []), ...answeredCookie(parts, { admission, secret: signedInBy })],
          };
        } catch (error) {
          if (error instanceof Failure) return failedArrival(context, error);
          throw error;
        }
      },
    }),
  ];
}
