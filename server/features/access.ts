export { findActor, reach } from './organisations';
export { authenticateDevice } from './devices';
