import type { Feature } from '../../platform/feature';
import { deviceBatchRoutes } from './device-batch.routes';
import { eventListRoutes } from './event-list.routes';
import { manualEventRoutes } from './manual-events.routes';
import { permissions } from './waste-events.permissions';
import { weeklyTotalsRoutes } from './weekly-totals.routes';

/** Fixed paths stand before those with an id. */
export const feature: Feature = {
  name: 'waste-events',
  permissions,
  routes: [...weeklyTotalsRoutes, ...deviceBatchRoutes, ...eventListRoutes, ...manualEventRoutes],
};
