import type { Permission } from '../../../platform/permissions';
import type { LoginBox } from '../../core/tenants/login-box.contract';
import { treeOfPlaces } from '../../core/tenants/login-box.rules';
import type { IdentityConfig } from '../../ports';
import { serviceProvider } from '../../ways-in/sso/sso.presentation';
import { auditColumns } from './audit-columns.rules';

/** Sections of the published administration that this installation answers. */
const sections = {
  profile: true,
  privacy: true,
  account: true,
  users: true,
  groups: true,
  roles: true,
  security: true,
  allAccounts: true,
  personalApiTokens: true,
  apiTokens: true,
  sso: true,
  audits: true,
};
const absent = { webhooks: false, subscription: false };

/** The published administration knows of its sections by what permission each is seen, but for these, which release 5.79.0 opens to everybody. */
const seenBy: Record<string, Permission> = {
  account: 'fe.account-settings.read.app',
  sso: 'fe.secure.read.samlConfiguration',
};

/** The published administration hides a section whose flag of its own is on: of roles it is, unless it is told otherwise. */
const unflagged: ReadonlySet<string> = new Set(['roles']);

const navigation = Object.fromEntries(
  Object.entries({ ...sections, ...absent }).map(([name, shown]) => {
    const permission = seenBy[name];
    return [
      name,
      {
        visibility: shown ? 'byPermissions' : 'hidden',
        ...(permission && { permissions: [permission] }),
        ...(unflagged.has(name) && { featureFlag: '' }),
      },
    ];
  }),
);

/** What front ends are told of the look and the parts of the administration, and of the addresses for an identity provider. */
export const portalConfiguration = ({ publicUrl }: IdentityConfig, loginBox: LoginBox) => ({
  adminBox: {
    entityName: 'adminBox',
    configuration: { theme: {}, themeV2: treeOfPlaces(loginBox), navigation, localizations: {} },
  },
  audits: {
    entityName: 'audits',
    properties: auditColumns.map(({ name, displayName, type, sort, showInTable, filterable }) => ({
      name,
      displayName,
      type,
      sortable: sort !== null,
      filterable,
      showInTable,
      showInMoreInfo: 'Always',
    })),
  },
  saml: { entityName: 'saml', isActive: false, configuration: serviceProvider(publicUrl) },
});
