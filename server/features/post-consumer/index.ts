import type { Feature } from '../../platform/feature';
import type { PermissionRoles } from '../../platform/permissions';
import { campaignRoutes } from './campaigns.routes';
import { dashboardRoutes } from './dashboard.routes';
import { signRoutes } from './signs.routes';

export { createCampaign } from './campaigns.service';

const path = '/post-consumer';
const besides = { menu: 'reporting', unlisted: true } as const;

const permissions = {
  EDIT_CAMPAIGNS: ['manager', 'administrator', 'support'],
  VIEW_POST_CONSUMER_REPORTS: ['viewer', 'manager', 'administrator', 'support'],
} satisfies PermissionRoles;

declare module '../../platform/permissions' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}

export const feature: Feature = {
  name: 'post-consumer',
  permissions,
  routes: [...dashboardRoutes, ...campaignRoutes, ...signRoutes],
  nav: [
    { menu: 'reporting', href: path, label: 'postConsumer.title', order: 2, needs: 'VIEW_POST_CONSUMER_REPORTS' },
    { ...besides, href: `${path}/campaigns`, label: 'postConsumer.campaigns.title', order: 2.1 },
    { ...besides, href: `${path}/campaigns/new`, label: 'postConsumer.campaigns.new', order: 2.2 },
    { ...besides, href: `${path}/signs`, label: 'postConsumer.signs.title', order: 2.3 },
  ],
};
