import type { Feature } from '../../platform/feature';
import { legacyPages } from './legacy-pages.contract';
import { permissions } from './legacy-pages.permissions';
import { legacyRoutes } from './legacy-pages.routes';

export const feature: Feature = {
  name: 'legacy-pages',
  permissions,
  routes: legacyRoutes,
  nav: legacyPages.map(({ name, titleKey, menuOrder }) => ({
    menu: 'ccmTools',
    href: `/${name}`,
    label: titleKey,
    needs: 'VIEW_CCM_TOOLS_TAB',
    anyOrganisation: true,
    ...(menuOrder === undefined ? { order: 90, unlisted: true } : { order: menuOrder }),
  })),
};
