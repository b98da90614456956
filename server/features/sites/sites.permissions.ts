import type { PermissionRoles } from '../../platform/permissions';

declare module '../../platform/permissions' {
  interface Permissions {
    EDIT_SITES: true;
  }
}

export const permissions = {
  EDIT_SITES: ['administrator', 'support'],
} satisfies PermissionRoles;
