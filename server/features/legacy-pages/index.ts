import type { Feature } from '../../platform/feature';
import { legacyPages } from './legacy-pages.contract';
import { permissions } from './legacy-pages.permissions';
import { legacyRoutes } from './legacy-pages.routes';

export const feature: Feature = {
  name: 'legacy-pages',
  permissions,
  routes: legacyRoutes,
  nav: legacyPages.flatMap(({ name, titleKey, menuOrder }) =>
    menuOrder === undefined
      ? []
      : [
          {
            menu: 'ccmTools' as const,
            href: `/${name}`,
            label: titleKey,
            order: menuOrder,
            needs: 'VIEW_CCM_TOOLS_TAB' as const,
            anyOrganisation: true as const,
          },
        ],
  ),
};
