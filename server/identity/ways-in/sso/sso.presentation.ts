import type { SsoConfig, SsoDomain } from './sso.store';

/** Where answers of identity providers go, and by what name this side is known to them. */
export const serviceProvider = (publicUrl: string) => ({
  acsUrl: `${publicUrl}/auth/saml/callback`,
  spEntityId: publicUrl,
});

/** Where they say that somebody leaves, and answer who has left here. */
export const logoutUrl = (publicUrl: string) => `${publicUrl}/auth/saml/logout`;

export const oidcCallback = (publicUrl: string) => `${publicUrl}/auth/oidc/callback`;

/** Where an OpenID provider says that somebody has left there, and where it sends back who has left here and there. */
export const oidcLogoutUrl = (publicUrl: string) => `${publicUrl}/auth/oidc/logout`;
export const oidcLeftUrl = (publicUrl: string) => `${publicUrl}/account/oidc/logout`;

type Provider = ReturnType<typeof serviceProvider>;

export const domainView = ({ id, domain, validatedAt }: SsoDomain, txtRecord: string) => ({
  id,
  domain,
  validated: validatedAt !== null,
  txtRecord,
});

/** A secret that was given is not shown again. */
const common = (config: SsoConfig, { acsUrl, spEntityId }: Provider) => ({
  enabled: config.enabled,
  type: config.type,
  ssoEndpoint: config.ssoEndpoint,
  publicCertificate: config.publicCertificate,
  signRequest: config.signRequest,
  acsUrl,
  spEntityId,
  oidcClientId: config.oidcClientId,
  oidcSecret: '',
  generatedVerification: config.verification,
  createdAt: config.createdAt.toISOString(),
  updatedAt: config.updatedAt.toISOString(),
});

/** One of a tenant's providers, as front ends that know several read it. */
export const configView = (config: SsoConfig, provider: Provider) => ({
  id: config.id,
  ...common(config, provider),
  domains: config.domains.map((domain) => domainView(domain, config.verification)),
  roleIds: config.roleIds,
  groups: config.groups,
  skipEmailDomainValidation: false,
});

/** The oldest, as front ends that know one read it; without any, where its answers would go. */
export function samlView(config: SsoConfig | undefined, provider: Provider) {
  if (!config) return { enabled: false, ...provider };
  const [first] = config.domains;
  return {
    ...common(config, provider),
    isSamlActive: config.enabled,
    domain: first?.domain ?? '',
    validated: (first?.validatedAt ?? null) !== null,
  };
}
