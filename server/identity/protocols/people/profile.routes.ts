import { readFile } from 'node:fs/promises';
import { fail } from '../../../platform/errors';
import { definePage, reply, type Context, type Route } from '../../../platform/http/define-route';
import { largestPicture, pictureType } from '../../../platform/pictures/pictures';
import {
  largestDataUrl,
  personParams,
  pictureParams,
  profileBody,
  tenantBody,
} from '../../core/profiles/profile.contract';
import {
  permissionsOf,
  picturePath,
  pictureUrl,
  profileView,
  tenantView,
} from '../../core/profiles/profile.presentation';
import {
  changePicture,
  changeProfile,
  comeInto,
  ownProfile,
  ownTenants,
  switchTenant,
} from '../../core/profiles/profile.service';
import { findColleague, findPicture } from '../../core/profiles/profile.store';
import { roleView } from '../../core/roles/role.presentation';
import type { IdentityParts } from '../../parts';
import { identityCall } from '../wire/identity-surface';

const users = '/identity/resources/users';

export function profileRoutes({ config, tokens }: IdentityParts): Route[] {
  const vendorId = config.identity.clientId;
  const installation = { vendorId, publicUrl: config.publicUrl };

  async function tenantsReply(_input: unknown, { db, actor, now }: Context) {
    const { tenants, active } = await ownTenants(db, actor, now);
    return reply.json({
      tenants: tenants.map((tenant) => tenantView(tenant, vendorId)),
      activeTenant: tenantView(active, vendorId),
    });
  }

  return [
    identityCall({
      method: 'get',
      path: `${users}/v2/me`,
      access: 'signed-in',
      opens: { programs: true },
      summary: 'Get the caller, with their roles and permissions in the current tenant.',
      handle: async (_input, { db, actor, now }) =>
        reply.json(profileView({ ...(await ownProfile(db, actor, now)), ...installation })),
    }),
    identityCall({
      method: 'put',
      path: `${users}/v2/me`,
      access: 'signed-in',
      notInClientView: true,
      largestBody: { bytes: largestDataUrl + 100_000 },
      summary: 'Update the caller’s profile.',
      body: profileBody,
      async handle({ body }, { acting, db, actor, now }) {
        await changeProfile(acting, body);
        return reply.json(profileView({ ...(await ownProfile(db, actor, now)), ...installation }));
      },
    }),
    identityCall({
      method: 'put',
      path: '/team/resources/profile/me/image/v1',
      access: 'signed-in',
      notInClientView: true,
      upload: { maxBytes: largestPicture.bytes },
      answerType: 'none',
      summary: 'Replace the caller’s picture. Returns its URL as text.',
      async handle({ files }, { acting }) {
        const [file] = files;
        if (!file)
          throw fail.badRequest('errors.badRequest', { fields: [{ field: 'image', code: 'errors.required' }] });
        return reply.text(pictureUrl(config.publicUrl, await changePicture(acting, await readFile(file.path))));
      },
    }),
    definePage({
      surface: 'identity',
      method: 'get',
      path: `${picturePath}/:pictureId`,
      access: 'public',
      walk: [],
      params: pictureParams,
      async handle({ params }, { db }) {
        const content = await findPicture(db, params.pictureId);
        if (!content) throw fail.notFound('errors.notFound');
        return reply.image(pictureType, content);
      },
    }),
    identityCall({
      method: 'get',
      path: `${users}/v1/me/authorization`,
      access: 'signed-in',
      opens: { programs: true },
      summary: 'Get the caller’s roles and permissions.',
      async handle(_input, { db, actor, now }) {
        const { roles, permissions, tenantId } = await ownProfile(db, actor, now);
        const here = roles.get(tenantId) ?? [];
        return reply.json({
          roles: here.map((role) => roleView(role, vendorId)),
          permissions: permissionsOf(permissions, here),
        });
      },
    }),
    identityCall({
      method: 'get',
      path: `${users}/v1/me/tenants`,
      access: 'signed-in',
      opens: { programs: true },
      summary: 'Get the caller’s tenants.',
      handle: tenantsReply,
    }),
    identityCall({
      method: 'get',
      path: `${users}/v3/me/tenants`,
      access: 'signed-in',
      opens: { programs: true },
      summary: 'Get the caller’s tenants.',
      handle: tenantsReply,
    }),
    identityCall({
      method: 'get',
      path: `${users}/v2/me/tenants`,
      access: 'signed-in',
      opens: { programs: true },
      summary: 'List the caller’s tenants.',
      handle: async (_input, { db, actor, now }) =>
        reply.json((await ownTenants(db, actor, now)).tenants.map((tenant) => tenantView(tenant, vendorId))),
    }),
    identityCall({
      method: 'put',
      path: `${users}/v1/tenant`,
      access: 'signed-in',
      notInClientView: true,
      summary: 'Switch to another of the caller’s tenants.',
      body: tenantBody,
      handle: ({ body }, { acting, actor, visitor: { ip, audit } }) =>
        reply.empty(switchTenant(acting, { ...body, sessionId: actor.sessionId, ip, audit })),
    }),
    identityCall({
      method: 'post',
      path: `${users}/v3/me/token`,
      access: 'signed-in',
      notInClientView: true,
      summary: 'Get an access token for another of the caller’s tenants.',
      body: tenantBody,
      async handle({ body }, { acting, actor, db, visitor: { ip, audit }, now }) {
        await comeInto(acting, { ...(await ownTenants(db, actor, now)), ...body, audit });
        const { accessToken, expiresIn, expiresAt } = await tokens.issue({
          sessionId: actor.sessionId,
          tenantId: body.tenantId,
          ip,
          now,
        });
        return reply.json({ accessToken, expiresIn, expires: expiresAt.toUTCString() });
      },
    }),
    identityCall({
      method: 'get',
      path: `${users}/v1/:personId`,
      access: 'signed-in',
      opens: { programs: true },
      summary: 'Get a user of the same tenant by ID.',
      params: personParams,
      async handle({ params }, { db, actor }) {
        const found = await findColleague(db, { tenantNumber: actor.organisation.id, id: params.personId });
        if (!found) throw fail.notFound('identity.unknownUser');
        const { id, name, tenantId, createdAt } = found;
        return reply.json({
          id,
          name,
          deletedAt: null,
          metadata: '{}',
          tenantId,
          vendorId,
          createdAt: createdAt.toISOString(),
          updatedAt: createdAt.toISOString(),
        });
      },
    }),
  ];
}
