import type { Feature } from '../../platform/feature';
import type { PermissionRoles } from '../../platform/permissions';
import { clientViewRoutes } from './client-view.routes';

const permissions = {
  CREATE_CLIENT_VIEW_SESSION: ['support'],
} satisfies PermissionRoles;

declare module '../../platform/permissions' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}

export const feature: Feature = {
  name: 'client-view',
  permissions,
  routes: clientViewRoutes,
  nav: [{ menu: 'account', href: '/client-view', label: 'clientView.title', order: 40 }],
};
