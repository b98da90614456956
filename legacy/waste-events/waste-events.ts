import { openPage } from '../../client/legacy/open-page';
import { EventsPage } from './parts/events-page';

void openPage('legacy.events.title', EventsPage);
