export { createReach, findActor } from './organisations';
export { authenticateDevice } from './devices';
