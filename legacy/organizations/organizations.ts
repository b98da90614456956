import { openPage } from '../../client/legacy/open-page';
import { OrganizationsPage } from './parts/organizations-page';

void openPage('organizations.title', OrganizationsPage, { ofAll: true });
