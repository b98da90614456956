import type { PermissionRoles } from '../../platform/permissions';

export const permissions = {
  MACHINE_VISION_EDIT_WASTE_EVENT_CLASSIFICATION: [],
} satisfies PermissionRoles;

declare module '../../platform/permissions' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}
