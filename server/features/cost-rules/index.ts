import { listSilentRecosts } from '../../domain/catalogue';
import type { Feature } from '../../platform/feature';
import { defineJob } from '../../platform/jobs/define-job';
import { defineResumeJob } from '../../platform/jobs/resume-job';
import type { PermissionRoles } from '../../platform/permissions';
import { costRuleRoutes } from './cost-rules.routes';
import { recostJob } from './recost.job-handle';
import { runRecost } from './recost.service';

const permissions = {
  VIEW_COST_RULES: ['administrator'],
  EDIT_COST_RULES: ['administrator', 'support'],
} satisfies PermissionRoles;

declare module '../../platform/permissions' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}

export const feature: Feature = {
  name: 'cost-rules',
  permissions,
  routes: costRuleRoutes,
  jobs: [
    defineJob({ ...recostJob, expireInSeconds: 3_600, run: (key, resources) => runRecost(resources, key) }),
    defineResumeJob({
      name: 'cost-rules.resume',
      silentMs: 60_000,
      list: (db, { silent }) => listSilentRecosts(db, silent),
      resume: (key, resources) => runRecost(resources, key),
    }),
  ],
};
