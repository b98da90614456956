import { localeNames } from '../../../views/locales';
import { countSecured, selectHome } from '../../domain/places';
import { isInternal, type Scope } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import { defineCall, reply, type Context, type Route } from '../../platform/http/define-route';
import { localeCodes } from '../../platform/i18n/messages';
import { seesAll } from '../../platform/restriction.rules';
import { offeredRoles } from '../../platform/role-names';
import {
  accessCopy,
  accessEdit,
  newUser,
  roleList,
  statusEdit,
  userCreated,
  userDetail,
  userEdit,
  userList,
  userParams,
  usersQuery,
  type RoleList,
} from './users.contract';
import { rolesFor, rowOf, userRows } from './users.presentation';
import {
  changeUser,
  copyAccess,
  createUser,
  findUser,
  narrowUser,
  rolesOf,
  sendLink,
  setActive,
  type Editing,
} from './users.service';
import { nameSecured } from './users.store';

const editingOf = ({ acting, actor, resources }: Context<'EDIT_USERS'>): Editing => ({
  acting,
  members: resources.members,
  staff: isInternal(actor),
});

async function localesFor(db: Db, scope: Scope): Promise<RoleList['locales']> {
  const { locale: usual } = await selectHome(db, scope.organisationId);
  return [usual, ...localeCodes.filter((code) => code !== usual)].map((locale) => ({
    locale,
    localeName: localeNames[locale],
  }));
}

export const userRoutes: Route[] = [
  defineCall({
    method: 'get',
    path: '/users',
    access: 'EDIT_USERS',
    opens: { programs: true },
    anyOrganisation: true,
    query: usersQuery,
    answer: userList,
    summary: 'List the organization’s users. Supports filters and sorting; 10 per page by default.',
    async handle({ query }, context) {
      const { rows, total } = await userRows(editingOf(context), context.t, query);
      return reply.json({
        users: rows.map(({ roleIds: _, ...row }) => row),
        total,
        limit: query.limit,
        offset: query.offset,
      });
    },
  }),

  defineCall({
    method: 'get',
    path: '/users/roles',
    access: 'EDIT_USERS',
    opens: { programs: true },
    anyOrganisation: true,
    answer: roleList,
    summary: 'List the organization’s roles, and which of them the caller can assign.',
    async handle(_input, context) {
      const editing = editingOf(context);
      const {
        db,
        t,
        acting: { scope },
      } = context;
      return reply.json({
        roles: rolesFor(t, editing, offeredRoles(await rolesOf(editing))),
        locales: await localesFor(db, scope),
        limited: !seesAll(scope),
      } satisfies RoleList);
    },
  }),

  defineCall({
    method: 'get',
    path: '/users/:id',
    access: 'EDIT_USERS',
    opens: { programs: true },
    anyOrganisation: true,
    params: userParams,
    answer: userDetail,
    summary: 'Get a user of the organization, with their access and what can be changed.',
    async handle({ params }, context) {
      const editing = editingOf(context);
      const {
        db,
        t,
        acting: { scope },
      } = context;
      const { member, items, revision, refused } = await findUser(editing, params.id);
      const offered = offeredRoles(await rolesOf(editing), ({ roleId }) => member.roleIds.includes(roleId));
      const roles = rolesFor(t, editing, offered);
      const secured = (await countSecured(db, scope, [member.userId])).get(member.userId) ?? null;
      const user = rowOf(member, { roles, secured });
      return reply.json({ user, roles, items: items && (await nameSecured(db, scope, items)), refused, revision });
    },
  }),

  defineCall({
    method: 'post',
    path: '/users',
    access: 'EDIT_USERS',
    freshProof: true,
    anyOrganisation: true,
    body: newUser,
    answer: userCreated,
    summary: 'Create an account in the organization. An activation link is emailed to its address.',
    handle: async ({ body }, context) =>
      reply.json({
        userId: await createUser(
          editingOf(context),
          body,
          (await selectHome(context.db, context.acting.scope.organisationId)).locale,
        ),
      }),
  }),

  defineCall({
    method: 'put',
    path: '/users/:id',
    access: 'EDIT_USERS',
    freshProof: true,
    anyOrganisation: true,
    params: userParams,
    body: userEdit,
    answerType: 'none',
    summary:
      'Change name, email address and roles. Only internal staff can change accounts that also belong to other organizations.',
    handle: ({ params, body }, context) =>
      reply.empty(changeUser(editingOf(context), { userId: params.id, edit: body })),
  }),

  defineCall({
    method: 'put',
    path: '/users/:id/status',
    access: 'EDIT_USERS',
    freshProof: true,
    anyOrganisation: true,
    params: userParams,
    body: statusEdit,
    answerType: 'none',
    summary: 'Deactivate a user in the organization, which immediately signs them out, or reactivate them.',
    handle: ({ params, body }, context) =>
      reply.empty(setActive(editingOf(context), { userId: params.id, active: body.active, revision: body.revision })),
  }),

  defineCall({
    method: 'post',
    path: '/users/:id/link',
    access: 'EDIT_USERS',
    anyOrganisation: true,
    params: userParams,
    answerType: 'none',
    summary: 'Email the link that activates the account or, if it has a password, sets a new one.',
    handle: ({ params }, context) => reply.empty(sendLink(editingOf(context), params.id)),
  }),

  defineCall({
    method: 'put',
    path: '/users/:id/access',
    access: 'EDIT_USERS',
    freshProof: true,
    anyOrganisation: true,
    params: userParams,
    body: accessEdit,
    answerType: 'none',
    summary: 'Limit a user to sites and locations, or give them access to the whole organization.',
    handle: ({ params, body }, context) =>
      reply.empty(narrowUser(editingOf(context), { userId: params.id, items: body.items, revision: body.revision })),
  }),

  defineCall({
    method: 'post',
    path: '/users/:id/access/copy',
    access: 'EDIT_USERS',
    freshProof: true,
    anyOrganisation: true,
    params: userParams,
    body: accessCopy,
    answerType: 'none',
    summary: 'Copy another user’s roles, sites and locations to a user of the organization.',
    handle: ({ params, body }, context) =>
      reply.empty(
        copyAccess(editingOf(context), { userId: params.id, fromUserId: body.fromUserId, revision: body.revision }),
      ),
  }),
];
