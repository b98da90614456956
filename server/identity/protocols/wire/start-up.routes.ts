import { reply, type Route } from '../../../platform/http/define-route';
import { identityFlags } from '../../../platform/identity-flags.rules';
import { listPermissions } from '../../core/profiles/profile.store';
import type { IdentityParts } from '../../parts';
import { entitlementsOf, entitlementsV1 } from './entitlements.presentation';
import { identityCall } from './identity-surface';

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
      summary: 'List the front-end flags.',
      handle: () => reply.json(Object.fromEntries(identityFlags.map((flag) => [flag, on.has(flag) ? 'on' : 'off']))),
    }),
    identityCall({
      method: 'get',
      path: '/vendors/public',
      access: 'public',
      summary: 'Get the name of this installation.',
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
      summary: 'List the sign-in methods.',
      handle: () => reply.json(strategies),
    }),
    identityCall({
      method: 'get',
      path: `${configurations}/auth/strategies`,
      access: 'signed-in',
      opens: { programs: true },
      summary: 'List the sign-in methods for a signed-in user.',
      handle: () => reply.json(strategies),
    }),
    identityCall({
      method: 'get',
      path: `${configurations}/public`,
      access: 'public',
      summary: 'Get what this installation allows without signing in.',
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
      path: '/entitlements/api/v2/user-entitlements',
      access: 'signed-in',
      opens: { programs: true },
      summary: 'List the caller’s entitlements.',
      handle: (_input, { actor }) => reply.json(entitlementsOf(actor.permissions)),
    }),
    identityCall({
      method: 'get',
      path: '/entitlements/api/v1/user-entitlements',
      access: 'signed-in',
      opens: { programs: true },
      summary: 'The same in the older format, with the reason for each missing entitlement.',
      handle: async (_input, { db, actor }) => reply.json(entitlementsV1(await listPermissions(db), actor.permissions)),
    }),
  ];
}
