import { fail } from '../../../platform/errors';
import type { Limit } from '../../../platform/http/rate-limits';
import type { SocialProvider } from '../../../platform/social-providers';
import type { Visitor } from '../../../platform/visitor';
import { invitationOf } from '../../core/invitations/invite.service';
import { isSecret, keptSecret, newSecret, secretHash } from '../../core/secrets/token-secret';
import type { IdentityParts } from '../../parts';
import type { IdentityConfig } from '../../ports';
import { authorizationUrlOf, frontEndNonce, madeOf, readFrontEndState, redirectUriOf } from './social-asking';
import { profileByCode } from './social-exchange';
import type { SocialProfile } from './social-profile';
import { refusing, SocialRefused } from './social-refusal';
import { findRequest, insertRequest, spendRequest, type OpenRequest } from './social.store';

/** How long somebody may take at a provider. */
const requestSeconds = 600;

const perAddress: Limit = { name: 'social-ip', points: 300, seconds: 600 };
/** Answers to nothing that was asked leave a row of audit each. */
const unaskedPerAddress: Limit = { name: 'social-unasked-ip', points: 30, seconds: 600 };

export type SocialDependencies = Pick<
  IdentityParts,
  'config' | 'rateLimits' | 'metrics' | 'outbound' | 'tokens' | 'openTenant'
>;

/** @throws Failure 404 `social.unknownProvider` */
function selectProvider({ identity }: Pick<IdentityConfig, 'identity'>, id: string): SocialProvider {
  const provider = identity.social.find((one) => one.id === id);
  if (!provider) throw fail.notFound('social.unknownProvider');
  return provider;
}

interface Beginning {
  providerId: string;
  browserSecret: string | null;
  /** Whose account is to be linked, and in which session. */
  link?: { userId: number; sessionId: string };
  invitationToken?: string | undefined;
}

export interface BegunSocial {
  provider: SocialProvider;
  /** Where the browser goes. */
  address: string;
  /** What it keeps meanwhile. */
  browserSecret: string;
}

/** Begins a sign-in by a provider, or a link to an account. @throws Failure 404 `social.unknownProvider`, 429 after too many */
export async function beginSocial(
  visitor: Visitor,
  { providerId, browserSecret, link, invitationToken }: Beginning,
  { config, rateLimits, tokens: { secrets } }: SocialDependencies,
): Promise<BegunSocial> {
  const provider = selectProvider(config, providerId);
  await rateLimits.take(perAddress, visitor.ip);
  const [state, kept] = [newSecret(), keptSecret(browserSecret)];
  const request = {
    stateHash: secretHash(state),
    provider: provider.id,
    browserHash: secretHash(kept),
    link,
    inviteHash: invitationOf(invitationToken),
    now: visitor.now,
    seconds: requestSeconds,
  };
  await visitor.db.transaction().execute((trx) => insertRequest(trx, request));
  const asking = {
    state,
    nonce: madeOf(secrets, 'nonce', state),
    verifier: madeOf(secrets, 'verifier', state),
    afresh: link !== undefined,
  };
  return { provider, address: authorizationUrlOf(provider, asking, config), browserSecret: kept };
}

/** What a provider has sent by somebody's browser. */
export interface BroughtBack {
  state: string;
  code?: string | undefined;
  /** In place of a code (RFC 6749, 4.1.2.1). */
  error?: string | undefined;
  /** Of RFC 9207, where the provider says who it is. */
  iss?: string | undefined;
  browserSecret: string | null;
}

/** Somebody whom a provider knows, on their way back to what they wanted. */
export interface Arrived extends Pick<OpenRequest, 'link' | 'inviteHash'> {
  provider: SocialProvider;
  profile: SocialProfile;
}

type Asked = Pick<Arrived, 'provider' | 'link' | 'inviteHash'> &
  Pick<OpenRequest, 'givenName'> & { nonce: string; verifier?: string };

/**
 * Who it is that a provider sends back: by an answer to a request that was made in this browser, which counts once.
 * @throws Failure 401 `social.failed`, whatever the reason, which stands in the audit log; 403 where they said no there, 503, 429 after too many that nobody asked for
 */
export async function arrive(visitor: Visitor, brought: BroughtBack, needs: SocialDependencies): Promise<Arrived> {
  const { code, error, iss } = brought;
  const asked = await findAsked(visitor, brought, needs);
  return refusing(visitor, asked.provider, async () => {
    const { provider, nonce, verifier, givenName, ...request } = asked;
    // A code is shown to nobody but the provider that gave it (RFC 9207, 2.4).
    if (iss !== undefined && provider.issuer !== undefined && !isIssuer(provider.issuer, iss))
      throw new SocialRefused('otherProvider');
    if (error === 'access_denied' || error === 'user_cancelled_authorize' || error === 'user_cancelled_login')
      throw new SocialRefused('denied');
    if (code === undefined) throw new SocialRefused('refusedCode', new Error(error));
    const given = {
      code,
      redirectUri: redirectUriOf(provider, needs.config),
      now: visitor.now,
      verifier: provider.pkce === 'none' ? undefined : verifier,
      nonce: provider.nonce ? nonce : undefined,
    };
    const profile = await profileByCode(provider, given, needs.outbound);
    return { ...request, provider, profile: { ...profile, name: profile.name ?? givenName } };
  });
}

const isIssuer = (issuer: string, given: string) => {
  const [before = '', after] = issuer.split('{tenantid}');
  return after === undefined ? given === issuer : given.startsWith(before) && given.endsWith(after);
};

async function findAsked(
  visitor: Visitor,
  { state, browserSecret }: BroughtBack,
  { config, rateLimits, tokens: { secrets } }: SocialDependencies,
): Promise<Asked> {
  const { db, now } = visitor;
  const ofFrontEnd = readFrontEndState(secrets, state, { browserSecret, now });
  if (ofFrontEnd !== null && browserSecret !== null) {
    await rateLimits.take(perAddress, visitor.ip);
    return {
      provider: selectProvider(config, ofFrontEnd),
      link: null,
      inviteHash: null,
      givenName: null,
      nonce: frontEndNonce(secrets, ofFrontEnd, browserSecret),
    };
  }
  const stateHash = secretHash(state);
  const request = await findRequest(db, stateHash, now);
  if (!request) await rateLimits.take(unaskedPerAddress, visitor.ip);
  const provider = config.identity.social.find(({ id }) => id === request?.provider);
  return refusing(visitor, provider, async () => {
    if (!request || !provider) throw new SocialRefused('unknownRequest');
    // Spent in whichever browser it is brought: one that another has brought is over for whoever asked, too.
    if (!(await spendRequest(db, stateHash))) throw new SocialRefused('unknownRequest');
    if (browserSecret === null || !isSecret(request.browserHash, browserSecret))
      throw new SocialRefused('otherBrowser');
    return {
      ...request,
      provider,
      nonce: madeOf(secrets, 'nonce', state),
      verifier: madeOf(secrets, 'verifier', state),
    };
  });
}

export interface FrontEndAnswer {
  providerId: string;
  code: string;
  redirectUri?: string | undefined;
  state?: string | undefined;
  verifier?: string | undefined;
  browserSecret: string | null;
}

/**
 * The same for a front end, whose code the browser hands over by itself. That the code was asked for in this browser, and not slipped to it
 * by somebody who wants it signed in as them (RFC 9700, 4.7), is shown by one of three: our own state, made for this browser; a verifier of
 * PKCE, at a provider that takes one for no other code; or, where a front end makes its own state, the nonce of our address in the ID token.
 * @throws as `arrive`; Failure 400 `social.redirectRefused`
 */
export async function arriveAtFrontEnd(
  visitor: Visitor,
  { providerId, code, redirectUri, state, verifier, browserSecret }: FrontEndAnswer,
  { config, rateLimits, outbound, tokens: { secrets } }: SocialDependencies,
): Promise<Pick<Arrived, 'provider' | 'profile'>> {
  const provider = selectProvider(config, providerId);
  await rateLimits.take(perAddress, visitor.ip);
  if (redirectUri !== undefined && !isOurs(redirectUri, config)) throw fail.badRequest('social.redirectRefused');
  return refusing(visitor, provider, async () => {
    const ours =
      state !== undefined && readFrontEndState(secrets, state, { browserSecret, now: visitor.now }) === provider.id;
    const byVerifier = verifier !== undefined && provider.pkce === 'binding';
    const byNonce = provider.nonce && browserSecret !== null && (ours || !byVerifier);
    if (!ours && !byVerifier && !byNonce) throw new SocialRefused('notTied');
    const nonce = byNonce ? frontEndNonce(secrets, provider.id, browserSecret) : undefined;
    return {
      provider,
      profile: await profileByCode(
        provider,
        { code, redirectUri: redirectUri ?? redirectUriOf(provider, config), now: visitor.now, verifier, nonce },
        outbound,
      ),
    };
  });
}

/** Front ends have their codes sent to this site, or to one of the origins that they may come from. */
function isOurs(redirectUri: string, { publicUrl, identity }: IdentityConfig): boolean {
  return (
    URL.canParse(redirectUri) &&
    [new URL(publicUrl).origin, ...identity.corsOrigins].includes(new URL(redirectUri).origin)
  );
}
