import { z } from 'zod';
import { reply, type Route } from '../../../platform/http/define-route';
import { identityFlags } from '../../../platform/identity-flags.rules';
import { listPermissions } from '../../core/profiles/profile.store';
import type { IdentityParts } from '../../parts';
import { entitlementsOf, entitlementsV1 } from './entitlements.presentation';
import { identityCall } from './identity-surface';
import { portalConfiguration } from './portal-configuration';

const configurations = '/identity/resources/configurations/v1';

/** What front ends ask for before anybody has signed in, and right after. */
export function startUpRoutes({ config }: IdentityParts): Route[] {
  const strategies = {
    mainAuthStrategies: [{ strategy: config.identity.authStrategy }],
    secondaryAuthStrategies: [{ strategy: 'Passkeys', isActive: true }],
  };
  const on: ReadonlySet<string> = new Set(config.identity.flags);

  return [
    identityCall({
      method: 'get',
      path: '/flags',
      access: 'public',
      summary: 'The flags of front ends.',
      handle: () => reply.json(Object.fromEntries(identityFlags.map((flag) => [flag, on.has(flag) ? 'on' : 'off']))),
    }),
    identityCall({
      method: 'get',
      path: '/vendors/public',
      access: 'public',
      summary: 'What this installation calls itself.',
      handle: () =>
        reply.json({
          name: 'Tare',
          logo: `${config.publicUrl}/favicon.svg`,
          icon: `${config.publicUrl}/favicon.svg`,
          whiteLabelMode: false,
        }),
    }),
    identityCall({
      method: 'get',
      path: `${configurations}/auth/strategies/public`,
      access: 'public',
      summary: 'The ways to sign in.',
      handle: () => reply.json(strategies),
    }),
    identityCall({
      method: 'get',
      path: `${configurations}/auth/strategies`,
      access: 'signed-in',
      opens: { programs: true },
      summary: 'The ways to sign in, for whoever is signed in.',
      handle: () => reply.json(strategies),
    }),
    identityCall({
      method: 'get',
      path: `${configurations}/public`,
      access: 'public',
      summary: 'What this installation allows to whoever has not signed in.',
      handle: () =>
        reply.json({
          allowSignups: config.identity.signUps,
          allowNotVerifiedUsersLogin: false,
          apiTokensEnabled: config.identity.apiTokens,
          forcePermissions: true,
          authStrategy: config.identity.authStrategy,
          machineToMachineAuthStrategy: 'ClientCredentials',
        }),
    }),
    identityCall({
      method: 'get',
      path: '/metadata',
      access: 'public',
      summary: 'What front ends show of an area.',
      query: z.object({ entityName: z.enum(['adminBox', 'saml']).optional().catch(undefined) }),
      handle: ({ query }) =>
        reply.json({ rows: query.entityName === undefined ? [] : [portalConfiguration(config)[query.entityName]] }),
    }),
    identityCall({
      method: 'get',
      path: '/metadata/admin-box',
      access: 'public',
      summary: 'What front ends show of the administration.',
      handle: () => reply.json(portalConfiguration(config).adminBox),
    }),

    identityCall({
      method: 'get',
      path: '/entitlements/api/v2/user-entitlements',
      access: 'signed-in',
      opens: { programs: true },
      summary: 'What whoever is signed in is entitled to.',
      handle: (_input, { actor }) => reply.json(entitlementsOf(actor.permissions)),
    }),
    identityCall({
      method: 'get',
      path: '/entitlements/api/v1/user-entitlements',
      access: 'signed-in',
      opens: { programs: true },
      summary: 'The same in the older form, with the reason where somebody is not.',
      handle: async (_input, { db, actor }) => reply.json(entitlementsV1(await listPermissions(db), actor.permissions)),
    }),
  ];
}
