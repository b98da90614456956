import { accountLifeRules } from './account-life';
import { apiTokenRules } from './api-tokens';
import { oauthRules } from './oauth';
import { ownAccountRules } from './own-account';
import { passkeyRules } from './passkeys';
import { passwordPolicyRules } from './password-policies';
import { peopleRules } from './people';
import { phoneRules } from './phones';
import { policyRules } from './policies';
import { productSsoRules } from './product-sso';
import type { Rule } from './rule';
import { secondFactorRules } from './second-factor';
import { sessionRules } from './sessions';
import { signInRules } from './sign-in';
import { signInCheckRules } from './sign-in-checks';
import { socialRules } from './social';
import { ssoRules } from './sso';
import { ssoEnforcementRules } from './sso-enforcement';
import { ssoOidcRules } from './sso-oidc';
import { samlLogoutRules } from './sso-saml-logout';
import { tenantRules } from './tenants';

/** The rules of the identity area, each with the test that sees when it is gone. A further one is one line in one of the lists. */
export const rules: readonly Rule[] = [...signInRules, ...secondFactorRules, ...passkeyRules, ...accountLifeRules, ...sessionRules, ...policyRules, ...passwordPolicyRules, ...peopleRules, ...signInCheckRules, ...phoneRules, ...tenantRules, ...ssoRules, ...ownAccountRules, ...apiTokenRules, ...oauthRules, ...productSsoRules, ...socialRules, ...ssoEnforcementRules, ...ssoOidcRules, ...samlLogoutRules];
