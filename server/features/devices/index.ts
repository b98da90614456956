import type { Feature } from '../../platform/feature';
import { deviceRoutes } from './devices.routes';

export { authenticateDevice, rotateDeviceKey } from './device-key.store';

export const feature: Feature = { name: 'devices', routes: deviceRoutes };
