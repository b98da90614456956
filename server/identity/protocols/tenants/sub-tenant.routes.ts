import { reply, type Route } from '../../../platform/http/define-route';
import { subTenantUserView } from '../../core/members/sub-tenant-users.presentation';
import {
  addSubUser,
  addSubUsers,
  changeSubUserRoles,
  removeSubUser,
  setSubAccess,
  type RolesWish,
} from '../../core/members/sub-tenant-users.service';
import { listGivenRoles, listTeam } from '../../core/members/team.store';
import { listKnownPermissions, listRolesById } from '../../core/roles/role.store';
import { selectAccessType } from '../../core/tenants/access-type.store';
import { familyOf, selectTenantBelow } from '../../core/tenants/family';
import {
  everybodyQuery,
  newSubTenant,
  newSubUser,
  newSubUsers,
  removedSubUser,
  subTenantEdit,
  subTenantHierarchy,
  subTenantManagement,
  subTenantParams,
  subUserAccess,
  subUserParams,
  subUserRoles,
} from '../../core/tenants/sub-tenant.contract';
import {
  changeAccessType,
  createSubTenant,
  deleteSubTenant,
  renameSubTenant,
  setManagement,
} from '../../core/tenants/sub-tenant.service';
import type { IdentityParts } from '../../parts';
import { pageOf } from '../../wire.contract';
import { identityCall } from '../wire/identity-surface';
import { alsoNeeds, reachingOf } from './reaching';

const subTenants = '/tenants/resources/sub-tenants/v1';
const subUsers = '/identity/resources/sub-tenants/users';
const usualPage = 20;

const reads = { access: 'fe.account-hierarchy.read.subAccount', condition: alsoNeeds('fe.secure.read.users') } as const;
const writes = {
  access: 'fe.account-hierarchy.write.subAccountAccess',
  condition: alsoNeeds('fe.secure.write.users'),
} as const;
const removes = {
  access: 'fe.account-hierarchy.write.subAccountAccess',
  condition: alsoNeeds('fe.secure.delete.users'),
} as const;

export function subTenantRoutes(
  parts: Pick<IdentityParts, 'config' | 'openTenant' | 'holdsData' | 'rateLimits'>,
): Route[] {
  return [...treeRoutes(parts), managementCall, hierarchyCall, ...peopleRoutes(parts)];
}

const treeRoutes = (ports: Pick<IdentityParts, 'openTenant' | 'holdsData' | 'rateLimits'>): Route[] => [
  identityCall({
    method: 'post',
    path: subTenants,
    access: 'fe.account-hierarchy.write.subAccount',
    notInClientView: true,
    summary: 'Create a tenant below this one, with its organization.',
    body: newSubTenant,
    largestBody: { bytes: 200_000 },
    async handle({ body }, { acting, actor, db, visitor: { audit } }) {
      const { tenantId, updatedAt } = await createSubTenant(acting, {
        family: await familyOf(db, actor),
        wish: body,
        organisation: actor.organisation,
        audit,
        ports,
      });
      const { name, alias, website, applicationUrl, logo, logoUrl, address, timezone, currency } = body;
      return reply.json(
        {
          tenantId,
          name,
          alias,
          status: 'ACTIVE',
          website,
          applicationUrl,
          logo: logo ?? logoUrl,
          logoUrl: logo ?? logoUrl,
          address,
          timezone,
          currency,
          updatedAt: updatedAt.toISOString(),
        },
        201,
      );
    },
  }),
  identityCall({
    method: 'patch',
    path: `${subTenants}/:subTenantId`,
    access: 'fe.account-hierarchy.write.subAccount',
    notInClientView: true,
    summary: 'Rename a tenant below this one.',
    params: subTenantParams,
    body: subTenantEdit,
    handle: async ({ params, body }, context) =>
      reply.empty(
        renameSubTenant(context.acting, { ...(await reachingOf(context)), id: params.subTenantId, name: body.name }),
      ),
  }),
  identityCall({
    method: 'delete',
    path: `${subTenants}/:subTenantId`,
    access: 'fe.account-hierarchy.delete.subAccount',
    notInClientView: true,
    summary: 'Delete a tenant below this one, once it has no users and no data.',
    params: subTenantParams,
    handle: async ({ params }, context) =>
      reply.empty(deleteSubTenant(context.acting, { ...(await reachingOf(context)), id: params.subTenantId }, ports)),
  }),
];

const managementCall = identityCall({
  method: 'put',
  path: `${subTenants}/:subTenantId/management`,
  access: 'fe.account-hierarchy.write.subAccount',
  notInClientView: true,
  summary: 'Let a tenant below this one have tenants below itself, or not.',
  params: subTenantParams,
  body: subTenantManagement,
  async handle({ params: { subTenantId: id }, body: { isReseller } }, context) {
    const reaching = await reachingOf(context);
    if (isReseller !== undefined) await setManagement(context.acting, { ...reaching, id, isReseller });
    const { name, status } = await selectTenantBelow(context.db, reaching.family, id);
    return reply.json({ tenantId: id, name, status });
  },
});

const hierarchyCall = identityCall({
  method: 'put',
  path: `${subTenants}/:subTenantId/hierarchy-settings`,
  access: 'fe.account-hierarchy.write.subAccount',
  notInClientView: true,
  summary: 'Set whether the users of a tenant below this one go on into the tenants below it.',
  params: subTenantParams,
  body: subTenantHierarchy,
  async handle({ params: { subTenantId: id }, body: { subAccountAccessType: type } }, context) {
    const reaching = await reachingOf(context);
    if (type !== undefined) await changeAccessType(context.acting, { ...reaching, id, type });
    const { name, status, number } = await selectTenantBelow(context.db, reaching.family, id);
    const subAccountAccessType = await selectAccessType(context.db, number);
    return reply.json({ tenantId: id, name, status, subAccountAccessType });
  },
});

const roleChanges = [
  { method: 'post', how: 'add', summary: 'Assign roles to a user in tenants of the family.' },
  { method: 'delete', how: 'remove', summary: 'Remove roles from a user in tenants of the family.' },
  {
    method: 'patch',
    how: 'set',
    summary: 'Replace a user’s roles in tenants of the family.',
  },
] as const satisfies { method: string; how: RolesWish['how']; summary: string }[];

function peopleRoutes({ config }: Pick<IdentityParts, 'config'>): Route[] {
  const vendorId = config.identity.clientId;
  return [
    identityCall({
      method: 'get',
      path: `${subUsers}/v1`,
      opens: { programs: true },
      ...reads,
      summary: 'List the users of this tenant and of those below, with their roles in each.',
      query: everybodyQuery,
      async handle(
        { query: { _limit = usualPage, _offset = 0, _filter, _sortBy = 'name', _order = 'DESC' } },
        { db, actor, now },
      ) {
        const family = await familyOf(db, actor);
        const { members, total } = await listTeam(db, {
          family,
          now,
          text: _filter,
          sort: { by: _sortBy, descending: _order === 'DESC' },
          limit: _limit,
          offset: _offset,
        });
        const given = await listGivenRoles(db, { users: members.map(({ userId }) => userId), family });
        const roles = new Map(
          (
            await listRolesById(
              db,
              given.map(({ roleId }) => roleId),
            )
          ).map((role) => [role.id, role]),
        );
        const permissions = await listKnownPermissions(db);
        return reply.json(
          pageOf(
            members.map((member) => subTenantUserView(member, { vendorId, roles, given, permissions })),
            { total, limit: _limit },
          ),
        );
      },
    }),
    identityCall({
      method: 'post',
      path: `${subUsers}/v1`,
      ...writes,
      summary: 'Add a user to tenants of the family and invite them by email.',
      body: newSubUser,
      handle: async ({ body }, context) => reply.empty(addSubUser(context.acting, await reachingOf(context), body)),
    }),
    identityCall({
      method: 'post',
      path: `${subUsers}/v2`,
      ...writes,
      summary: 'Add users to a tenant of the family and invite them by email.',
      body: newSubUsers,
      handle: async ({ body }, context) => reply.empty(addSubUsers(context.acting, await reachingOf(context), body)),
    }),
    identityCall({
      method: 'delete',
      path: `${subUsers}/v1`,
      ...removes,
      summary: 'End a user’s memberships in tenants of the family.',
      body: removedSubUser,
      handle: async ({ body }, context) => reply.empty(removeSubUser(context.acting, await reachingOf(context), body)),
    }),
    ...roleChanges.map(({ method, how, summary }) =>
      identityCall({
        method,
        path: `${subUsers}/v1/:subUserId/roles`,
        ...writes,
        summary,
        params: subUserParams,
        body: subUserRoles,
        handle: async ({ params, body }, context) =>
          reply.empty(
            changeSubUserRoles(context.acting, await reachingOf(context), { userId: params.subUserId, how, ...body }),
          ),
      }),
    ),
    identityCall({
      method: 'put',
      path: `${subUsers}/v1/:subUserId/access`,
      ...writes,
      summary: 'Extend a user’s membership to the tenants below, or limit it to this one.',
      params: subUserParams,
      body: subUserAccess,
      handle: async ({ params, body }, context) =>
        reply.empty(setSubAccess(context.acting, await reachingOf(context), { userId: params.subUserId, ...body })),
    }),
  ];
}
