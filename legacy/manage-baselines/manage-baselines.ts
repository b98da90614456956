import { openPage } from '../../client/legacy/open-page';
import { BaselinesPage } from './parts/baselines-page';

void openPage('legacy.baselines.title', BaselinesPage);
