import type { PermissionRoles } from '../../platform/permissions';

export const permissions = {
  VIEW_PERFORMANCE_DASHBOARD: ['viewer', 'manager', 'administrator', 'support'],
  VIEW_EXCLUSION_THRESHOLD_PERFORMANCE_DASHBOARD: ['manager', 'administrator', 'support'],
  VIEW_ENGAGEMENT_SCORE: ['manager', 'administrator', 'support'],
} satisfies PermissionRoles;

declare module '../../platform/permissions' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}
