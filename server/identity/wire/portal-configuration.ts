import { serviceProvider } from '../sso/sso.presentation';
import type { IdentityConfig } from '../ports';

/** Sections of the published administration that this installation answers. */
const sections = { profile: true, privacy: true, account: true, users: true, groups: true, roles: true, security: true, allAccounts: true, personalApiTokens: true, apiTokens: true };
const absent = { sso: false, audits: false, webhooks: false, subscription: false };

const navigation = Object.fromEntries(Object.entries({ ...sections, ...absent }).map(([name, shown]) => [name, { visibility: shown ? 'byPermissions' : 'hidden' }]));

/** What front ends are told of the look and the parts of the administration, and of the addresses for an identity provider. */
export const portalConfiguration = ({ publicUrl }: IdentityConfig) => ({
  adminBox: { entityName: 'adminBox', configuration: { theme: {}, themeV2: {}, navigation, localizations: {} } },
  saml: { entityName: 'saml', isActive: false, configuration: serviceProvider(publicUrl) },
});
