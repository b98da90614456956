import type { PermissionRoles } from '../../platform/permissions';

export const permissions = {
  EDIT_CAMPAIGNS: ['manager', 'administrator', 'support'],
  VIEW_POST_CONSUMER_REPORTS: ['viewer', 'manager', 'administrator', 'support'],
} satisfies PermissionRoles;

declare module '../../platform/permissions' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}
