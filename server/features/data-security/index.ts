import type { Feature } from '../../platform/feature';
import { setPath, viewPath } from './data-security-address.rules';
import { permissions } from './data-security.permissions';
import { dataSecurityRoutes, windows } from './data-security.routes';

export { findRestriction, restrict, restrictWithin, type Restricting } from './restriction.service';

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
