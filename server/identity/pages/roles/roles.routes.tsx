import { randomUUID } from 'node:crypto';
import { ReviewPage } from '../../../../views/identity/roles/review-page';
import { RolePage, type RolePageProps } from '../../../../views/identity/roles/role-page';
import { RolesPage, type RolesPageProps } from '../../../../views/identity/roles/roles-page';
import { UserPermissionsPage } from '../../../../views/identity/roles/user-permissions-page';
import { internalOrganisation, may } from '../../../platform/actor';
import { fail, type Failure } from '../../../platform/errors';
import { definePage, reply, type Context, type Reply, type Route } from '../../../platform/http/define-route';
import { nameOfPermission } from '../../../platform/permission-names';
import { covers } from '../../../platform/permissions.rules';
import { nameOfRole, offeredRoles } from '../../../platform/role-names';
import { memberParams } from '../../core/members/team.contract';
import { listTeam } from '../../core/members/team.store';
import { assignmentType } from '../../core/roles/assignment.rules';
import { changesOfRole, effectsOf } from '../../core/roles/role-effects.rules';
import { countHolders, listHeldPermissions, listHolders } from '../../core/roles/role-holders.store';
import { roleParams } from '../../core/roles/role.contract';
import { categoryOf } from '../../core/roles/role.presentation';
import { createRole, editRole, removeRole } from '../../core/roles/role.service';
import { listKnownPermissions, listTenantRoles, type TenantRole } from '../../core/roles/role.store';
import { ownAlone } from '../../core/tenants/family';
import { problemOf } from '../account/account-page';
import { administrationPage } from '../administration/administration-page';
import { named } from './named-effects';
import { boxOf, newRoleForm, roleForm, rolesQuery, tickedPermissions, type RoleForm } from './roles-forms.contract';

const path = '/account/roles';
const [read, write, remove] = ['fe.secure.read.roles', 'fe.secure.write.roles', 'fe.secure.delete.roles'] as const;
/** How many of those who hold a role are listed. */
const listed = 50;

const open = ({ actor }: Context, right: typeof write | typeof remove = write) =>
  may(actor, right) && actor.restriction === null;

async function roleOf(context: Context, id: string): Promise<{ role: TenantRole; roles: TenantRole[] }> {
  const roles = await listTenantRoles(context.db, context.actor.organisation.id);
  const role = roles.find((one) => one.id === id);
  if (!role) throw fail.notFound('identity.unknownRole');
  return { role, roles };
}

interface ListShown extends Pick<RolesPageProps, 'done' | 'problem' | 'refused' | 'sought'> {
  status?: number;
}

async function listPage(context: Context, { status, ...shown }: ListShown = {}): Promise<Reply> {
  const { db, t, now, actor } = context;
  const tenantNumber = actor.organisation.id;
  const roles = await listTenantRoles(db, tenantNumber);
  const holders = await countHolders(db, { tenantNumber, now });
  const people = ({ number }: TenantRole) =>
    holders.reduce((sum, one) => sum + (one.roles.includes(number) ? one.people : 0), 0);
  const view = (
    <RolesPage
      t={t}
      base={path}
      roles={offeredRoles(roles, (role) => people(role) > 0).map((role) => ({
        id: role.id,
        name: nameOfRole(t, role),
        description: role.builtIn ? '' : role.description,
        builtIn: role.builtIn,
        isDefault: role.isDefault,
        permissions: role.permissions.length,
        people: people(role),
      }))}
      open={open(context)}
      {...shown}
    />
  );
  return administrationPage(view, context, { at: 'roles', title: t('roles.title'), status });
}

interface RoleShown extends Pick<RolePageProps, 'done' | 'problem' | 'fields'> {
  typed?: Record<string, string>;
  status?: number;
}

async function rolePage(context: Context, id: string, { status, typed, ...shown }: RoleShown = {}): Promise<Reply> {
  const { db, t, now, actor } = context;
  const { role, roles } = await roleOf(context, id);
  const tenantNumber = actor.organisation.id;
  const ticked = new Set(typed ? tickedPermissions(typed) : role.permissions);
  const editable = open(context) && !role.builtIn;
  const permissions = (await listKnownPermissions(db))
    .filter(
      ({ key }) =>
        role.permissions.includes(key) ||
        (editable && assignmentType(key, { roles, internal: tenantNumber === internalOrganisation }) === 'ASSIGNABLE'),
    )
    .map(({ key }) => ({
      key,
      name: nameOfPermission(t, key),
      category: categoryOf(key),
      box: boxOf(key),
      held: ticked.has(key),
      // Nobody gives or takes away what they may not do themselves.
      yours: covers(actor.permissions, key),
    }));
  const holders = await listHolders(db, { tenantNumber, now, role: role.number, limit: listed + 1 });
  const view = (
    <RolePage
      t={t}
      base={path}
      role={{
        id: role.id,
        name: typed?.name ?? nameOfRole(t, role),
        description: typed?.description ?? (role.builtIn ? '' : role.description),
        isDefault: typed ? typed.isDefault === 'on' : role.isDefault,
        builtIn: role.builtIn,
      }}
      permissions={permissions}
      holders={holders.slice(0, listed)}
      more={holders.length > listed}
      open={editable}
      removable={open(context, remove) && !role.builtIn}
      {...shown}
    />
  );
  return administrationPage(view, context, { at: 'roles', title: nameOfRole(t, role), status });
}

const idIn = ({ url }: Context): string => /^\/account\/roles\/([^/?]+)/.exec(url)?.[1] ?? '';

/** What whoever edits may not give stays as it is, though its box is not sent. */
const withUntouched = (role: TenantRole, ticked: readonly string[], { actor }: Context): string[] => [
  ...new Set([...ticked, ...role.permissions.filter((key) => !covers(actor.permissions, key))]),
];

async function reviewPage(context: Context, role: TenantRole, body: RoleForm): Promise<Reply> {
  const { db, t, now, actor } = context;
  const roles = await listTenantRoles(db, actor.organisation.id);
  const after = withUntouched(role, body.permissions, context);
  const holders = await countHolders(db, { tenantNumber: actor.organisation.id, now });
  const view = (
    <ReviewPage
      t={t}
      base={path}
      role={{ id: role.id, name: role.name }}
      typed={body}
      boxes={body.permissions.map(boxOf)}
      added={after.filter((key) => !role.permissions.includes(key))}
      removed={role.permissions.filter((key) => !after.includes(key))}
      people={holders.reduce((sum, one) => sum + (one.roles.includes(role.number) ? one.people : 0), 0)}
      effects={named(
        t,
        effectsOf(
          changesOfRole(holders, new Map(roles.map((one) => [one.number, one.permissions])), {
            role: role.number,
            after,
          }),
        ),
      )}
    />
  );
  return administrationPage(view, context, { at: 'roles', title: t('roles.review') });
}

async function save(context: Context, role: TenantRole, { act: _act, permissions, ...edit }: RoleForm): Promise<Reply> {
  await editRole(context.acting, role.id, { ...edit, permissions: withUntouched(role, permissions, context) });
  return reply.redirect(`${path}/${role.id}?done=saved`);
}

/** Roles of an organization: what each allows, who holds it, and what a change would come to. */
export const rolePages: Route[] = [
  definePage({
    method: 'get',
    path,
    access: read,
    query: rolesQuery,
    async handle({ query: { done, user } }, context) {
      const { db, actor, now, t } = context;
      if (user) {
        const { members } = await listTeam(db, { family: ownAlone(actor), now, text: user, limit: 10, offset: 0 });
        const [only] = members;
        if (only && members.length === 1) return reply.redirect(`${path}/users/${only.id}`);
        return listPage(context, {
          sought: { text: user, found: members.map(({ id, name, email }) => ({ id, name, email })) },
        });
      }
      return listPage(context, { done: done && t('roles.deleted') });
    },
  }),
  definePage({
    method: 'post',
    path,
    access: write,
    notInClientView: true,
    freshProof: path,
    body: newRoleForm,
    async handle({ body: { name, description, base } }, { acting }) {
      const fields = { key: randomUUID(), name, description, isDefault: false, level: 0 };
      const { id } = await createRole(acting, { fields, permissions: [], base });
      return reply.redirect(`${path}/${id}`);
    },
    again(failure: Failure, typed, context) {
      const { problem, fields, status } = problemOf(failure, context);
      return listPage(context, { problem, refused: { typed, fields }, status });
    },
  }),
  definePage({
    method: 'get',
    path: `${path}/users/:memberId`,
    access: read,
    params: memberParams,
    async handle({ params }, context) {
      const { db, actor, now, t } = context;
      const {
        members: [member],
      } = await listTeam(db, { family: ownAlone(actor), now, ids: [params.memberId], limit: 1, offset: 0 });
      if (!member) throw fail.notFound('identity.unknownUser');
      const held = await listHeldPermissions(db, { tenantNumber: actor.organisation.id, userId: member.userId });
      const permissions = [...new Set(held.map(({ key }) => key))].map((key) => ({
        key,
        name: nameOfPermission(t, key),
        from: held
          .filter((one) => one.key === key)
          .map(({ role, group }) => ({ roleId: role.id, role: nameOfRole(t, role), group })),
      }));
      const view = (
        <UserPermissionsPage
          t={t}
          base={path}
          person={{ name: member.name, email: member.email, disabled: member.disabled }}
          permissions={permissions}
        />
      );
      return administrationPage(view, context, { at: 'roles', title: t('roles.of', { name: member.name }) });
    },
  }),
  definePage({
    method: 'get',
    path: `${path}/:roleId`,
    access: read,
    params: roleParams,
    query: rolesQuery,
    handle: ({ params, query: { done } }, context) =>
      rolePage(context, params.roleId, { done: done && context.t('roles.saved') }),
  }),
  definePage({
    method: 'post',
    path: `${path}/:roleId`,
    access: write,
    notInClientView: true,
    freshProof: path,
    params: roleParams,
    body: roleForm,
    async handle({ params, body }, context) {
      const { role } = await roleOf(context, params.roleId);
      return body.act === 'review' ? reviewPage(context, role, body) : save(context, role, body);
    },
    again(failure: Failure, typed, context) {
      const { problem, fields, status } = problemOf(failure, context);
      return rolePage(context, idIn(context), { problem, fields, typed, status });
    },
  }),
  definePage({
    method: 'post',
    path: `${path}/:roleId/delete`,
    access: remove,
    notInClientView: true,
    freshProof: path,
    params: roleParams,
    async handle({ params }, { acting }) {
      await removeRole(acting, params.roleId);
      return reply.redirect(`${path}?done=deleted`);
    },
    again(failure: Failure, _typed, context) {
      const { problem, status } = problemOf(failure, context);
      return rolePage(context, idIn(context), { problem, status });
    },
  }),
  definePage({
    method: 'get',
    path: `${path}/:roleId/delete`,
    access: read,
    walk: [],
    params: roleParams,
    handle: ({ params }) => reply.redirect(`${path}/${params.roleId}`),
  }),
];
