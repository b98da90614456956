import type { Feature } from '../../platform/feature';
import type { PermissionRoles } from '../../platform/permissions';
import { imageCalls } from './image-calls.routes';
import { manageImagesRoutes } from './manage-images.routes';

const permissions = {
  EDIT_REF_DATA_IMAGE: ['administrator'],
} satisfies PermissionRoles;

declare module '../../platform/permissions' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}

export const feature: Feature = {
  name: 'manage-images',
  permissions,
  routes: [...manageImagesRoutes, ...imageCalls],
  nav: [
    { menu: 'ccmTools', href: '/manage-images', label: 'manageImages.title', order: 6, anyOrganisation: true },
    { menu: 'ccmTools', href: '/manage-images/new', label: 'manageImages.newTitle', order: 6.1, unlisted: true },
  ],
};
