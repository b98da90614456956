import { z } from 'zod';
import { readAddress } from '../../../platform/address';
import { fail } from '../../../platform/errors';
import { reply, type Context, type Route } from '../../../platform/http/define-route';
import { loginBoxBody, type LoginBox } from '../../core/tenants/login-box.contract';
import { changeLoginBox } from '../../core/tenants/login-box.service';
import { findLoginBox } from '../../core/tenants/login-box.store';
import type { IdentityParts } from '../../parts';
import { identityCall, unlimited } from './identity-surface';
import { portalConfiguration } from './portal-configuration';

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

/** What the tenant of whoever asks has said of the login box; the installation has none of its own. */
const loginBoxFor = async ({ db, actor }: Pick<Context<'public'>, 'db' | 'actor'>): Promise<LoginBox> =>
  actor ? findLoginBox(db, actor.organisation.id) : {};

export function metadataRoutes({ config }: Pick<IdentityParts, 'config'>): Route[] {
  return [
    identityCall({
      method: 'get',
      path: '/metadata',
      access: 'public',
      summary: 'Get what front ends show of an area.',
      query: z.object({ entityName: z.enum(['adminBox', 'saml', 'audits']).optional().catch(undefined) }),
      async handle({ query: { entityName } }, context) {
        const known = portalConfiguration(config, await loginBoxFor(context));
        return reply.json({ rows: entityName === undefined ? [] : [known[entityName]] });
      },
    }),
    identityCall({
      method: 'get',
      path: '/metadata/admin-box',
      access: 'public',
      summary: 'Get what front ends show of the administration.',
      handle: async (_input, context) => reply.json(portalConfiguration(config, await loginBoxFor(context)).adminBox),
    }),
    identityCall({
      method: 'post',
      path: '/metadata/admin-box',
      access: 'fe.account-settings.write.custom-login-box',
      condition: unlimited,
      notInClientView: true,
      summary: 'Change the logo, colours and layout of this tenant’s login box in front ends.',
      body: loginBoxBody,
      largestBody: { bytes: 200_000 },
      handle: async ({ body }, { acting }) =>
        reply.json(portalConfiguration(config, await changeLoginBox(acting, body.actions)).adminBox),
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
      // The portal asks of every row of the audit log, also of what no request did.
      path: '/metadata/ip',
      access: 'signed-in',
      opens: { programs: true },
      summary: 'Get what is known where there is no IP address: nothing.',
      handle: () => reply.json(placeOf('')),
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
  ];
}
