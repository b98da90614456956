import type { Feature } from '../../platform/feature';
import { flags } from './events.flags';
import { eventsRoutes } from './events.routes';

export { shortened } from './events-choices';
export { opensEvents } from './figure-kinds';

/** The events behind the figures, for reading. */
export const feature: Feature = {
  name: 'events',
  flags,
  routes: eventsRoutes,
  nav: [{ menu: 'reporting', href: '/events', label: 'events.title', order: 90, unlisted: true }],
};
