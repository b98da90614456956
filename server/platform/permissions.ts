export { covers } from './permissions.rules';

/** Every permission that there is: each feature adds the keys of its `Feature.permissions`. @public */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- it is filled by the features' declarations
export interface Permissions {}

export type Permission = Extract<keyof Permissions, string>;

export type Access = Permission | 'signed-in' | 'public';

/** The roles that every organization has; an internal administrator holds everything. The last two are of the identity API alone. */
export const roleNames = {
  basic: 'Basic',
  viewer: 'Viewer',
  manager: 'Manager',
  administrator: 'Administrator',
  support: 'Support',
  'internal-administrator': 'Internal administrator',
  ReadOnly: 'ReadOnly',
  Admin: 'Admin',
} as const;
export type BuiltInRole = keyof typeof roleNames;

/** For each permission the built-in roles that hold it, beside the internal administrator. */
export type PermissionRoles = Record<string, readonly Exclude<BuiltInRole, 'internal-administrator'>[]>;
