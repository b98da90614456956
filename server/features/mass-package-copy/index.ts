import type { Feature } from '../../platform/feature';
import { defineJob } from '../../platform/jobs/define-job';
import { defineResumeJob } from '../../platform/jobs/resume-job';
import { runCopy } from './copy-run.service';
import { copyJob } from './copy.job-handle';
import { copyRoutes } from './copy.routes';
import { listSilent } from './copy.store';

/** What a location is set up with, copied to many others. */
export const feature: Feature = {
  name: 'mass-package-copy',
  routes: copyRoutes,
  jobs: [
    defineJob({ ...copyJob, expireInSeconds: 3_600, run: (key, resources) => runCopy(resources, key) }),
    defineResumeJob({
      name: 'mass-package-copy.resume',
      silentMs: 60_000,
      list: (db, { silent }) => listSilent(db, silent),
      resume: (key, resources) => runCopy(resources, key),
    }),
  ],
  nav: [
    { menu: 'ccmTools', href: '/mass-package-copy', label: 'massPackageCopy.title', order: 12, anyOrganisation: true },
    {
      menu: 'ccmTools',
      href: '/mass-package-copy/new',
      label: 'massPackageCopy.newTitle',
      order: 12.1,
      unlisted: true,
    },
  ],
};
