import type { PermissionRoles } from '../../platform/permissions';

declare module '../../platform/permissions' {
  interface Permissions {
    VIEW_BASE_LPO_PAGE: true;
  }
}

export const permissions = {
  VIEW_BASE_LPO_PAGE: ['basic', 'viewer', 'manager', 'administrator', 'support'],
} satisfies PermissionRoles;
