import type { Feature } from '../../platform/feature';
import { participantRoutes } from './participants.routes';
import { permissions } from './organisations.permissions';

export { findActor } from './actor.store';
export { createReach } from './reach';
export { seedReferenceData } from './reference-data.store';

export const feature: Feature = { name: 'organisations', permissions, routes: participantRoutes };
