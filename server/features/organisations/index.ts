import type { Feature } from '../../platform/feature';
import { participantRoutes } from './participants.routes';

export { actingIn, scopeIn, type ActingIn } from './acting';
export { findActor } from './actor.store';
export { seedReferenceData } from './reference-data.store';
export { builtInRoles } from './roles';

export const feature: Feature = { name: 'organisations', routes: participantRoutes };
