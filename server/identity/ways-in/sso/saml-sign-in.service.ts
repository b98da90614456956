import type { Visitor } from '../../../platform/visitor';
import type { InstallationSecrets } from '../../core/secrets/installation-secrets';
import { secretHash } from '../../core/secrets/token-secret';
import type { Admission } from '../../policies/entry/arrival';
import { answerSecret } from '../browser/brought-answer';
import { provenAt } from './afresh.rules';
import { countAnswer, countReading } from './answer-limits';
import { samlNameOf } from './provider-session.store';
import type { SamlAsking } from './saml-request';
import type { ExpectedAnswer } from './saml-response';
import type { SamlSubject } from './saml-response.rules';
import {
  checkBrowser,
  enterBySso,
  refusing,
  SsoRefused,
  takeAnswer,
  type SsoDependencies,
} from './sso-sign-in.service';
import { findRequest, type OpenRequest } from './sso-sign-in.store';
import { serviceProvider } from './sso.presentation';
import { vouchedBySaml } from './vouched.rules';

/** A response, and what names the request that it answers. */
export interface BroughtResponse {
  relayState: string;
  /** In a call, also what our callback handed the browser for one: front ends send on what they find in their address. */
  samlResponse: string;
}

const isHanded = (samlResponse: string): boolean => /^[\w-]{43}$/.test(samlResponse);

/** What the browser that brings a response is handed for it. */
export const samlSecret = (secrets: InstallationSecrets, { relayState, samlResponse }: BroughtResponse): string =>
  isHanded(samlResponse) ? samlResponse : answerSecret(secrets, { relayState, answer: samlResponse });

interface Reading extends SsoDependencies {
  /** Has the strategy read a response. @throws SamlRefused */
  readSaml(samlResponse: string, by: ExpectedAnswer & { asked: SamlAsking }): Promise<SamlSubject>;
}

function take(
  visitor: Visitor,
  { relayState, samlResponse, request }: BroughtResponse & { request: OpenRequest },
  needs: Reading,
): Promise<void> {
  const secret = answerSecret(needs.tokens.secrets, { relayState, answer: samlResponse });
  return takeAnswer(visitor, { relayState, request, secret, by: 'saml' }, async (provider) => {
    await countReading(relayState, needs);
    const { idpEntityId } = provider;
    const [{ requestId }, us] = [request, serviceProvider(needs.config.publicUrl)];
    const subject = await needs.readSaml(samlResponse, {
      asked: { config: provider, provider: us, requestId, relayState, signing: null },
      provider,
      expected: { ...us, idpEntityId, requestId, now: visitor.now },
    });
    const vouched = vouchedBySaml(subject);
    if (!vouched) throw new SsoRefused('noAddress');
    return { ...vouched, knownAs: samlNameOf(subject), provenAt: provenAt(subject.provenSeconds, visitor.now) };
  });
}

/**
 * Takes what a SAML provider has sent by somebody's browser. It brings no cookie of ours with the form of another site: who comes in by it is asked of
 * the browser at the next address, which has to have made the request and to be the one that brings this. An answer to no request is judged there too.
 * @returns false where it answers no sign-in that is under way
 * @throws Failure 401 `login.ssoError`, whatever the reason, which stands in the audit log of the provider's tenant
 */
export async function takeSamlAnswer(visitor: Visitor, brought: BroughtResponse, needs: Reading): Promise<boolean> {
  const found = await findRequest(visitor.db, secretHash(brought.relayState), visitor.now);
  if (found)
    await refusing(visitor, { ...needs, relayState: brought.relayState, found }, (request) =>
      take(visitor, { ...brought, request }, needs),
    );
  return found !== null;
}

/** Both at once, for front ends to which the answer comes. @throws as `takeSamlAnswer` and `enterBySso` */
export async function enterBySamlAnswer(
  visitor: Visitor,
  brought: BroughtResponse & { browserSecret: string | null },
  needs: Reading,
): Promise<Admission> {
  await countAnswer(visitor, needs);
  if (!isHanded(brought.samlResponse)) {
    await refusing(visitor, { ...needs, relayState: brought.relayState }, async (request) => {
      await checkBrowser(visitor, request, brought);
      await take(visitor, { ...brought, request }, needs);
    });
  }
  return enterBySso(visitor, { ...brought, secret: samlSecret(needs.tokens.secrets, brought) }, needs);
}
