import type { PermissionRoles } from '../../platform/permissions';

export const permissions = {
  VIEW_USER_MANAGEMENT_TOOLS: ['administrator'],
} satisfies PermissionRoles;

declare module '../../platform/permissions' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}
