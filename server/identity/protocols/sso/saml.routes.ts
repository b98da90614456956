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
      summary: 'The identity provider of the tenant, for front ends that know one.',
      handle: async (_input, context) => reply.json(samlView(await first(context), provider)),
    }),
    identityCall({
      method: 'post',
      path: `${v1}/saml/configurations`,
      access: write,
      summary: 'Saves it; without a domain, as a draft.',
      body: samlForm,
      handle: async ({ body }, { acting }) => reply.json(samlView(await saveSamlForm(acting, body, parts), provider)),
    }),
    identityCall({
      method: 'get',
      path: `${v1}/saml/configurations/vendor-config`,
      access: read,
      opens: { programs: true },
      summary: 'What an identity provider has to know of this side.',
      handle: () => reply.json(provider),
    }),
    identityCall({
      method: 'put',
      path: `${v1}/saml/configurations/metadata`,
      access: write,
      summary: 'Changes it to what a metadata document says.',
      body: metadataText,
      largestBody: { bytes: 1_000_000 },
      handle: async ({ body }, { acting }) =>
        reply.json(samlView(await saveSamlMetadata(acting, body.metadata, parts), provider)),
    }),
    identityCall({
      method: 'put',
      path: `${v1}/saml/validations/domain`,
      access: write,
      summary: 'Proves its domain by its TXT record.',
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
      summary: 'The roles of everybody who comes in by it.',
      handle: async (_input, context) => reply.json({ roleIds: (await first(context))?.roleIds ?? [] }),
    }),
    identityCall({
      method: 'post',
      path: `${v1}/saml/configurations/roles/default`,
      access: writeRoles,
      summary: 'Sets the roles of everybody who comes in by it.',
      body: defaultRoles,
      handle: async ({ body }, context) =>
        reply.empty(setDefaultRoles(context.acting, await firstId(context), body.roleIds)),
    }),
    identityCall({
      method: 'get',
      path: groups,
      access: readRoles,
      opens: { programs: true },
      summary: 'Its groups, with the roles that they give.',
      handle: async (_input, context) => reply.json((await first(context))?.groups ?? []),
    }),
    identityCall({
      method: 'post',
      path: groups,
      access: writeRoles,
      summary: 'Gives roles to a group of it.',
      body: newSsoGroup,
      handle: async ({ body }, context) =>
        reply.json(await addSsoGroup(context.acting, await firstId(context), body), 201),
    }),
    identityCall({
      method: 'patch',
      path: `${groups}/:ssoGroupId`,
      access: writeRoles,
      summary: 'Changes the name or the roles of such a group.',
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
      summary: 'Takes its roles from such a group.',
      params: ownGroupParams,
      handle: async ({ params }, context) =>
        reply.empty(removeSsoGroup(context.acting, { configId: await firstId(context), id: params.ssoGroupId })),
    }),
    identityCall({
      method: 'get',
      path: `${v1}/oidc/configurations`,
      access: read,
      opens: { programs: true },
      summary: 'Whether the tenant has an OpenID provider that is on, and where its answers go.',
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
