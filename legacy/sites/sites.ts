import { openPage } from '../../client/legacy/open-page';
import { SitesPage } from './parts/sites-page';

void openPage('legacy.sites.title', SitesPage);
