import type { PermissionRoles } from '../../platform/permissions';

export const permissions = {
  VIEW_CCM_DATA_SECURITY: ['support'],
} satisfies PermissionRoles;

declare module '../../platform/permissions' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}
