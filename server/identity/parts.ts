import type { Tokens } from './core/tokens/tokens';
import type { PasswordBreaches } from './policies/breaches/breaches';
import type { Captcha } from './policies/captcha/captcha';
import type { IdentityPorts } from './ports';
import type { DomainProofs } from './ways-in/sso/domain-proof';
import type { OidcProviders } from './ways-in/sso/oidc-providers';

/** What the wing's own routes are made with: its ports, and what it made of them. */
export interface IdentityParts extends IdentityPorts {
  tokens: Tokens;
  breaches: PasswordBreaches;
  captcha: Captcha;
  domainProofs: DomainProofs;
  oidcProviders: OidcProviders;
}
