import type { PasswordBreaches } from './breaches/breaches';
import type { Captcha } from './captcha/captcha';
import type { IdentityPorts } from './ports';
import type { DomainProofs } from './sso/domain-proof';
import type { OidcProviders } from './sso/oidc-providers';
import type { Tokens } from './tokens/tokens';

/** What the wing's own routes are made with: its ports, and what it made of them. */
export interface IdentityParts extends IdentityPorts {
  tokens: Tokens;
  breaches: PasswordBreaches;
  captcha: Captcha;
  domainProofs: DomainProofs;
  oidcProviders: OidcProviders;
}
