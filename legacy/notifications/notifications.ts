import { openPage } from '../../client/legacy/open-page';
import { NotificationsPage } from './parts/notifications-page';

void openPage('notifications.title', NotificationsPage);
