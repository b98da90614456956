import type { Feature } from '../../platform/feature';
import type { PermissionRoles } from '../../platform/permissions';
import { legacyPages } from './legacy-pages.contract';
import { legacyRoutes } from './legacy-pages.routes';

const permissions = {
  VIEW_CCM_TOOLS_TAB: ['manager', 'administrator', 'support'],
} satisfies PermissionRoles;

declare module '../../platform/permissions' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}

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
