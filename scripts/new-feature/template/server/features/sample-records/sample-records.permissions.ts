import type { PermissionRoles } from '../../platform/permissions';

export const permissions = {
  VIEW_SAMPLE_RECORDS: ['viewer', 'manager', 'administrator', 'support'],
  EDIT_SAMPLE_RECORDS: ['manager', 'administrator', 'support'],
} satisfies PermissionRoles;

declare module '../../platform/permissions' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}
