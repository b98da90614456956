import type { Feature } from '../../platform/feature';
import type { PermissionRoles } from '../../platform/permissions';
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

const permissions = {
  EDIT_USERS: ['administrator', 'support'],
} satisfies PermissionRoles;

declare module '../../platform/permissions' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}

export const feature: Feature = {
  name: 'users',
  permissions,
  routes: userRoutes,
  // Whoever may manage people finds them here, too, where their role shows no internal tools.
  nav: [{ menu: 'account', href: '/users', label: 'users.title', order: 10 }],
};
