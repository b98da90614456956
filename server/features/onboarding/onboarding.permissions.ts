import type { PermissionRoles } from '../../platform/permissions';

export const permissions = {
  ACCESS_ONBOARDING: ['administrator'],
} satisfies PermissionRoles;

declare module '../../platform/permissions' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}
