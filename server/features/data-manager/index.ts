import type { Feature } from '../../platform/feature';
import { defineJob } from '../../platform/jobs/define-job';
import { defineResumeJob } from '../../platform/jobs/resume-job';
import { runBulk } from './bulk-run.service';
import { bulkJob } from './bulk.job-handle';
import { bulkRoutes } from './bulk.routes';
import { listSilent } from './bulk.store';
import { dataRoutes } from './data.routes';

/** Waste events found, put right and looked after, one or many at a time. */
export const feature: Feature = {
  name: 'data-manager',
  routes: [...bulkRoutes, ...dataRoutes],
  jobs: [
    defineJob({ ...bulkJob, expireInSeconds: 3_600, run: (key, resources) => runBulk(resources, key) }),
    defineResumeJob({
      name: 'data-manager.resume',
      silentMs: 60_000,
      list: (db, { silent }) => listSilent(db, silent),
      resume: (key, resources) => runBulk(resources, key),
    }),
  ],
  nav: [
    { menu: 'configuration', href: '/data-manager', label: 'dataManager.title', order: 1, needs: 'VIEW_DATA_MANAGER' },
    {
      menu: 'configuration',
      href: '/data-manager/suspicious',
      label: 'dataManager.suspicious.title',
      order: 1.1,
      needs: 'VIEW_DATA_MANAGER',
      unlisted: true,
    },
    {
      menu: 'configuration',
      href: '/data-manager/changes',
      label: 'dataManager.bulk.title',
      order: 1.2,
      needs: 'VIEW_DATA_MANAGER',
      unlisted: true,
    },
  ],
};
