import { reply, type Route } from '../../../platform/http/define-route';
import type { IdentityParts } from '../../parts';
import { identityCall } from './identity-surface';

/** Of the snapshot: it never changes, and clients fetch it anew only where this number has grown. */
const snapshotOffset = 0;

/** What back-end clients of the installation ask of it. */
export function vendorRoutes({ config }: Pick<IdentityParts, 'config'>): Route[] {
  return [
    identityCall({
      method: 'get',
      path: '/vendors/base-url',
      access: 'vendor',
      summary: 'Get the URL of this installation’s hosted sign-in.',
      handle: () => reply.json({ baseURL: config.publicUrl }),
    }),
    identityCall({
      method: 'get',
      path: '/entitlements/api/v1/vendor-entitlements-snapshot-offset',
      access: 'vendor',
      summary: 'Get the number of the newest entitlements snapshot.',
      handle: () => reply.json({ snapshotOffset }),
    }),
    // Entitlements are permissions here, which a client reads of the person's token: no feature is bound to one, and nothing is bundled.
    identityCall({
      method: 'get',
      path: '/entitlements/api/v1/vendor-entitlements',
      access: 'vendor',
      summary: 'Get the entitlements snapshot by features and bundles, which is empty.',
      handle: () =>
        reply.json({ data: { features: [], featureBundles: [], entitlements: [], featureFlags: [] }, snapshotOffset }),
    }),
  ];
}
