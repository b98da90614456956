import { listOpenMerges, mergeJob } from '../../domain/catalogue';
import type { Feature } from '../../platform/feature';
import { defineJob } from '../../platform/jobs/define-job';
import { defineResumeJob } from '../../platform/jobs/resume-job';
import type { PermissionRoles } from '../../platform/permissions';
import { hierarchyRoutes } from './hierarchies.routes';
import { runMerge } from './merges.service';
import { proposalRoutes } from './proposals.routes';

const permissions = {
  EDIT_HIERARCHIES: ['administrator'],
} satisfies PermissionRoles;

declare module '../../platform/permissions' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}

/** Longer than a transaction that had read the old value before the merge can stay open. */
const stragglerMs = 10 * 60_000;

export const feature: Feature = {
  name: 'hierarchies',
  permissions,
  routes: [...hierarchyRoutes, ...proposalRoutes],
  jobs: [
    defineJob({
      ...mergeJob,
      expireInSeconds: 3_600,
      run: async (key, resources) => {
        await runMerge(resources, key);
      },
    }),
    defineResumeJob({
      name: 'hierarchies.resume',
      silentMs: 60_000,
      list: (db, { silent, now }) =>
        listOpenMerges(db, { silentSince: silent, endedSince: new Date(now.getTime() - stragglerMs) }),
      resume: async (key, resources) => {
        await runMerge(resources, key);
      },
    }),
  ],
};
