import type { Feature } from '../../platform/feature';
import { browsersOfPerson } from './personal-data.store';
import { pushChannel } from './push-channel';
import { webPushRoutes } from './web-push.routes';

export { postPush, type PushPosting } from './web-push.service';

export const feature: Feature = {
  name: 'web-push',
  routes: webPushRoutes,
  channels: [pushChannel],
  personalData: browsersOfPerson,
};
