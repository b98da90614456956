export { findActor } from './organisations';
export { authenticateDevice } from './devices';
