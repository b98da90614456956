import { reply, type Route } from '../../../platform/http/define-route';
import { identityFlags } from '../../../platform/identity-flags.rules';
import { covers } from '../../../platform/permissions.rules';
import { listPermissions } from '../../core/profiles/profile.store';
import type { IdentityParts } from '../../parts';
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

/** Entitlements are permissions here: there are no plans, and features of the product are switched for whole organisations. */
const entitlementsOf = (held: ReadonlySet<string>) => ({
  features: {},
  plans: {},
  permissions: Object.fromEntries([...held].sort().map((key) => [key, true])),
});

/** The form before: each permission that there is, with the reason where it is missing. */
const entitlementsV1 = (permissions: readonly { key: string }[], held: ReadonlySet<string>) => ({
  features: {},
  permissions: Object.fromEntries(
    permissions.map(({ key }) => [
      key,
      covers(held, key) ? { isEntitled: true } : { isEntitled: false, justification: 'MISSING_PERMISSION' },
    ]),
  ),
});
