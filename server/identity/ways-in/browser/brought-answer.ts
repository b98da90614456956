import type { Context, Reply } from '../../../platform/http/define-route';
import type { InstallationSecrets } from '../../core/secrets/installation-secrets';
import type { IdentityParts } from '../../parts';
import type { Admission } from '../../policies/entry/arrival';
import { cookieOptions, secondFactorPath } from './signed-in';

interface Brought {
  /** By which a provider's answer names the request: RelayState of SAML, `state` of OAuth. */
  relayState: string;
  /** The answer itself, or its code. */
  answer: string;
}

/** What is handed to the browser that brings an answer, and to no other. The same for the same answer, since somebody may click twice; nobody makes it who does not have the answer. */
export const answerSecret = (secrets: InstallationSecrets, { relayState, answer }: Brought): string =>
  secrets.code('browser that brings an answer', `${relayState} ${answer}`).toString('base64url');

/** What a browser keeps of the answer that signed it in. */
const cookieName = 'tare-answered';
const purpose = 'answer that signed a browser in';
const keptSeconds = 600;

const waiting = 'second factor';
const kept = (place: string, secret: string) => `${place} ${secret}`;

type Dependencies = Pick<IdentityParts, 'config' | 'tokens'>;

/** By which the browser shows, when it brings the same answer again, that it is signed in by it already. */
export function answeredCookie(
  { config, tokens }: Dependencies,
  { admission, secret }: { admission: Admission; secret: string },
): NonNullable<Reply['cookies']> {
  if (admission.kind === 'breached') return [];
  const value = tokens.secrets
    .code(purpose, kept(admission.kind === 'session' ? admission.sessionId : waiting, secret))
    .toString('base64url');
  return [{ name: cookieName, value, options: { ...cookieOptions(config), maxAge: keptSeconds * 1000 } }];
}

type Bringing = Pick<Context<'public'>, 'actor' | 'cookie'>;

/** The session of this browser, where this very answer opened it. */
export function sessionByAnswer(
  { tokens }: Pick<Dependencies, 'tokens'>,
  { actor, cookie }: Bringing,
  secret: string,
): string | null {
  const sessionId = actor?.sessionId;
  return sessionId !== undefined &&
    tokens.secrets.isCode(purpose, kept(sessionId, secret), Buffer.from(cookie(cookieName) ?? '', 'base64url'))
    ? sessionId
    : null;
}

/**
 * Where a browser is led that brings again the answer which signed it in, or after which it waits for a second proof. Nothing is opened by that.
 * @param to where the sign-in led
 * @returns null for any other answer, and in any other browser
 */
export function wayOfAnswer(
  needs: Pick<Dependencies, 'tokens'>,
  context: Bringing,
  { secret, to }: { secret: string; to: string },
): string | null {
  if (sessionByAnswer(needs, context, secret) !== null) return to;
  const waits = needs.tokens.secrets.isCode(
    purpose,
    kept(waiting, secret),
    Buffer.from(context.cookie(cookieName) ?? '', 'base64url'),
  );
  return waits ? secondFactorPath : null;
}
