import { z } from 'zod';
import { reply, type Context, type Reply, type Route } from '../../../platform/http/define-route';
import { sessionNotFound } from '../../core/tokens/tokens';
import type { IdentityParts } from '../../parts';
import { refreshCookie, refreshCookieName, admittedReply, tokensReply } from '../../ways-in/browser/signed-in';
import { signOut } from '../../ways-in/password/sign-in.service';
import type { ArrivalParts } from '../../ways-in/ways-in';
import { identityCall } from '../wire/identity-surface';
import { refreshBody, signInBody } from './token.contract';

const user = '/identity/resources/auth/v1/user';
/** Front ends read the keys once an hour; the next one is published two days before it signs. */
const keysMaxAge = 3600;

/** Every session that this browser or token stands for. */
function sessionsHere({ config, tokens }: IdentityParts, { door, actor, cookie }: Context<'public'>): Set<string> {
  const refresh = cookie(refreshCookieName(config));
  const byRefresh = refresh === null ? null : tokens.sessionOf(refresh);
  return new Set([door.sessionId, actor?.sessionId ?? null, byRefresh].filter((id) => id !== null));
}

/** Ends them all. */
export async function leaveSessions(parts: IdentityParts, context: Context<'public'>): Promise<void> {
  for (const sessionId of sessionsHere(parts, context)) await signOut(context.visitor, sessionId);
}

/** Ends them all, and leaves nothing of them in the browser. @returns the cookies to be set */
export async function clearBrowser(
  parts: IdentityParts,
  context: Context<'public'>,
): Promise<NonNullable<Reply['cookies']>> {
  await leaveSessions(parts, context);
  await context.door.leave();
  return refreshCookie(parts.config, null);
}

export function tokenRoutes(parts: ArrivalParts): Route[] {
  const { config, tokens } = parts;
  return [
    identityCall({
      method: 'post',
      path: user,
      access: 'public',
      wayIn: 'password',
      summary: 'Sign in with a password.',
      body: signInBody,
      handle: async ({ body }, context) =>
        admittedReply(parts, context, await parts.waysIn.password.enter(context, body)),
    }),

    identityCall({
      method: 'post',
      path: `${user}/token/refresh`,
      access: 'public',
      summary: 'Get a new access token with the refresh cookie, which is replaced.',
      body: refreshBody,
      async handle({ body }, { visitor, cookie }) {
        const refreshToken = cookie(refreshCookieName(config));
        if (refreshToken === null) throw sessionNotFound();
        return tokensReply(parts, await tokens.refresh(visitor, { refreshToken, tenantId: body.tenantId }));
      },
    }),

    identityCall({
      method: 'post',
      path: '/identity/resources/auth/v1/logout',
      access: 'public',
      summary: 'End the session of this browser or token.',
      body: z.object({}),
      async handle(_input, context) {
        return reply.empty(undefined, { cookies: await clearBrowser(parts, context) });
      },
    }),

    identityCall({
      method: 'get',
      path: '/.well-known/jwks.json',
      access: 'public',
      summary: 'List the public keys for access tokens, the current signing key first.',
      handle: async (_input, { now }) =>
        reply.json({ keys: await tokens.keys.published(now) }, 200, {
          headers: { 'Cache-Control': `public, max-age=${keysMaxAge}` },
        }),
    }),
  ];
}
