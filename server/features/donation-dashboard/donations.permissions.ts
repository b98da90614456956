import type { PermissionRoles } from '../../platform/permissions';

export const permissions = {
  EDIT_DONATIONS: ['manager', 'administrator', 'support'],
  VIEW_DONATION_DASHBOARD: ['viewer', 'manager', 'administrator', 'support'],
} satisfies PermissionRoles;

declare module '../../platform/permissions' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}
