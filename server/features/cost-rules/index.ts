import type { Feature } from '../../platform/feature';
import { permissions } from './cost-rules.permissions';
import { costRuleRoutes } from './cost-rules.routes';
import { refuseWhileRecosting } from './cost-rules.service';
import { repointRules } from './cost-rules.store';
import { recostJobs } from './recost.jobs';

export { countRulesNaming } from './cost-rules.store';
export { refuseWhileRecosting } from './cost-rules.service';

export const feature: Feature = {
  name: 'cost-rules',
  permissions,
  routes: costRuleRoutes,
  jobs: recostJobs,
  async onValueMerged(trx, { organisationId, elementCode, oldId, newId }) {
    if (elementCode !== 'WASTEITEM') return;
    await refuseWhileRecosting(trx, organisationId);
    await repointRules(trx, organisationId, { oldId, newId });
  },
};
