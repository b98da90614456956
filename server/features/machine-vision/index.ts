import type { Feature } from '../../platform/feature';
import { defineJob, noPayload } from '../../platform/jobs/define-job';
import type { PermissionRoles } from '../../platform/permissions';
import type { Job } from '../../platform/resources';
import { answersOfPerson } from './labels.store';
import { purgePhotos } from './photo-deletion.service';
import { photoRoutes } from './photo.routes';
import { taxonomyRoutes } from './taxonomy.routes';
import { readUnclassifiedStatus } from './unclassified-status.store';
import { visionRoutes } from './vision.routes';
import { shownStatus } from './vision.rules';

export { answerEvent } from './labels.service';
export { planPublishing, publish } from './publishing.service';

const permissions = {
  MACHINE_VISION_EDIT_WASTE_EVENT_CLASSIFICATION: [],
} satisfies PermissionRoles;

declare module '../../platform/permissions' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}

export const purgePhotosJob: Job = defineJob({
  name: 'photos.purge',
  payload: noPayload,
  folded: true,
  cron: '41 3 * * *',
  run: (_payload, { database: { db }, clock }) => purgePhotos(db, clock.now()),
});

/** Photos of waste, and what people say is on them. */
export const feature: Feature = {
  name: 'machine-vision',
  permissions,
  routes: [...visionRoutes, ...taxonomyRoutes, ...photoRoutes],
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
