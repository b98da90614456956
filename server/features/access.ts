export { createReach, findActor, keepUnit } from '../domain/places';
export { authenticateDevice } from './devices';
export { hasEvents } from '../domain/places';
