import type { CookieOptions } from 'express';
import { reply, type Context, type Reply } from '../../../platform/http/define-route';
import type { IssuedTokens } from '../../core/tokens/tokens';
import type { IdentityParts } from '../../parts';
import type { Admission } from '../../policies/entry/arrival';
import { pendingSeconds } from '../../policies/mfa/factor.rules';
import { offeredAnswer } from '../../policies/mfa/strategies';
import { passwordEnd } from '../../policies/passwords/password-expiry';
import type { IdentityConfig } from '../../ports';
import { rememberedCookie } from '../admission/remembered-device';
import { isPasskeyPrompted } from '../passkey/passkey-prompt.service';
import { breachedSeconds, sealBreached } from '../password/breached-password.service';

type Cookies = NonNullable<Reply['cookies']>;

/** Front ends of other origins get their cookie back only where it says that it may cross sites, which browsers take with Secure alone. */
export const cookieOptions = ({ secure, identity }: IdentityConfig): CookieOptions =>
  identity.corsOrigins.length > 0
    ? { httpOnly: true, sameSite: 'none', secure: true, path: '/' }
    : { httpOnly: true, sameSite: 'lax', secure, path: '/' };

/** As the published clients look for it. */
export const refreshCookieName = ({ identity }: IdentityConfig) =>
  `fe_refresh_${identity.clientId.replaceAll('-', '')}`;

/** The cookie by which front ends of the identity API renew their tokens; null takes it away. */
export const refreshCookie = (config: IdentityConfig, token: string | null): Cookies => [
  { name: refreshCookieName(config), value: token, options: cookieOptions(config) },
];

/** The page that asks for a second proof. */
export const secondFactorPath = '/account/login/second-factor';

/** By which that page knows the sign-in that waits. */
export const pendingCookieName = 'tare-sign-in';

/** null takes it away. */
export const pendingCookie = ({ secure }: IdentityConfig, mfaToken: string | null): Cookies => [
  {
    name: pendingCookieName,
    value: mfaToken,
    options: {
      httpOnly: true,
      sameSite: 'lax',
      secure,
      path: '/',
      ...(mfaToken === null ? {} : { maxAge: pendingSeconds * 1000 }),
    },
  },
];

/** The page for whoever has to choose another password first, and the cookie by which it knows them; null takes it away. */
export const breachedPath = '/account/login/breached-password';
export const breachedCookieName = 'tare-breached';
export const breachedCookie = ({ secure }: IdentityConfig, sealed: string | null): Cookies => [
  {
    name: breachedCookieName,
    value: sealed,
    options: {
      httpOnly: true,
      sameSite: 'lax',
      secure,
      path: '/',
      ...(sealed === null ? {} : { maxAge: breachedSeconds * 1000 }),
    },
  },
];

/** The page that asks for a passkey, and the cookie by which a browser's script says that it could make one; null takes it away. */
export const passkeyPromptPath = '/account/login/passkey-prompt';
export const offerCookieName = 'passkeys-offered';
export const offerCookie = ({ secure }: IdentityConfig, value: null): Cookies => [
  { name: offerCookieName, value, options: { sameSite: 'lax', secure, path: '/account/login' } },
];

/** Where a page leads that has just opened a session: on, or first to the question for a passkey. */
export async function promptOr(
  to: string,
  { config }: Pick<IdentityParts, 'config'>,
  { db, cookie, sessionId }: Pick<Context<'public'>, 'db' | 'cookie'> & { sessionId: string },
): Promise<string> {
  return (await isPasskeyPrompted(db, { sessionId, offered: cookie(offerCookieName) === 'able' }, config))
    ? passkeyPromptPath
    : to;
}

/** What somebody is told who is not in yet. */
export const askedBody = (
  { config }: Pick<IdentityParts, 'config'>,
  admission: Exclude<Admission, { kind: 'session' }>,
): object =>
  admission.kind === 'factor'
    ? offeredAnswer(config, admission.answer)
    : { mfaRequired: false, isBreachedPassword: true, userEmail: admission.person.email };

/** The cookie by which this browser is asked for no second proof, where it is to be remembered. */
export const rememberedBrowser = (
  config: IdentityConfig,
  remembered: { token: string; seconds: number } | undefined,
): Cookies =>
  remembered
    ? [
        {
          name: rememberedCookie,
          value: remembered.token,
          options: { ...cookieOptions(config), maxAge: remembered.seconds * 1000 },
        },
      ]
    : [];

type Dependencies = Pick<IdentityParts, 'config' | 'tokens'>;
type Entering = Pick<Context<'public'>, 'door' | 'now' | 'visitor'>;

/** Lets this browser in by a session, whichever door was used: the pages' cookie, and the cookie that is to be set beside it. */
export async function enterBrowser(
  { config, tokens }: Dependencies,
  { door, now, visitor }: Entering,
  sessionId: string,
): Promise<{ cookies: Cookies }> {
  const { refreshToken } = await tokens.renewal({ sessionId, ip: visitor.ip, now });
  await door.enter(sessionId);
  return { cookies: refreshCookie(config, refreshToken) };
}

/** The same by a session that has just been opened, after every check that could refuse it. */
async function enterOpened(
  { config, tokens }: Dependencies,
  { door }: Entering,
  sessionId: string,
): Promise<{ cookies: Cookies }> {
  await door.enter(sessionId);
  return { cookies: refreshCookie(config, tokens.renewalOfNew(sessionId)) };
}

/** What a sign-in or a renewal answers. */
export function tokensReply(
  { config }: Pick<IdentityParts, 'config'>,
  { accessToken, refreshToken, expiresIn, expiresAt, person }: IssuedTokens,
  more: { body?: object; cookies?: Cookies } = {},
): Reply {
  const body = {
    mfaRequired: false,
    accessToken,
    refreshToken,
    expiresIn,
    expires: expiresAt.toUTCString(),
    exp: Math.floor(expiresAt.getTime() / 1000),
    userId: person.userUuid,
    tenantId: person.tenantId,
    userEmail: person.email,
    ...more.body,
  };
  return reply.json(body, 200, { cookies: [...refreshCookie(config, refreshToken), ...(more.cookies ?? [])] });
}

type EnteringByCall = Entering & Pick<Context<'public'>, 'db'>;

/** Signs a browser in and answers its tokens; whose password ends is told when. */
export async function enteredReply(
  parts: Dependencies,
  context: EnteringByCall,
  { sessionId, body, cookies }: { sessionId: string; body?: object; cookies?: Cookies },
): Promise<Reply> {
  const { door, now, visitor } = context;
  const issued = await parts.tokens.issue({ sessionId, ip: visitor.ip, now });
  await door.enter(sessionId);
  const ends = issued.person.amr.includes('pwd') ? await passwordEnd(context.db, issued.person, context.now) : null;
  return tokensReply(parts, issued, { body: { ...ends, ...body }, ...(cookies ? { cookies } : {}) });
}

/** The same, or what is still asked of whoever sits there. */
export async function admittedReply(
  parts: Dependencies,
  context: EnteringByCall,
  admission: Admission,
): Promise<Reply> {
  return admission.kind === 'session'
    ? enteredReply(parts, context, admission)
    : reply.json(askedBody(parts, admission));
}

/** The same for a page, which leads on to an address of ours. */
export async function admittedRedirect(
  parts: Dependencies,
  context: Entering & Pick<Context<'public'>, 'db' | 'cookie'>,
  { admission, to }: { admission: Admission; to: string },
): Promise<Reply> {
  if (admission.kind === 'factor')
    return reply.redirect(secondFactorPath, { cookies: pendingCookie(parts.config, admission.answer.mfaToken) });
  if (admission.kind === 'breached') {
    const sealed = sealBreached(parts.tokens.secrets, { userId: admission.person.userId, now: context.now });
    return reply.redirect(breachedPath, { cookies: breachedCookie(parts.config, sealed) });
  }
  const { cookies } = await enterOpened(parts, context, admission.sessionId);
  return reply.redirect(await promptOr(to, parts, { ...context, sessionId: admission.sessionId }), { cookies });
}
