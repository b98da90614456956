import type { SocialProvider } from '../../../platform/social-providers';
import type { InstallationSecrets } from '../../core/secrets/installation-secrets';
import type { IdentityConfig } from '../../ports';
import {
  authorizationUrlOf,
  frontEndNonce,
  frontEndState,
  redirectUriOf,
  socialPaths,
} from '../../ways-in/social/social-asking';

interface Shown {
  config: IdentityConfig;
  secrets: InstallationSecrets;
  /** What this browser keeps. */
  browserSecret: string;
  now: Date;
}

const seven = ({ identity }: IdentityConfig) => identity.social.filter(({ kind }) => kind !== 'custom');

function addressFor(provider: SocialProvider, { config, secrets, browserSecret, now }: Shown): string {
  return authorizationUrlOf(
    provider,
    {
      state: frontEndState(secrets, provider.id, { browserSecret, now }),
      nonce: frontEndNonce(secrets, provider.id, browserSecret),
    },
    config,
  );
}

export const providersV1 = (config: IdentityConfig) =>
  seven(config).map((provider) => ({
    type: provider.kind,
    clientId: provider.clientId,
    redirectUrl: redirectUriOf(provider, config),
    active: true,
  }));

export const providersV2 = (shown: Shown) =>
  seven(shown.config).map((provider) => ({
    type: provider.kind,
    clientId: provider.clientId,
    active: true,
    customised: true,
    authorizationUrl: addressFor(provider, shown),
    options: {},
    additionalScopes: [],
    redirectUrl: `${shown.config.publicUrl}${socialPaths.success}`,
    ...(provider.responseMode === 'form_post' ? { backendRedirectUrl: redirectUriOf(provider, shown.config) } : {}),
  }));

export const customProviders = (shown: Shown) => ({
  providers: shown.config.identity.social
    .filter(({ kind }) => kind === 'custom')
    .map((provider) => ({
      id: provider.id,
      type: provider.id,
      clientId: provider.clientId,
      redirectUrl: redirectUriOf(provider, shown.config),
      redirectUrlPattern: `${shown.config.publicUrl}${socialPaths.success}`,
      authorizationUrl: addressFor(provider, shown),
      userInfoUrl: provider.userInfoUrl ?? '',
      scopes: provider.scopes,
      ssoLogoUrl: provider.logoUrl,
      displayName: provider.name,
      active: true,
    })),
});
