export { countPlaces, createReach, findActor, keepUnit } from '../domain/places';
export { authenticateDevice } from '../domain/places';
export { hasEvents } from '../domain/events';
