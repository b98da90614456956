import type { Feature } from '../../platform/feature';
import type { PermissionRoles } from '../../platform/permissions';
import { answersOfPerson } from './labels.store';
import { photoRoutes } from './photo.routes';
import { purgePhotosJob } from './photos.jobs';
import { taxonomyRoutes } from './taxonomy.routes';
import { unclassifiedStatusRoutes } from './unclassified-status.routes';
import { shownStatus } from './unclassified-status.rules';
import { readUnclassifiedStatus } from './unclassified-status.store';
import { visionRoutes } from './vision.routes';

export { answerEvent } from './labels.service';
export { planPublishing, publish } from './publishing.service';

const permissions = {
  MACHINE_VISION_EDIT_WASTE_EVENT_CLASSIFICATION: [],
} satisfies PermissionRoles;

declare module '../../platform/permissions' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}

/** Photos of waste, and what people say is on them. */
export const feature: Feature = {
  name: 'machine-vision',
  permissions,
  routes: [...visionRoutes, ...taxonomyRoutes, ...photoRoutes, ...unclassifiedStatusRoutes],
  jobs: [purgePhotosJob],
  nav: [
    { menu: 'ccmTools', href: '/machine-vision', label: 'machineVision.title', order: 17, anyOrganisation: true },
    {
      menu: 'configuration',
      href: '/photo-settings',
      label: 'machineVision.settings.title',
      order: 9,
      unlisted: true,
      settings: ['machineVision.settings.retention', 'machineVision.settings.consent'],
    },
  ],
  personalData: answersOfPerson,
  menuStatus: {
    menu: 'ccmTools',
    access: 'MACHINE_VISION_EDIT_WASTE_EVENT_CLASSIFICATION',
    async read(db, scope, { t, locale }) {
      const shown = shownStatus(await readUnclassifiedStatus(db, scope));
      if (!shown) return null;
      const number = new Intl.NumberFormat(locale.replace('_', '-')).format(shown.count);
      const label = {
        classified: () => t('machineVision.classified'),
        unclassified: () => t('machineVision.unclassified', { count: shown.count, number }),
        manyUnclassified: () => t('machineVision.manyUnclassified', { number }),
      };
      return { icon: shown.icon, label: label[shown.says]() };
    },
  },
};
