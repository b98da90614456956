import type { PermissionRoles } from '../../platform/permissions';

/** Those of the published interface whose screens are still to come; each moves into its feature with its screen. */
export const permissions = {
  EDIT_ORGANIZATION_SETTINGS: ['administrator'],
  VIEW_MOBILE_APP: ['administrator'],
  VIEW_USER_SESSIONS: ['support'],
} satisfies PermissionRoles;

declare module '../../platform/permissions' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}
