import type { Limit } from '../../platform/http/rate-limits';
import type { Visitor } from '../../platform/visitor';
import type { Admission } from '../sign-in/arrival';
import { readOidcAnswer, type OidcAnswer } from './oidc-answer';
import { OidcRefused } from './oidc-fault';
import { oidcNameOf } from './oidc-leaving';
import { checkBrowser, enterBySso, refusing, SsoRefused, takeAnswer, type SsoNeeds } from './sso-sign-in.service';
import type { OpenRequest } from './sso-sign-in.store';
import { vouchedByOidc } from './vouched-oidc.rules';

/** Each answer that is read calls its provider. */
const readPerAddress: Limit = { name: 'sso-read-ip', points: 300, seconds: 600 };

/** Where answers come: from the provider, and from there on. */
export const [oidcCallbackPath, oidcArrivalPath] = ['/auth/oidc/callback', '/account/oidc/callback'] as const;
const arrivals = [oidcCallbackPath, oidcArrivalPath];

interface Brought {
  relayState: string;
  answer: OidcAnswer;
  browserSecret: string | null;
}

async function take(visitor: Visitor, { relayState, answer, request }: Pick<Brought, 'relayState' | 'answer'> & { request: OpenRequest }, needs: SsoNeeds): Promise<void> {
  await needs.rateLimits.take(readPerAddress, visitor.ip);
  await takeAnswer(visitor, { relayState, request, by: 'oidc' }, async (provider) => {
    const subject = await readOidcAnswer(answer, { provider, state: relayState, now: visitor.now }, needs);
    const vouched = vouchedByOidc(subject);
    if (typeof vouched === 'string') throw new OidcRefused(vouched);
    return { ...vouched, knownAs: oidcNameOf(subject, needs.tokens) };
  });
}

/**
 * Takes what an OpenID provider has sent by the browser that made the request.
 * @throws Failure 401 `login.ssoError`, whatever the reason, which stands in the audit log of the provider's tenant; 429 after too many
 */
export function takeOidcAnswer(visitor: Visitor, { relayState, answer, browserSecret }: Brought, needs: SsoNeeds): Promise<void> {
  return refusing(visitor, { ...needs, relayState }, async (request) => {
    checkBrowser(request, browserSecret);
    if (request.answer !== null) throw new SsoRefused('answeredBefore');
    await take(visitor, { relayState, answer, request }, needs);
  });
}

/**
 * Lets in whom an answer vouches for that a front end brings. It brings no `iss` (RFC 9207), so that the answer of a provider that sends it
 * has to have come to our own address before, where it was read.
 * @param redirectUri where the front end says that the answer came
 * @throws Failure as `takeOidcAnswer` and `enterBySso`
 */
export async function enterByOidcAnswer(visitor: Visitor, { redirectUri, ...brought }: Brought & { redirectUri?: string | undefined }, needs: SsoNeeds): Promise<Admission> {
  await refusing(visitor, { ...needs, relayState: brought.relayState }, async (request) => {
    checkBrowser(request, brought.browserSecret);
    if (redirectUri !== undefined && !arrivals.some((path) => redirectUri === `${needs.config.publicUrl}${path}`)) throw new SsoRefused('otherAddress');
    if (request.answer === null) await take(visitor, { ...brought, request }, needs);
  });
  return enterBySso(visitor, brought, needs);
}
