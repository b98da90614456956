import type { Feature } from '../../platform/feature';
import { supportConsoleRoutes } from './support-console.routes';

export const feature: Feature = {
  name: 'support-console',
  routes: supportConsoleRoutes,
  nav: [
    {
      menu: 'ccmTools',
      href: '/support-console',
      label: 'supportConsole.title',
      order: 14,
      needs: 'VIEW_CCM_TOOLS_TAB',
    },
    {
      menu: 'ccmTools',
      href: '/support-console#lookup-ids',
      label: 'supportConsole.tool',
      order: 14.5,
      access: 'VIEW_CONSOLE',
      needs: 'VIEW_CCM_TOOLS_TAB',
      opens: 'lookup',
    },
  ],
};
