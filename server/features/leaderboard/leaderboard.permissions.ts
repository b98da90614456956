import type { PermissionRoles } from '../../platform/permissions';

export const permissions = {
  EDIT_CONTESTS: ['manager', 'administrator', 'support'],
  VIEW_LEADERBOARD: ['viewer', 'manager', 'administrator', 'support'],
} satisfies PermissionRoles;

declare module '../../platform/permissions' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}
