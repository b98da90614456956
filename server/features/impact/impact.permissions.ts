import type { PermissionRoles } from '../../platform/permissions';

export const permissions = {
  EDIT_IMPACT: ['manager', 'administrator', 'support'],
  VIEW_IMPACT_UPDATE_REPORT: ['manager', 'administrator', 'support'],
} satisfies PermissionRoles;

declare module '../../platform/permissions' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}
