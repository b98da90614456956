import { openPage } from '../../client/legacy/open-page';
import { CostRulesPage } from './parts/cost-rules-page';

void openPage('costRules.title', CostRulesPage);
