import { fail } from '../../../platform/errors';
import { reply, type Route } from '../../../platform/http/define-route';
import {
  newRole,
  newRoleV2,
  permissionParams,
  permissionRoles,
  roleEdit,
  roleParams,
  rolePermissions,
  type RoleEdit,
} from '../../core/roles/role.contract';
import { categoryOf, permissionViews, tenantRoleView } from '../../core/roles/role.presentation';
import { addPermission, changeRole, createRole, removeRole, setPermissions } from '../../core/roles/role.service';
import { listKnownPermissions, listTenantRoles } from '../../core/roles/role.store';
import type { IdentityParts } from '../../parts';
import { identityCall } from '../wire/identity-surface';

const resources = '/identity/resources';

/** What is not said of a new role. */
const withDefaults = ({ key = '', name = '', description = '', isDefault = false, level = 0 }: RoleEdit) => ({
  key,
  name,
  description,
  isDefault,
  level,
});

export function roleRoutes({ config }: Pick<IdentityParts, 'config'>): Route[] {
  const vendorId = config.identity.clientId;
  return [
    identityCall({
      method: 'get',
      path: `${resources}/roles/v1`,
      access: 'fe.secure.read.roles',
      opens: { programs: true },
      summary: 'List the tenant’s roles: built-in and its own.',
      handle: async (_input, { db, actor }) =>
        reply.json((await listTenantRoles(db, actor.organisation.id)).map((role) => tenantRoleView(role, vendorId))),
    }),
    identityCall({
      method: 'post',
      path: `${resources}/roles/v1`,
      access: 'fe.secure.write.roles',
      summary: 'Create a role.',
      body: newRole,
      handle: async ({ body }, { acting }) =>
        reply.json(
          tenantRoleView(
            await createRole(acting, { fields: withDefaults(body), permissions: body.permissions ?? [] }),
            vendorId,
          ),
          201,
        ),
    }),
    identityCall({
      method: 'post',
      path: `${resources}/roles/v2`,
      access: 'fe.secure.write.roles',
      summary: 'Create a role, optionally from an existing one.',
      body: newRoleV2,
      handle: async ({ body }, { acting }) =>
        reply.json(
          tenantRoleView(
            await createRole(acting, {
              fields: withDefaults(body),
              permissions: body.permissionIds ?? [],
              base: body.baseRoleId,
            }),
            vendorId,
          ),
          201,
        ),
    }),
    identityCall({
      method: 'patch',
      path: `${resources}/roles/v1/:roleId`,
      access: 'fe.secure.write.roles',
      summary: 'Update one of the tenant’s own roles.',
      params: roleParams,
      body: roleEdit,
      handle: async ({ params, body }, { acting }) =>
        reply.json(tenantRoleView(await changeRole(acting, params.roleId, body), vendorId)),
    }),
    identityCall({
      method: 'delete',
      path: `${resources}/roles/v1/:roleId`,
      access: 'fe.secure.delete.roles',
      summary: 'Delete one of the tenant’s own roles.',
      params: roleParams,
      handle: ({ params }, { acting }) => reply.empty(removeRole(acting, params.roleId)),
    }),
    identityCall({
      method: 'put',
      path: `${resources}/roles/v1/:roleId/permissions`,
      access: 'fe.secure.write.roles',
      summary: 'Set the permissions of a role.',
      params: roleParams,
      body: rolePermissions,
      handle: async ({ params, body }, { acting }) =>
        reply.json(tenantRoleView(await setPermissions(acting, params.roleId, body.permissionIds), vendorId)),
    }),
    identityCall({
      method: 'get',
      path: `${resources}/permissions/v1`,
      access: 'fe.secure.read.roles',
      opens: { programs: true },
      summary: 'List all permissions, each with the tenant’s roles that have it.',
      async handle(_input, { db, actor }) {
        const tenantNumber = actor.organisation.id;
        return reply.json(
          permissionViews(await listKnownPermissions(db), {
            roles: await listTenantRoles(db, tenantNumber),
            tenantNumber,
          }),
        );
      },
    }),
    identityCall({
      method: 'put',
      path: `${resources}/permissions/v1/:permissionKey/roles`,
      access: 'fe.secure.write.roles',
      summary: 'Add a permission to roles.',
      params: permissionParams,
      body: permissionRoles,
      async handle({ params, body }, { acting, db, actor }) {
        await addPermission(acting, params.permissionKey, body.roleIds);
        const tenantNumber = actor.organisation.id;
        const [view] = permissionViews(
          (await listKnownPermissions(db)).filter(({ key }) => key === params.permissionKey),
          { roles: await listTenantRoles(db, tenantNumber), tenantNumber },
        );
        if (!view) throw fail.notFound('identity.unknownPermission');
        return reply.json(view);
      },
    }),
    identityCall({
      method: 'get',
      path: `${resources}/permissions/v1/categories`,
      access: 'fe.secure.read.roles',
      opens: { programs: true },
      summary: 'List the two categories of permissions.',
      async handle(_input, { db, t }) {
        const permissions = await listKnownPermissions(db);
        const category = (id: 'identity' | 'product') => {
          const own = permissions.filter(({ key }) => categoryOf(key) === id);
          const changed = own.map(({ updatedAt }) => updatedAt.toISOString()).sort();
          return {
            id,
            name: t(`identity.categories.${id}`),
            description: t(`identity.categories.${id}Description`),
            feCategory: id === 'identity',
            permissionIds: own.map(({ key }) => key),
            createdAt: changed[0],
            updatedAt: changed.at(-1),
          };
        };
        return reply.json([category('identity'), category('product')]);
      },
    }),
  ];
}
