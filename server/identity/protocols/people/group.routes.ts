import type { Db } from '../../../platform/db/database';
import { fail } from '../../../platform/errors';
import { reply, type Route } from '../../../platform/http/define-route';
import {
  groupConfig,
  groupEdit,
  groupIds,
  groupParams,
  groupRoles,
  groupUsers,
  newGroup,
  relations,
  type Relations,
} from '../../core/groups/group.contract';
import {
  changeGroup,
  changeGroupRoles,
  changeGroupUsers,
  configureGroups,
  createGroup,
  removeGroup,
} from '../../core/groups/group.service';
import {
  findGroup,
  listGroupPeople,
  listGroups,
  listGroupsNamed,
  selectGroupConfig,
  type Group,
  type GroupPerson,
} from '../../core/groups/group.store';
import { tenantRoleView } from '../../core/roles/role.presentation';
import { findRoles } from '../../core/roles/role.store';
import type { IdentityParts } from '../../parts';
import { identityCall } from '../wire/identity-surface';

const groups = '/identity/resources/groups/v1';

const groupView = ({ id, name, color, description, metadata, managed }: Group) => ({
  id,
  name,
  color,
  description,
  metadata,
  managedBy: managed ? 'scim2' : 'frontegg',
});

interface Asked {
  tenantNumber: number;
  vendorId: string;
  relations: Relations;
}

function peopleByGroup(people: readonly GroupPerson[]): Map<string, GroupPerson[]> {
  const byGroup = new Map<string, GroupPerson[]>();
  for (const person of people) {
    const others = byGroup.get(person.groupId);
    if (others) others.push(person);
    else byGroup.set(person.groupId, [person]);
  }
  return byGroup;
}

/** Groups with what was asked for of each. */
async function viewsOf(
  db: Db,
  found: readonly Group[],
  { tenantNumber, vendorId, relations: wanted }: Asked,
): Promise<object[]> {
  const roles =
    wanted === 'roles' || wanted === 'rolesAndUsers'
      ? await findRoles(db, { tenantNumber, ids: found.flatMap(({ roleIds }) => roleIds) })
      : null;
  const people =
    wanted === 'users' || wanted === 'rolesAndUsers' ? peopleByGroup(await listGroupPeople(db, found)) : null;
  return found.map((group) => ({
    ...groupView(group),
    ...(roles
      ? { roles: roles.filter(({ id }) => group.roleIds.includes(id)).map((role) => tenantRoleView(role, vendorId)) }
      : {}),
    ...(people
      ? {
          users: (people.get(group.id) ?? []).map(({ id, email, name, activated, createdAt }) => ({
            id,
            email,
            name,
            profilePictureUrl: null,
            activatedForTenant: activated,
            createdAt: createdAt.toISOString(),
          })),
        }
      : {}),
  }));
}

export function groupRoutes({ config }: Pick<IdentityParts, 'config'>): Route[] {
  const vendorId = config.identity.clientId;
  return [
    identityCall({
      method: 'get',
      path: groups,
      access: 'fe.secure.read.groups',
      opens: { programs: true },
      summary: 'List the tenant’s groups.',
      query: relations,
      async handle({ query }, { db, actor }) {
        const tenantNumber = actor.organisation.id;
        return reply.json({
          groups: await viewsOf(db, await listGroups(db, tenantNumber), {
            tenantNumber,
            vendorId,
            relations: query._groupsRelations,
          }),
        });
      },
    }),
    identityCall({
      method: 'get',
      path: `${groups}/config`,
      access: 'fe.secure.read.groups',
      opens: { programs: true },
      summary: 'Get whether groups are on, and whether they grant roles.',
      handle: async (_input, { db, actor }) => reply.json(await selectGroupConfig(db, actor.organisation.id)),
    }),
    identityCall({
      method: 'post',
      path: `${groups}/config`,
      access: 'fe.secure.write.groups',
      summary: 'Turn groups, or their roles, on or off.',
      body: groupConfig,
      handle: async ({ body }, { acting }) => reply.json(await configureGroups(acting, body)),
    }),
    identityCall({
      method: 'post',
      path: `${groups}/bulkGet`,
      access: 'fe.secure.read.groups',
      opens: { programs: true },
      summary: 'Get several of the tenant’s groups.',
      query: relations,
      body: groupIds,
      async handle({ query, body }, { db, actor }) {
        const tenantNumber = actor.organisation.id;
        const found = await listGroupsNamed(db, { tenantNumber, ids: body.groupsIds });
        return reply.json(await viewsOf(db, found, { tenantNumber, vendorId, relations: query._groupsRelations }));
      },
    }),
    identityCall({
      method: 'get',
      path: `${groups}/:groupId`,
      access: 'fe.secure.read.groups',
      opens: { programs: true },
      summary: 'Get a group of the tenant.',
      params: groupParams,
      query: relations,
      async handle({ params, query }, { db, actor }) {
        const tenantNumber = actor.organisation.id;
        const group = await findGroup(db, { tenantNumber, id: params.groupId });
        if (!group) throw fail.notFound('identity.unknownGroup');
        const [view] = await viewsOf(db, [group], { tenantNumber, vendorId, relations: query._groupsRelations });
        return reply.json(view);
      },
    }),
    identityCall({
      method: 'post',
      path: groups,
      access: 'fe.secure.write.groups',
      summary: 'Create a group.',
      body: newGroup,
      handle: async ({ body: { name, color = '', description = '', metadata = '{}' } }, { acting }) =>
        reply.json(groupView(await createGroup(acting, { name, color, description, metadata })), 201),
    }),
    identityCall({
      method: 'patch',
      path: `${groups}/:groupId`,
      access: 'fe.secure.write.groups',
      summary: 'Update a group.',
      params: groupParams,
      body: groupEdit,
      handle: ({ params, body }, { acting }) => reply.empty(changeGroup(acting, params.groupId, body)),
    }),
    identityCall({
      method: 'delete',
      path: `${groups}/:groupId`,
      access: 'fe.secure.delete.groups',
      summary: 'Delete a group. Its members lose its roles.',
      params: groupParams,
      handle: ({ params }, { acting }) => reply.empty(removeGroup(acting, params.groupId)),
    }),
    ...(['add', 'remove'] as const).flatMap((how) => {
      const method = how === 'add' ? 'post' : 'delete';
      return [
        identityCall({
          method,
          path: `${groups}/:groupId/roles`,
          access: 'fe.secure.write.groups',
          summary: how === 'add' ? 'Add roles to a group.' : 'Remove roles from a group.',
          params: groupParams,
          body: groupRoles,
          handle: ({ params, body }, { acting }) =>
            reply.empty(changeGroupRoles(acting, params.groupId, { how, ...body })),
        }),
        identityCall({
          method,
          path: `${groups}/:groupId/users`,
          access: 'fe.secure.write.groups',
          summary: how === 'add' ? 'Add users to a group.' : 'Remove users from a group.',
          params: groupParams,
          body: groupUsers,
          handle: ({ params, body }, { acting }) =>
            reply.empty(changeGroupUsers(acting, params.groupId, { how, ...body })),
        }),
      ];
    }),
  ];
}
