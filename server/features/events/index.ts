import type { Feature } from '../../platform/feature';
import { eventsRoutes } from './events.routes';

/** The events behind the figures, for reading. */
export const feature: Feature = { name: 'events', routes: eventsRoutes };
