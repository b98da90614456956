import type { PermissionRoles } from '../../platform/permissions';

export const permissions = {
  VIEW_TRACKER_PROFILE_MANAGER: ['manager', 'administrator', 'support'],
} satisfies PermissionRoles;

declare module '../../platform/permissions' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}
