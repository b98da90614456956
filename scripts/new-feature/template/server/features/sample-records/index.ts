import type { Feature } from '../../platform/feature';
import type { PermissionRoles } from '../../platform/permissions';
import { sampleRecordJobs } from './sample-records.jobs';
import { sampleRecordRoutes } from './sample-records.routes';

const permissions = {
  VIEW_SAMPLE_RECORDS: ['viewer', 'manager', 'administrator', 'support'],
  EDIT_SAMPLE_RECORDS: ['manager', 'administrator', 'support'],
} satisfies PermissionRoles;

declare module '../../platform/permissions' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}

export const feature: Feature = {
  name: 'sample-records',
  permissions,
  routes: sampleRecordRoutes,
  nav: [{ menu: 'configuration', href: '/sample-records', label: 'sampleRecords.title', order: 50 }],
  jobs: sampleRecordJobs,
};
