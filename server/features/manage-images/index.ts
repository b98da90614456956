import type { Feature } from '../../platform/feature';
import { imageCalls } from './image-calls.routes';
import { permissions } from './manage-images.permissions';
import { manageImagesRoutes } from './manage-images.routes';

export const feature: Feature = {
  name: 'manage-images',
  permissions,
  routes: [...manageImagesRoutes, ...imageCalls],
  nav: [
    { menu: 'ccmTools', href: '/manage-images', label: 'manageImages.title', order: 6, anyOrganisation: true },
    { menu: 'ccmTools', href: '/manage-images/new', label: 'manageImages.newTitle', order: 6.1, unlisted: true },
  ],
};
