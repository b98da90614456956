import type { Limit } from '../../../platform/http/rate-limits';
import type { Visitor } from '../../../platform/visitor';
import type { InstallationSecrets } from '../../core/secrets/installation-secrets';
import type { Admission } from '../../policies/entry/arrival';
import { answerSecret } from '../browser/brought-answer';
import { provenAt } from './afresh.rules';
import { readOidcAnswer, type OidcAnswer } from './oidc-answer';
import { OidcRefused } from './oidc-fault';
import { oidcNameOf } from './oidc-leaving';
import {
  checkBrowser,
  enterBySso,
  refusing,
  SsoRefused,
  takeAnswer,
  type SsoDependencies,
} from './sso-sign-in.service';
import type { OpenRequest } from './sso-sign-in.store';
import { vouchedByOidc } from './vouched-oidc.rules';

/** Each answer that is read calls its provider. */
const readPerAddress: Limit = { name: 'sso-read-ip', points: 300, seconds: 600 };

/** Where answers come: from the provider, and from there on. */
export const [oidcCallbackPath, oidcArrivalPath] = ['/auth/oidc/callback', '/account/oidc/callback'] as const;
const arrivals = [oidcCallbackPath, oidcArrivalPath];

/** An answer, with what names the request and what its browser keeps. */
export interface BroughtOidc {
  relayState: string;
  answer: OidcAnswer;
  browserSecret: string | null;
}

/** What the browser that brings a code is handed for it: nothing is handed out, since the code is in its address. */
export const oidcSecret = (
  secrets: InstallationSecrets,
  { relayState, code }: { relayState: string; code: string | undefined },
): string => answerSecret(secrets, { relayState, answer: code ?? '' });

async function take(
  visitor: Visitor,
  { relayState, answer, request }: Pick<BroughtOidc, 'relayState' | 'answer'> & { request: OpenRequest },
  needs: SsoDependencies,
): Promise<void> {
  const secret = oidcSecret(needs.tokens.secrets, { relayState, code: answer.code });
  await takeAnswer(visitor, { relayState, request, secret, by: 'oidc' }, async (provider) => {
    await needs.rateLimits.take(readPerAddress, visitor.ip);
    const subject = await readOidcAnswer(answer, { provider, state: relayState, now: visitor.now }, needs);
    const vouched = vouchedByOidc(subject);
    if (typeof vouched === 'string') throw new OidcRefused(vouched);
    return {
      ...vouched,
      knownAs: oidcNameOf(subject, needs.tokens),
      provenAt: provenAt(subject.claims.auth_time, visitor.now),
    };
  });
}

/**
 * Takes what an OpenID provider has sent by the browser that made the request.
 * @throws Failure 401 `login.ssoError`, whatever the reason, which stands in the audit log of the provider's tenant; 429 after too many
 */
export function takeOidcAnswer(
  visitor: Visitor,
  { relayState, answer, browserSecret }: BroughtOidc,
  needs: SsoDependencies,
): Promise<void> {
  return refusing(visitor, { ...needs, relayState }, async (request) => {
    await checkBrowser(visitor, request, { relayState, browserSecret });
    await take(visitor, { relayState, answer, request }, needs);
  });
}

/**
 * Lets in whom an answer vouches for that a front end brings. It brings no `iss` (RFC 9207), so that the answer of a provider that sends it
 * has to have come to our own address before, where it was read.
 * @param redirectUri where the front end says that the answer came
 * @throws Failure as `takeOidcAnswer` and `enterBySso`
 */
export async function enterByOidcAnswer(
  visitor: Visitor,
  { redirectUri, ...brought }: BroughtOidc & { redirectUri?: string | undefined },
  needs: SsoDependencies,
): Promise<Admission> {
  await refusing(visitor, { ...needs, relayState: brought.relayState }, async (request) => {
    await checkBrowser(visitor, request, brought);
    if (redirectUri !== undefined && !arrivals.some((path) => redirectUri === `${needs.config.publicUrl}${path}`))
      throw new SsoRefused('otherAddress');
    await take(visitor, { ...brought, request }, needs);
  });
  return enterBySso(
    visitor,
    { ...brought, secret: oidcSecret(needs.tokens.secrets, { ...brought, code: brought.answer.code }) },
    needs,
  );
}
