import type { PermissionRoles } from '../../platform/permissions';

declare module '../../platform/permissions' {
  interface Permissions {
    VIEW_CONSOLE: true;
  }
}

export const permissions = {
  VIEW_CONSOLE: ['support'],
} satisfies PermissionRoles;
