import { z } from 'zod';
import { readAddress } from '../../../platform/address';
import { fail } from '../../../platform/errors';
import { reply, type Route } from '../../../platform/http/define-route';
import { identityFlags } from '../../../platform/identity-flags.rules';
import { listPermissions } from '../../core/profiles/profile.store';
import type { IdentityParts } from '../../parts';
import { entitlementsOf, entitlementsV1 } from './entitlements.presentation';
import { identityCall } from './identity-surface';
import { portalConfiguration } from './portal-configuration';

const configurations = '/identity/resources/configurations/v1';

/** In the published clients' form. Addresses are never sent to a third party to be located. */
const placeOf = (ip: string) => ({
  ip,
  latitude: null,
  longitude: null,
  city: null,
  country_name: null,
  country_code: null,
  zip: null,
  location: { country_flag: null, country_flag_emoji: null },
});

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
      path: '/metadata',
      access: 'public',
      summary: 'Get what front ends show of an area.',
      query: z.object({ entityName: z.enum(['adminBox', 'saml', 'audits']).optional().catch(undefined) }),
      handle: ({ query }) =>
        reply.json({ rows: query.entityName === undefined ? [] : [portalConfiguration(config)[query.entityName]] }),
    }),
    identityCall({
      method: 'get',
      path: '/metadata/admin-box',
      access: 'public',
      summary: 'Get what front ends show of the administration.',
      handle: () => reply.json(portalConfiguration(config).adminBox),
    }),
    identityCall({
      method: 'get',
      path: '/metadata/ipme',
      access: 'signed-in',
      opens: { programs: true },
      summary: 'Get the caller’s IP address. Where it is located is not known.',
      handle: (_input, { visitor: { ip } }) => reply.json(placeOf(ip)),
    }),
    identityCall({
      method: 'get',
      path: '/metadata/ip/:ipAddress',
      access: 'signed-in',
      opens: { programs: true },
      summary: 'Get what is known of an IP address: no place, because no directory of places is kept.',
      params: z.object({ ipAddress: z.string().max(60) }),
      handle({ params: { ipAddress: ip } }) {
        const address = readAddress(ip);
        if (address === null) throw fail.badRequest('identity.invalidIp');
        return reply.json(placeOf(address));
      },
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
