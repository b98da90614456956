export { createReach, findActor, keepUnit } from './organisations';
export { authenticateDevice } from './devices';
export { hasEvents } from './organizations';
