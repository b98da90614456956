import type { PermissionRoles } from '../../platform/permissions';

export const permissions = {
  CREATE_CLIENT_VIEW_SESSION: ['support'],
} satisfies PermissionRoles;

declare module '../../platform/permissions' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}
