import { reply, type Route } from '../../../platform/http/define-route';
import type { IdentityParts } from '../../parts';
import {
  changeByMetadata,
  changeConfig,
  createConfig,
  fetchMetadata,
  formOfMetadata,
  ownConfig,
  removeConfig,
} from '../../ways-in/sso/sso-config.service';
import { addSsoDomain, proveDomain, removeSsoDomain } from '../../ways-in/sso/sso-domain.service';
import { addSsoGroup, changeSsoGroup, removeSsoGroup, setDefaultRoles } from '../../ways-in/sso/sso-roles.service';
import {
  configParams,
  defaultRoles,
  domainParams,
  groupParams,
  metadataAddress,
  metadataText,
  newDomain,
  newSsoGroup,
  ssoForm,
  ssoGroupEdit,
} from '../../ways-in/sso/sso.contract';
import { configView, domainView, serviceProvider } from '../../ways-in/sso/sso.presentation';
import { isSsoActive, listSsoConfigs, type SsoConfig } from '../../ways-in/sso/sso.store';
import { identityCall } from '../wire/identity-surface';

const all = '/team/resources/sso/v1/configurations';
const one = `${all}/:ssoConfigId` as const;
const [read, write] = ['fe.secure.read.samlConfiguration', 'fe.secure.write.samlConfiguration'] as const;
const [readRoles, writeRoles] = ['fe.secure.read.samlDefaultRoles', 'fe.secure.write.samlDefaultRoles'] as const;

/** The identity providers of a tenant, as front ends that know several set them up. */
export function ssoRoutes(parts: IdentityParts): Route[] {
  const provider = serviceProvider(parts.config.publicUrl);
  const view = (config: SsoConfig) => configView(config, provider);
  return [
    identityCall({
      method: 'get',
      path: '/team/resources/sso/v2/configurations/public',
      access: 'public',
      summary: 'Get whether a user can sign in through their organization’s provider.',
      handle: async (_input, { db }) => reply.json({ isActive: await isSsoActive(db) }),
    }),
    identityCall({
      method: 'get',
      path: all,
      access: read,
      opens: { programs: true },
      summary: 'List the tenant’s identity providers.',
      handle: async (_input, { db, actor }) => reply.json((await listSsoConfigs(db, actor.organisation.id)).map(view)),
    }),
    identityCall({
      method: 'post',
      path: all,
      access: write,
      summary: 'Add an identity provider.',
      body: ssoForm,
      handle: async ({ body }, { acting }) => reply.json(view(await createConfig(acting, body, parts)), 201),
    }),
    identityCall({
      method: 'post',
      path: `${all}/metadata`,
      access: write,
      summary: 'Add an identity provider from a metadata document.',
      body: metadataText,
      largestBody: { bytes: 1_000_000 },
      handle: async ({ body }, { acting }) =>
        reply.json(view(await createConfig(acting, formOfMetadata(body.metadata), parts)), 201),
    }),
    identityCall({
      method: 'post',
      path: `${all}/metadata-url`,
      access: write,
      summary: 'Add an identity provider from a metadata URL.',
      body: metadataAddress,
      handle: async ({ body }, { acting }) =>
        reply.json(view(await createConfig(acting, formOfMetadata(await fetchMetadata(body.url, parts)), parts)), 201),
    }),
    identityCall({
      method: 'patch',
      path: one,
      access: write,
      summary: 'Update an identity provider. Missing fields stay the same.',
      params: configParams,
      body: ssoForm,
      handle: async ({ params, body }, { acting }) =>
        reply.json(view(await changeConfig(acting, { id: params.ssoConfigId, form: body }, parts))),
    }),
    identityCall({
      method: 'delete',
      path: one,
      access: write,
      summary: 'Remove an identity provider with its domains and roles.',
      params: configParams,
      handle: ({ params }, { acting }) => reply.empty(removeConfig(acting, params.ssoConfigId)),
    }),
    identityCall({
      method: 'put',
      path: `${one}/metadata`,
      access: write,
      summary: 'Update an identity provider from a metadata document.',
      params: configParams,
      body: metadataText,
      largestBody: { bytes: 1_000_000 },
      handle: async ({ params, body }, { acting }) =>
        reply.json(view(await changeByMetadata(acting, { id: params.ssoConfigId, metadata: body.metadata }, parts))),
    }),
    identityCall({
      method: 'put',
      path: `${one}/metadata-url`,
      access: write,
      summary: 'Update an identity provider from a metadata URL.',
      params: configParams,
      body: metadataAddress,
      handle: async ({ params, body }, { acting }) =>
        reply.json(
          view(
            await changeByMetadata(
              acting,
              { id: params.ssoConfigId, metadata: await fetchMetadata(body.url, parts) },
              parts,
            ),
          ),
        ),
    }),
    identityCall({
      method: 'post',
      path: `${one}/domains`,
      access: write,
      summary: 'Add an email domain to an identity provider. It applies once it is verified.',
      params: configParams,
      body: newDomain,
      async handle({ params, body }, { acting }) {
        const { verification, ...domain } = await addSsoDomain(acting, params.ssoConfigId, body.domain);
        return reply.json(domainView(domain, verification), 201);
      },
    }),
    identityCall({
      method: 'delete',
      path: `${one}/domains/:ssoDomainId`,
      access: write,
      summary: 'Remove an email domain from an identity provider.',
      params: domainParams,
      handle: ({ params }, { acting }) => reply.empty(removeSsoDomain(acting, params.ssoConfigId, params.ssoDomainId)),
    }),
    ...(['v1', 'v2'] as const).map((version) =>
      identityCall({
        method: 'put',
        path: `/team/resources/sso/${version}/configurations/:ssoConfigId/domains/:ssoDomainId/validate`,
        access: write,
        summary: 'Verify an email domain with its TXT record.',
        params: domainParams,
        handle: ({ params }, { acting }) =>
          reply.empty(
            proveDomain(acting, { configId: params.ssoConfigId, id: params.ssoDomainId }, parts.domainProofs),
          ),
      }),
    ),
    identityCall({
      method: 'get',
      path: `${one}/roles`,
      access: readRoles,
      opens: { programs: true },
      summary: 'Get the roles of everyone who signs in with an identity provider.',
      params: configParams,
      handle: async ({ params }, { db, acting }) =>
        reply.json({ roleIds: (await ownConfig(db, acting, params.ssoConfigId)).roleIds }),
    }),
    identityCall({
      method: 'put',
      path: `${one}/roles`,
      access: writeRoles,
      summary: 'Set the roles of everyone who signs in with an identity provider.',
      params: configParams,
      body: defaultRoles,
      handle: ({ params, body }, { acting }) => reply.empty(setDefaultRoles(acting, params.ssoConfigId, body.roleIds)),
    }),
    identityCall({
      method: 'get',
      path: `${one}/groups`,
      access: readRoles,
      opens: { programs: true },
      summary: 'List the groups of an identity provider, with the roles they grant.',
      params: configParams,
      handle: async ({ params }, { db, acting }) =>
        reply.json((await ownConfig(db, acting, params.ssoConfigId)).groups),
    }),
    identityCall({
      method: 'post',
      path: `${one}/groups`,
      access: writeRoles,
      summary: 'Assign roles to a group of an identity provider.',
      params: configParams,
      body: newSsoGroup,
      handle: async ({ params, body }, { acting }) =>
        reply.json(await addSsoGroup(acting, params.ssoConfigId, body), 201),
    }),
    identityCall({
      method: 'patch',
      path: `${one}/groups/:ssoGroupId`,
      access: writeRoles,
      summary: 'Change the name or roles of such a group.',
      params: groupParams,
      body: ssoGroupEdit,
      handle: async ({ params, body }, { acting }) =>
        reply.json(await changeSsoGroup(acting, { configId: params.ssoConfigId, id: params.ssoGroupId }, body)),
    }),
    identityCall({
      method: 'delete',
      path: `${one}/groups/:ssoGroupId`,
      access: writeRoles,
      summary: 'Remove the roles of such a group.',
      params: groupParams,
      handle: ({ params }, { acting }) =>
        reply.empty(removeSsoGroup(acting, { configId: params.ssoConfigId, id: params.ssoGroupId })),
    }),
  ];
}
