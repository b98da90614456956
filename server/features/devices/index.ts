import type { Feature } from '../../platform/feature';
import { deviceRoutes } from './devices.routes';

export const feature: Feature = { name: 'devices', routes: deviceRoutes };
