import type { Feature } from '../../platform/feature';
import { participantRoutes } from './participants.routes';

export { findActor } from './actor.store';
export { createReach } from './reach';
export { seedReferenceData } from './reference-data.store';
export { builtInRoles } from './roles';

export const feature: Feature = { name: 'organisations', routes: participantRoutes };
