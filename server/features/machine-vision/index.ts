import type { Feature } from '../../platform/feature';
import { unclassifiedStatusRoutes } from './unclassified-status.routes';
import { shownStatus } from './unclassified-status.rules';
import { readUnclassifiedStatus } from './unclassified-status.store';

/** So far what the menu says of it; the screen itself is to come. */
export const feature: Feature = {
  name: 'machine-vision',
  routes: unclassifiedStatusRoutes,
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
