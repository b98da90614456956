import type { Feature } from '../../platform/feature';
import { pushChannel } from './push-channel';
import { webPushRoutes } from './web-push.routes';
import { browsersOfPerson } from './web-push.store';

export { postPush, type PushPosting } from './web-push.service';

export const feature: Feature = {
  name: 'web-push',
  routes: webPushRoutes,
  channels: [pushChannel],
  personalData: browsersOfPerson,
};
