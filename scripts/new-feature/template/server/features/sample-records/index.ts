import type { Feature } from '../../platform/feature';
import { sampleRecordJobs } from './sample-records.jobs';
import { permissions } from './sample-records.permissions';
import { sampleRecordRoutes } from './sample-records.routes';

export const feature: Feature = {
  name: 'sample-records',
  permissions,
  routes: sampleRecordRoutes,
  nav: [{ menu: 'configuration', href: '/sample-records', label: 'sampleRecords.title', order: 50 }],
  jobs: sampleRecordJobs,
};
