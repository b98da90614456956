import type { PermissionRoles } from '../../platform/permissions';

declare module '../../platform/permissions' {
  interface Permissions {
    EDIT_BASELINES: true;
  }
}

export const permissions = {
  EDIT_BASELINES: ['administrator'],
} satisfies PermissionRoles;
