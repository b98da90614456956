import type { PermissionRoles } from '../../platform/permissions';

export const permissions = {
  VIEW_BASE_LPO_PAGE: ['basic', 'viewer', 'manager', 'administrator', 'support'],
} satisfies PermissionRoles;

declare module '../../platform/permissions' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}
