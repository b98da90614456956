export { authenticateDevice, rotateDeviceKey } from './device-key.store';
