import type { Feature } from '../../platform/feature';
import { enterWasteRoutes } from './enter-waste.routes';

export const feature: Feature = {
  name: 'enter-waste',
  routes: enterWasteRoutes,
  nav: [{ menu: 'button', href: '/enter-waste', label: 'enterWaste.title', order: 1, anyOrganisation: true }],
};
