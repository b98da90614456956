import type { Feature } from '../../platform/feature';
import type { PermissionRoles } from '../../platform/permissions';
import { volumeCalls } from './volume-calls.routes';
import { volumePages } from './volume-pages.routes';
export { readCell, signOf } from './volume-cells.rules';

const permissions = {
  EDIT_VOLUMES: ['manager', 'administrator', 'support'],
} satisfies PermissionRoles;

declare module '../../platform/permissions' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}

export const feature: Feature = {
  name: 'volumes',
  permissions,
  routes: [...volumePages, ...volumeCalls],
  nav: [{ menu: 'reporting', href: '/volumes', label: 'volumes.title', order: 7.5, unlisted: true }],
};
