import { openPage } from '../../client/legacy/open-page';
import { HierarchiesPage } from './parts/hierarchies-page';

void openPage('hierarchies.title', HierarchiesPage);
