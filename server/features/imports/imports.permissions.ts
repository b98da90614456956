import type { PermissionRoles } from '../../platform/permissions';

declare module '../../platform/permissions' {
  interface Permissions {
    VIEW_DATA_MANAGER: true;
  }
}

export const permissions = {
  VIEW_DATA_MANAGER: ['manager', 'administrator', 'support'],
} satisfies PermissionRoles;
