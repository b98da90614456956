import type { PermissionRoles } from '../../platform/permissions';

declare module '../../platform/permissions' {
  interface Permissions {
    EDIT_TRANSACTIONS: true;
  }
}

export const permissions = {
  EDIT_TRANSACTIONS: ['manager', 'administrator', 'support'],
} satisfies PermissionRoles;
