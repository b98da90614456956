import { openPage } from '../../client/legacy/open-page';
import { UsersPage } from './parts/users-page';

void openPage('users.title', UsersPage);
