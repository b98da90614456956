import type { Visitor } from '../../platform/visitor';
import type { Admission } from '../sign-in/arrival';
import { countAnswer, countReading } from './answer-limits';
import { readSamlResponse } from './saml-response';
import { samlNameOf } from './provider-session.store';
import { serviceProvider } from './sso.presentation';
import { checkBrowser, enterBySso, refusing, SsoRefused, takeAnswer, type SsoNeeds } from './sso-sign-in.service';
import { vouchedBySaml } from './vouched.rules';

interface Brought {
  relayState: string;
  samlResponse: string;
}

/**
 * Takes what a SAML provider has sent by somebody's browser; who comes in by it is asked of the browser that made the request.
 * @throws Failure 401 `login.ssoError`, whatever the reason, which stands in the audit log of the provider's tenant; 429 after too many
 */
export function takeSamlAnswer(visitor: Visitor, { relayState, samlResponse }: Brought, needs: SsoNeeds): Promise<void> {
  return refusing(visitor, { ...needs, relayState }, (request) => takeAnswer(visitor, { relayState, request, by: 'saml' }, async (provider) => {
    await countReading(relayState, needs);
    const { idpEntityId } = provider;
    const subject = await readSamlResponse(samlResponse, { provider, expected: { ...serviceProvider(needs.config.publicUrl), idpEntityId, requestId: request.requestId, now: visitor.now } });
    const vouched = vouchedBySaml(subject);
    if (!vouched) throw new SsoRefused('noAddress');
    return { ...vouched, knownAs: samlNameOf(subject) };
  }));
}

/** Both at once, for front ends to which the answer comes. @throws as `takeSamlAnswer` and `enterBySso` */
export async function enterBySamlAnswer(visitor: Visitor, brought: Brought & { browserSecret: string | null }, needs: SsoNeeds): Promise<Admission> {
  await countAnswer(visitor, needs);
  await refusing(visitor, { ...needs, relayState: brought.relayState }, async (request) => checkBrowser(request, brought.browserSecret));
  await takeSamlAnswer(visitor, brought, needs);
  return enterBySso(visitor, brought, needs);
}
