export { createReach, findActor, keepUnit } from './organisations';
export { authenticateDevice } from './devices';
