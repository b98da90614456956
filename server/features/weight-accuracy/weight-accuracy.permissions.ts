import type { PermissionRoles } from '../../platform/permissions';

export const permissions = {
  WEIGHT_ACCURACY: ['viewer', 'manager', 'administrator', 'support'],
  EDIT_CHECKWEIGHT: ['manager', 'administrator', 'support'],
} satisfies PermissionRoles;

declare module '../../platform/permissions' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}
