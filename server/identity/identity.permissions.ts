import type { PermissionRoles } from '../platform/permissions';

/**
 * What front ends of the identity API ask for, and the product's roles that hold it. A key that ends with `.*` covers what begins so;
 * no key of identity ever covers one of the product.
 */
export const permissions = {
  'fe.*': ['administrator', 'Admin'],
  'fe.secure.*': [],
  'fe.secure.read.*': ['viewer', 'manager', 'support', 'ReadOnly'],
  'fe.secure.read.users': [],
  'fe.secure.write.users': [],
  'fe.secure.delete.users': [],
  'fe.secure.read.roles': [],
  'fe.secure.write.roles': [],
  'fe.secure.delete.roles': [],
  'fe.secure.read.groups': [],
  'fe.secure.write.groups': [],
  'fe.secure.delete.groups': [],
  'fe.secure.read.securityPolicy': [],
  'fe.secure.read.audits': [],
  'fe.secure.write.securityPolicy': [],
  'fe.secure.read.samlConfiguration': [],
  'fe.secure.write.samlConfiguration': [],
  'fe.secure.read.samlDefaultRoles': [],
  'fe.secure.write.samlDefaultRoles': [],
  'fe.secure.read.tenantApiTokens': [],
  'fe.secure.write.tenantApiTokens': [],
  'fe.secure.delete.tenantApiTokens': [],
  /** Programs that sign people in by this installation. */
  EDIT_OAUTH_CLIENTS: ['support'],
  'fe.account-settings.*': [],
  'fe.account-settings.read.*': ['viewer', 'manager', 'support', 'ReadOnly'],
  'fe.account-settings.read.app': [],
  'fe.account-settings.write.app': [],
  'fe.account-settings.delete.account': [],
  'fe.account-settings.write.custom-login-box': [],
  'fe.account-hierarchy.*': [],
  'fe.account-hierarchy.read.*': ['viewer', 'manager', 'support', 'ReadOnly'],
  'fe.account-hierarchy.read.subAccount': [],
  'fe.account-hierarchy.write.subAccount': [],
  'fe.account-hierarchy.delete.subAccount': [],
  'fe.account-hierarchy.write.subAccountAccess': [],
} satisfies PermissionRoles;

declare module '../platform/permissions' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}
