export { findActor } from './actor.store';
export { seedReferenceData } from './reference-data.store';
export { builtInRoles } from './roles';
