import type { Feature } from '../../platform/feature';
import type { PermissionRoles } from '../../platform/permissions';
import { setPath, viewPath } from './data-security-address.rules';
import { dataSecurityRoutes, windows } from './data-security.routes';

export { findRestriction, restrict, restrictWithin, type Restricting } from './restriction.service';

const permissions = {
  VIEW_CCM_DATA_SECURITY: ['support'],
} satisfies PermissionRoles;

declare module '../../platform/permissions' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}

export const feature: Feature = {
  name: 'data-security',
  permissions,
  routes: dataSecurityRoutes,
  onEveryPage: [{ href: setPath, element: windows }],
  nav: [
    { menu: 'account', href: viewPath, label: 'dataSecurity.view', order: 20 },
    { menu: 'account', href: setPath, label: 'dataSecurity.set', order: 21 },
  ],
};
