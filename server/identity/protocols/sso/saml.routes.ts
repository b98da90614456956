import { fail } from '../../../platform/errors';
import { reply, type Context, type Route } from '../../../platform/http/define-route';
import type { IdentityParts } from '../../parts';
import { firstConfig, saveSamlForm, saveSamlMetadata } from '../../ways-in/sso/saml-form.service';
import { proveDomain } from '../../ways-in/sso/sso-domain.service';
import { addSsoGroup, changeSsoGroup, removeSsoGroup, setDefaultRoles } from '../../ways-in/sso/sso-roles.service';
import {
  defaultRoles,
  metadataText,
  newSsoGroup,
  ownGroupParams,
  samlForm,
  ssoGroupEdit,
} from '../../ways-in/sso/sso.contract';
import { oidcCallback, samlView, serviceProvider } from '../../ways-in/sso/sso.presentation';
import { isOidc } from '../../ways-in/sso/sso.rules';
import { listSsoConfigs } from '../../ways-in/sso/sso.store';
import { identityCall } from '../wire/identity-surface';

const v1 = '/team/resources/sso/v1';
const groups = '/team/resources/sso/v2/saml/configurations/groups';
const [read, write] = ['fe.secure.read.samlConfiguration', 'fe.secure.write.samlConfiguration'] as const;
const [readRoles, writeRoles] = ['fe.secure.read.samlDefaultRoles', 'fe.secure.write.samlDefaultRoles'] as const;

type Who = Pick<Context, 'db' | 'actor'>;
const first = async ({ db, actor }: Who) => (await listSsoConfigs(db, actor.organisation.id))[0];
const firstId = async ({ db, actor }: Who) => (await firstConfig(db, actor.organisation.id)).id;

/** The same for front ends that know one provider of a tenant: its oldest. */
export function samlRoutes(parts: IdentityParts): Route[] {
  const provider = serviceProvider(parts.config.publicUrl);
  return [
    identityCall({
      method: 'get',
      path: `${v1}/saml/configurations`,
      access: read,
      opens: { programs: true },
      summary: 'Get the tenant’s identity provider, for front ends that support only one.',
      handle: async (_input, context) => reply.json(samlView(await first(context), provider)),
    }),
    identityCall({
      method: 'post',
      path: `${v1}/saml/configurations`,
      access: write,
      summary: 'Save it. Without a domain, as a draft.',
      body: samlForm,
      handle: async ({ body }, { acting }) => reply.json(samlView(await saveSamlForm(acting, body, parts), provider)),
    }),
    identityCall({
      method: 'get',
      path: `${v1}/saml/configurations/vendor-config`,
      access: read,
      opens: { programs: true },
      summary: 'Get the values an identity provider needs from this service provider.',
      handle: () => reply.json(provider),
    }),
    identityCall({
      method: 'put',
      path: `${v1}/saml/configurations/metadata`,
      access: write,
      summary: 'Update it from a metadata document.',
      body: metadataText,
      largestBody: { bytes: 1_000_000 },
      handle: async ({ body }, { acting }) =>
        reply.json(samlView(await saveSamlMetadata(acting, body.metadata, parts), provider)),
    }),
    identityCall({
      method: 'put',
      path: `${v1}/saml/validations/domain`,
      access: write,
      summary: 'Verify its domain with the TXT record.',
      async handle(_input, context) {
        const config = await firstConfig(context.db, context.actor.organisation.id);
        const [domain] = config.domains;
        if (!domain) throw fail.notFound('sso.unknownDomain');
        await proveDomain(context.acting, { configId: config.id, id: domain.id }, parts.domainProofs);
        return reply.json(samlView(await first(context), provider));
      },
    }),
    identityCall({
      method: 'get',
      path: `${v1}/saml/configurations/roles/default`,
      access: readRoles,
      opens: { programs: true },
      summary: 'Get the roles of everyone who signs in with it.',
      handle: async (_input, context) => reply.json({ roleIds: (await first(context))?.roleIds ?? [] }),
    }),
    identityCall({
      method: 'post',
      path: `${v1}/saml/configurations/roles/default`,
      access: writeRoles,
      summary: 'Set the roles of everyone who signs in with it.',
      body: defaultRoles,
      handle: async ({ body }, context) =>
        reply.empty(setDefaultRoles(context.acting, await firstId(context), body.roleIds)),
    }),
    identityCall({
      method: 'get',
      path: groups,
      access: readRoles,
      opens: { programs: true },
      summary: 'List its groups, with the roles they grant.',
      handle: async (_input, context) => reply.json((await first(context))?.groups ?? []),
    }),
    identityCall({
      method: 'post',
      path: groups,
      access: writeRoles,
      summary: 'Assign roles to one of its groups.',
      body: newSsoGroup,
      handle: async ({ body }, context) =>
        reply.json(await addSsoGroup(context.acting, await firstId(context), body), 201),
    }),
    identityCall({
      method: 'patch',
      path: `${groups}/:ssoGroupId`,
      access: writeRoles,
      summary: 'Change the name or roles of such a group.',
      params: ownGroupParams,
      body: ssoGroupEdit,
      handle: async ({ params, body }, context) =>
        reply.json(
          await changeSsoGroup(context.acting, { configId: await firstId(context), id: params.ssoGroupId }, body),
        ),
    }),
    identityCall({
      method: 'delete',
      path: `${groups}/:ssoGroupId`,
      access: writeRoles,
      summary: 'Remove the roles of such a group.',
      params: ownGroupParams,
      handle: async ({ params }, context) =>
        reply.empty(removeSsoGroup(context.acting, { configId: await firstId(context), id: params.ssoGroupId })),
    }),
    identityCall({
      method: 'get',
      path: `${v1}/oidc/configurations`,
      access: read,
      opens: { programs: true },
      summary: 'Get whether the tenant has an active OpenID provider, and its redirect URI.',
      async handle(_input, { db, actor }) {
        const configs = await listSsoConfigs(db, actor.organisation.id);
        return reply.json({
          active: configs.some((config) => isOidc(config) && config.enabled),
          redirectUri: oidcCallback(parts.config.publicUrl),
        });
      },
    }),
  ];
}
