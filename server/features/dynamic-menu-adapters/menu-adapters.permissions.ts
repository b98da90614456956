import type { PermissionRoles } from '../../platform/permissions';

export const permissions = {
  VIEW_DYNAMIC_MENU_ACCOUNT_MANAGER: [],
} satisfies PermissionRoles;

declare module '../../platform/permissions' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}
