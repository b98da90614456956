import type { Feature } from '../../platform/feature';
import { underFlag } from '../../platform/http/define-route';
import { flag, flags } from './enter-waste.flags';
import { enterWasteRoutes } from './enter-waste.routes';

export const feature: Feature = {
  name: 'enter-waste',
  flags,
  routes: underFlag(flag, enterWasteRoutes),
  nav: [{ menu: 'button', href: '/enter-waste', label: 'enterWaste.title', order: 1, anyOrganisation: true }],
};
