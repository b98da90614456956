import type { PermissionRoles } from '../../platform/permissions';

declare module '../../platform/permissions' {
  interface Permissions {
    VIEW_CONFIGURATION_DROPDOWN: true;
  }
}

export const permissions = {
  VIEW_CONFIGURATION_DROPDOWN: ['manager', 'administrator', 'support'],
} satisfies PermissionRoles;
