import type { Feature } from '../../platform/feature';
import { volumeCalls } from './volume-calls.routes';
import { volumePages } from './volume-pages.routes';
import { permissions } from './volumes.permissions';
export { readCell, signOf } from './volume-cells.rules';

export const feature: Feature = {
  name: 'volumes',
  permissions,
  routes: [...volumePages, ...volumeCalls],
  nav: [{ menu: 'reporting', href: '/volumes', label: 'volumes.title', order: 7.5, unlisted: true }],
};
