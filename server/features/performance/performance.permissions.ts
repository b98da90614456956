import type { PermissionRoles } from '../../platform/permissions';

declare module '../../platform/permissions' {
  interface Permissions {
    VIEW_PERFORMANCE_DASHBOARD: true;
    VIEW_EXCLUSION_THRESHOLD_PERFORMANCE_DASHBOARD: true;
    VIEW_ENGAGEMENT_SCORE: true;
  }
}

export const permissions = {
  VIEW_PERFORMANCE_DASHBOARD: ['viewer', 'manager', 'administrator', 'support'],
  VIEW_EXCLUSION_THRESHOLD_PERFORMANCE_DASHBOARD: ['manager', 'administrator', 'support'],
  VIEW_ENGAGEMENT_SCORE: ['manager', 'administrator', 'support'],
} satisfies PermissionRoles;
