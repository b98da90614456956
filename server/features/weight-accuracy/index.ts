import type { Feature } from '../../platform/feature';
import { weightAccuracyCalls } from './weight-accuracy-calls.routes';
import { permissions } from './weight-accuracy.permissions';
import { weightAccuracyPage } from './weight-accuracy.routes';
export { addNoteReferences } from './notes.store';

export const feature: Feature = {
  name: 'weight-accuracy',
  permissions,
  routes: [weightAccuracyPage, ...weightAccuracyCalls],
  nav: [
    {
      menu: 'reporting',
      href: '/weight-accuracy',
      label: 'weightAccuracy.title',
      order: 4,
      needs: 'VIEW_BASE_LPO_PAGE',
    },
  ],
};
