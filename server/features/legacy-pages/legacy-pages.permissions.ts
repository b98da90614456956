import type { PermissionRoles } from '../../platform/permissions';

declare module '../../platform/permissions' {
  interface Permissions {
    VIEW_CCM_TOOLS_TAB: true;
  }
}

export const permissions = {
  VIEW_CCM_TOOLS_TAB: ['manager', 'administrator', 'support'],
} satisfies PermissionRoles;
