import { isWithin, scopeOf } from '../../core/tokens/oauth-scopes.rules';

/** How long somebody may take to sign in for a client. */
export const requestSeconds = 600;

/** A code is exchanged at once; RFC 6749, 4.1.2, allows ten minutes at most. */
export const codeSeconds = 60;

/** What is wrong with a request, for the client (RFC 6749, 4.1.2.1 and 5.2) and for the audit log. */
export interface OAuthFault {
  error: string;
  reason: string;
}

const fault = (error: string, reason: string): { fault: OAuthFault } => ({ fault: { error, reason } });

export interface AuthorizeQuery {
  response_type?: string | undefined;
  response_mode?: string | undefined;
  scope?: string | undefined;
  state?: string | undefined;
  nonce?: string | undefined;
  code_challenge?: string | undefined;
  code_challenge_method?: string | undefined;
  prompt?: string | undefined;
  login_hint?: string | undefined;
  max_age?: string | undefined;
  acr_values?: string | undefined;
  request?: string | undefined;
  request_uri?: string | undefined;
}

/** What a client asks of whoever signs in for it. */
export interface Demands {
  /** Somebody has to prove themselves after the request was made. */
  anew: boolean;
  /** Seconds that their last proof may be old. */
  maxAge: number | null;
  /** With a second factor. */
  steppedUp: boolean;
}

export interface Wanted extends Demands {
  scope: string;
  state: string;
  nonce: string | null;
  codeChallenge: string;
  loginHint: string | null;
  /** Nobody is to be asked anything. */
  silent: boolean;
  /** Whether what somebody agreed to before will do. */
  consent: 'kept' | 'ask';
}

/** SHA-256 in base64url (RFC 7636, 4.2). */
const challengeForm = /^[\w-]{43}$/;

const prompts = new Set(['none', 'login', 'consent', 'select_account']);

/** What is wrong with the parameters that the demands are made of; null where nothing is. */
function faultOf({
  response_type: type,
  response_mode: mode = 'query',
  request,
  request_uri: requestUri,
  state = '',
  code_challenge: challenge,
  code_challenge_method: method,
}: AuthorizeQuery): { fault: OAuthFault } | null {
  if (type !== 'code') return fault('unsupported_response_type', 'responseType');
  if (mode !== 'query') return fault('invalid_request', 'responseMode');
  if (request !== undefined) return fault('request_not_supported', 'request');
  if (requestUri !== undefined) return fault('request_uri_not_supported', 'requestUri');
  if (state === '') return fault('invalid_request', 'stateMissing');
  if (challenge === undefined) return fault('invalid_request', 'pkceMissing');
  // One that is not named is `plain` (RFC 7636, 4.3).
  if (method !== 'S256') return fault('invalid_request', 'pkceMethod');
  if (!challengeForm.test(challenge)) return fault('invalid_request', 'pkceMalformed');
  return null;
}

function promptsOf(prompt: string): { anew: boolean; silent: boolean; consent: 'kept' | 'ask' } | null {
  const asked = prompt.split(' ').filter((word) => word !== '');
  if (asked.some((word) => !prompts.has(word)) || (asked.includes('none') && asked.length > 1)) return null;
  return {
    anew: asked.includes('login') || asked.includes('select_account'),
    silent: asked.includes('none'),
    consent: asked.includes('consent') ? 'ask' : 'kept',
  };
}

/**
 * Reads what a client asks for, once it is known who it is and where answers go.
 * @param allowed the scopes beyond who somebody is that the client may ask for; `stepUpClass`: the authentication context class of a second factor; other classes are wishes (OpenID Connect Core, 3.1.2.1)
 */
export function judgeAuthorize(
  query: AuthorizeQuery,
  { stepUpClass, allowed }: { stepUpClass: string; allowed: readonly string[] },
): { wanted: Wanted } | { fault: OAuthFault } {
  const wrong = faultOf(query);
  if (wrong) return wrong;
  const scope = scopeOf(query.scope ?? '', allowed);
  if (!isWithin('openid', scope)) return fault('invalid_scope', 'scope');
  const asked = promptsOf(query.prompt ?? '');
  if (!asked) return fault('invalid_request', 'prompt');
  if (query.max_age !== undefined && !/^\d{1,9}$/.test(query.max_age)) return fault('invalid_request', 'maxAge');
  const {
    state = '',
    nonce = null,
    code_challenge: codeChallenge = '',
    login_hint: loginHint = null,
    acr_values: classes = '',
  } = query;
  return {
    wanted: {
      scope,
      state,
      nonce,
      codeChallenge,
      loginHint,
      ...asked,
      maxAge: query.max_age === undefined ? null : Number(query.max_age),
      steppedUp: classes.split(' ').includes(stepUpClass),
    },
  };
}

export interface Proof {
  authenticatedAt: Date;
  amr: readonly string[];
}

/** What somebody has to do before a client gets its code: sign in, prove themselves anew, prove a second factor; null where nothing is left. */
export function openDemand(
  { anew, maxAge, steppedUp }: Demands,
  proof: Proof | null,
  { askedAt, now }: { askedAt: Date; now: Date },
): 'login' | 'anew' | 'stepUp' | null {
  if (!proof) return 'login';
  if (anew && proof.authenticatedAt <= askedAt) return 'anew';
  if (
    maxAge !== null &&
    now.getTime() - proof.authenticatedAt.getTime() > maxAge * 1000 &&
    proof.authenticatedAt <= askedAt
  )
    return 'anew';
  return steppedUp && !proof.amr.includes('mfa') ? 'stepUp' : null;
}

/** What a client that may ask nobody is told instead (OpenID Connect Core, 3.1.2.6, and Unmet Authentication Requirements 1.0). */
export const silentErrors = {
  login: 'login_required',
  anew: 'login_required',
  stepUp: 'unmet_authentication_requirements',
  unmet: 'unmet_authentication_requirements',
  consent: 'consent_required',
} as const;

/** Whether answers may go there: one of the client's addresses to the letter (RFC 9700, 4.1.3). */
export const isRegistered = (uris: readonly string[], given: string): boolean => uris.includes(given);

/** An address of a client with what it is told added. */
export function withAnswer(uri: string, answer: Record<string, string | undefined>): string {
  const url = new URL(uri);
  for (const [name, value] of Object.entries(answer)) if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
}

const loopback = /^(?:localhost|127\.0\.0\.1|\[::1\])$/;

/** Of an application on a device: a scheme that is a domain backwards (RFC 8252, 7.1). */
const ownScheme = /^[a-z][a-z\d-]*(?:\.[a-z\d-]+)+:$/;

const isWeb = ({ protocol, hostname }: URL) =>
  protocol === 'https:' || (protocol === 'http:' && loopback.test(hostname));

/**
 * Whether a client may be sent back to an address: https, http on the same machine, or an application's own scheme; written as a
 * browser would read it, without a fragment or credentials, so that comparing by the letter compares what is visited.
 */
export function isReturnAddress(given: string): boolean {
  if (!/^[\x21-\x7e]+$/.test(given) || !URL.canParse(given)) return false;
  const url = new URL(given);
  if (given.includes('#') || given.includes('*') || url.username !== '' || url.password !== '') return false;
  return isWeb(url) ? url.href === given || url.href === `${given}/` : ownScheme.test(url.protocol);
}

/** Whether a text is the origin of a page. */
export const isOrigin = (given: string): boolean =>
  URL.canParse(given) && isWeb(new URL(given)) && new URL(given).origin === given;
