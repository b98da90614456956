import type { PermissionRoles } from '../../platform/permissions';

export const permissions = {
  VIEW_COST_RULES: ['administrator'],
  EDIT_COST_RULES: ['administrator', 'support'],
} satisfies PermissionRoles;

declare module '../../platform/permissions' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}
