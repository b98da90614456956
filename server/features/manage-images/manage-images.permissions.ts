import type { PermissionRoles } from '../../platform/permissions';

export const permissions = {
  EDIT_REF_DATA_IMAGE: ['administrator'],
} satisfies PermissionRoles;

declare module '../../platform/permissions' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}
