import type { Feature } from '../../platform/feature';
import { permissions } from './users.permissions';
import { userRoutes } from './users.routes';

export { rolesFor, userRows } from './users.presentation';
export {
  changeUser,
  copyAccess,
  createUser,
  createUserIn,
  editingPeople,
  findUser,
  narrowUser,
  narrowUserIn,
  changeUserIn,
  rolesOf,
  sendLink,
  setActive,
  setActiveIn,
  type Editing,
  type Found,
} from './users.service';

export const feature: Feature = {
  name: 'users',
  permissions,
  routes: userRoutes,
  // Whoever may manage people finds them here, too, where their role shows no internal tools.
  nav: [{ menu: 'account', href: '/users', label: 'users.title', order: 10 }],
};
