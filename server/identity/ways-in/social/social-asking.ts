import type { SocialProvider } from '../../../platform/social-providers';
import type { InstallationSecrets } from '../../core/secrets/installation-secrets';
import { challengeOf } from '../../core/secrets/pkce';
import { newSecret } from '../../core/secrets/token-secret';
import type { IdentityConfig } from '../../ports';

/** Where providers send people back to, and where those go that answer by a form. */
export const socialPaths = { success: '/account/social/success', form: '/auth/social/callback' } as const;

/** The address at which a provider's answer arrives. */
export const redirectUriOf = (
  { responseMode }: Pick<SocialProvider, 'responseMode'>,
  { publicUrl }: Pick<IdentityConfig, 'publicUrl'>,
): string => `${publicUrl}${responseMode === 'form_post' ? socialPaths.form : socialPaths.success}`;

/** What only this installation can make of a state: nothing of it has to be kept, and no address tells it. 43 signs, as RFC 7636 (4.1) asks of a verifier. */
export const madeOf = (secrets: InstallationSecrets, what: 'nonce' | 'verifier', text: string): string =>
  secrets.code(`social ${what}`, text).toString('base64url');

interface Asking {
  state: string;
  nonce: string;
  /** Absent where whoever goes there brings one of their own. */
  verifier?: string | undefined;
  /** Has the provider ask who it is, where it knows how, instead of taking whoever was there before. */
  afresh?: boolean | undefined;
}

/** Where a browser is sent, with a request by the provider's published flow. */
export function authorizationUrlOf(
  provider: SocialProvider,
  { state, nonce, verifier, afresh }: Asking,
  config: Pick<IdentityConfig, 'publicUrl'>,
): string {
  const url = new URL(provider.authorizationUrl);
  const asked = {
    response_type: 'code',
    client_id: provider.clientId,
    redirect_uri: redirectUriOf(provider, config),
    scope: provider.scopes,
    state,
    ...(provider.nonce ? { nonce } : {}),
    ...(provider.responseMode === 'form_post' ? { response_mode: 'form_post' } : {}),
    ...(provider.pkce === 'none' || verifier === undefined
      ? {}
      : { code_challenge: challengeOf(verifier), code_challenge_method: 'S256' }),
    ...(afresh && (provider.kind === 'google' || provider.kind === 'microsoft') ? { prompt: 'select_account' } : {}),
  };
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
  return url.href;
}

/** How long an address that a front end was given for its button is good: pages stay open. */
export const frontEndSeconds = 43_200;
const purpose = 'social state';

interface Tied {
  browserSecret: string;
  now: Date;
}

/** The state of an address that is handed out before anybody has decided to use it, so that nothing is kept of it: `f.<provider>.<end>.<random>.<code>`, good in this browser alone. */
export function frontEndState(secrets: InstallationSecrets, provider: string, { browserSecret, now }: Tied): string {
  const named = `${provider}.${Math.floor(now.getTime() / 1000) + frontEndSeconds}.${newSecret().slice(0, 22)}`;
  return `f.${named}.${secrets.code(purpose, `${browserSecret} ${named}`).toString('base64url')}`;
}

/** The provider that such a state was made for. @returns null for any other state, one that is over, and in another browser */
export function readFrontEndState(
  secrets: InstallationSecrets,
  state: string,
  { browserSecret, now }: { browserSecret: string | null; now: Date },
): string | null {
  const [, named, provider, end, code] =
    /^f\.(([a-z][a-z\d-]{1,39})\.(\d{1,12})\.[\w-]{22})\.([\w-]{43})$/.exec(state) ?? [];
  if (
    named === undefined ||
    provider === undefined ||
    code === undefined ||
    browserSecret === null ||
    Number(end) * 1000 <= now.getTime()
  )
    return null;
  return secrets.isCode(purpose, `${browserSecret} ${named}`, Buffer.from(code, 'base64url')) ? provider : null;
}

/** What front ends' addresses ask an ID token to repeat: the same for all that a browser was given, so that it ties the token to the browser whatever state a front end makes. */
export const frontEndNonce = (secrets: InstallationSecrets, provider: string, browserSecret: string): string =>
  madeOf(secrets, 'nonce', `${provider} ${browserSecret}`);
