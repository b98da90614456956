import { GroupPage, type GroupPageProps } from '../../../../views/identity/groups/group-page';
import { GroupReviewPage } from '../../../../views/identity/groups/group-review-page';
import { GroupsPage, type GroupsPageProps } from '../../../../views/identity/groups/groups-page';
import { may } from '../../../platform/actor';
import { fail, type Failure } from '../../../platform/errors';
import { definePage, reply, type Context, type Reply, type Route } from '../../../platform/http/define-route';
import { covers } from '../../../platform/permissions.rules';
import { nameOfRole, offeredRoles } from '../../../platform/role-names';
import { countGroupUsers, findGroupUsers, listGroupUsers } from '../../core/groups/group-people.store';
import { groupParams } from '../../core/groups/group.contract';
import {
  changeGroup,
  changeGroupUsers,
  configureGroups,
  createGroup,
  removeGroup,
  replaceGroupRoles,
} from '../../core/groups/group.service';
import { findGroup, listGroups, selectGroupConfig, type Group } from '../../core/groups/group.store';
import { listTeam } from '../../core/members/team.store';
import { listTenantRoles, type TenantRole } from '../../core/roles/role.store';
import { ownAlone } from '../../core/tenants/family';
import { problemOf, settingsOf } from '../account/account-page';
import { administrationPage } from '../administration/administration-page';
import { givesRoles, groupEffects } from './group-effects';
import {
  boxOf,
  groupColors,
  groupForm,
  groupQuery,
  groupRolesForm,
  groupSettingsForm,
  groupsQuery,
  groupUserForm,
  groupUserParams,
  tickedRoles,
  type GroupColor,
  type GroupSettingsForm,
} from './groups-forms.contract';

const path = '/account/groups';
const [read, write, remove] = ['fe.secure.read.groups', 'fe.secure.write.groups', 'fe.secure.delete.groups'] as const;
const rows = 50;
/** How many of those that are found are named. */
const most = 10;

const colors = Object.entries(groupColors).map(([name, value]) => ({ name: name as GroupColor, value }));
const open = ({ actor }: Context, right: typeof write | typeof remove = write) =>
  may(actor, right) && actor.restriction === null;
const yours = ({ actor }: Context, { permissions }: TenantRole) =>
  permissions.every((key) => covers(actor.permissions, key));

async function groupOf({ db, actor }: Context, id: string): Promise<Group> {
  const group = await findGroup(db, { tenantNumber: actor.organisation.id, id });
  if (!group) throw fail.notFound('identity.unknownGroup');
  return group;
}

/** A review says something of everybody. @throws Failure 403 limitedToSites */
function checkWhole({ actor }: Context): void {
  if (actor.restriction !== null) throw fail.forbidden('identity.limitedToSites');
}

interface Paged {
  total: number;
  page: number;
  hrefOf: (page: number) => string;
}

/** Where a page of a list begins, and the way on; none where one page shows all. */
function pagingOf({ total, page, hrefOf }: Paged): { offset: number; paging: GroupsPageProps['paging'] } {
  const at = Math.min(page, Math.max(1, Math.ceil(total / rows)));
  const offset = (at - 1) * rows;
  if (total <= rows) return { offset, paging: undefined };
  const paging = {
    from: offset + 1,
    to: Math.min(offset + rows, total),
    total,
    previousHref: at > 1 ? hrefOf(at - 1) : undefined,
    nextHref: offset + rows < total ? hrefOf(at + 1) : undefined,
  };
  return { offset, paging };
}

type ListShown = Pick<GroupsPageProps, 'done' | 'problem' | 'refused'> & { page?: number; status?: number };

async function listPage(context: Context, { status, page = 1, ...shown }: ListShown = {}): Promise<Reply> {
  const { db, t, actor } = context;
  const tenantNumber = actor.organisation.id;
  const groups = await listGroups(db, tenantNumber);
  const { offset, paging } = pagingOf({ total: groups.length, page, hrefOf: (to) => `${path}?page=${to}` });
  const users = await countGroupUsers(db, tenantNumber);
  const view = (
    <GroupsPage
      t={t}
      settings={settingsOf(context)}
      base={path}
      colors={colors}
      paging={paging}
      groups={groups.slice(offset, offset + rows).map(({ id, number, name, description, color, roleIds }) => ({
        id,
        name,
        description,
        color,
        users: users.get(number) ?? 0,
        roles: roleIds.length,
      }))}
      config={await selectGroupConfig(db, tenantNumber)}
      open={open(context)}
      {...shown}
    />
  );
  return administrationPage(view, context, { at: 'groups', title: t('groups.title'), status });
}

interface GroupShown extends Pick<GroupPageProps, 'done' | 'problem' | 'refused'> {
  /** The boxes of the roles, as they were sent. */
  ticked?: readonly string[];
  find?: string | undefined;
  page?: number;
  status?: number;
}

async function groupPage(context: Context, id: string, shown: GroupShown = {}): Promise<Reply> {
  const { db, t, actor } = context;
  const { status, ticked, find, page = 1, ...rest } = shown;
  const group = await groupOf(context, id);
  const tenantNumber = actor.organisation.id;
  const all = await listTenantRoles(db, tenantNumber);
  const given = all.filter((role) => group.roleIds.includes(role.id));
  const roles = offeredRoles(all, (role) => given.includes(role)).map((role) => ({
    id: role.id,
    name: nameOfRole(t, role),
    description: role.builtIn ? '' : role.description,
    permissions: role.permissions.length,
    box: boxOf(role.id),
    given: given.includes(role),
    ticked: yours(context, role) && ticked ? ticked.includes(role.id) : given.includes(role),
    yours: yours(context, role),
  }));
  const view = (
    <GroupPage
      t={t}
      settings={settingsOf(context)}
      base={path}
      group={group}
      colors={colors}
      config={await selectGroupConfig(db, tenantNumber)}
      roles={roles}
      users={await usersOf(context, group, page)}
      found={find ? await foundIn(context, group, find) : undefined}
      open={open(context)}
      removable={open(context, remove)}
      beyond={!given.every((role) => yours(context, role))}
      {...rest}
    />
  );
  return administrationPage(view, context, { at: 'groups', title: group.name, status });
}

async function usersOf(context: Context, group: Group, page: number): Promise<GroupPageProps['users']> {
  const { db, now, actor } = context;
  const tenantNumber = actor.organisation.id;
  const total = (await countGroupUsers(db, tenantNumber)).get(group.number) ?? 0;
  const { offset, paging } = pagingOf({ total, page, hrefOf: (to) => `${path}/${group.id}?page=${to}#users` });
  const listed = await listGroupUsers(db, { tenantNumber, now, group: group.number, limit: rows, offset });
  return { listed, paging };
}

async function foundIn({ db, now, actor }: Context, group: Group, text: string): Promise<GroupPageProps['found']> {
  const { members, total } = await listTeam(db, { family: ownAlone(actor), now, text, limit: most, offset: 0 });
  const within = await findGroupUsers(db, { group: group.number, ids: members.map(({ id }) => id) });
  return {
    text,
    people: members.map(({ id, name, email }) => ({ id, name, email, within: within.has(id) })),
    more: total > most,
  };
}

/** What whoever edits may not give stays as it is, though its box is not sent. */
async function withUntouched(context: Context, group: Group, ticked: readonly string[]): Promise<string[]> {
  const roles = await listTenantRoles(context.db, context.actor.organisation.id);
  const theirs = new Set(roles.filter((role) => yours(context, role)).map(({ id }) => id));
  return [...new Set([...ticked, ...group.roleIds.filter((id) => !theirs.has(id))])];
}

async function reviewRoles(context: Context, group: Group, ticked: readonly string[]): Promise<Reply> {
  const { db, t, actor } = context;
  checkWhole(context);
  const tenantNumber = actor.organisation.id;
  const after = await withUntouched(context, group, ticked);
  const same = after.length === group.roleIds.length && group.roleIds.every((id) => after.includes(id));
  const view = (
    <GroupReviewPage
      t={t}
      title={t('roles.reviewOf', { name: group.name })}
      sentence={t('groups.users', { count: (await countGroupUsers(db, tenantNumber)).get(group.number) ?? 0 })}
      action={`${path}/${group.id}/roles`}
      back={`${path}/${group.id}`}
      config={await selectGroupConfig(db, tenantNumber)}
      hidden={{ act: 'save', ...Object.fromEntries(ticked.map((id) => [boxOf(id), 'on'])) }}
      submit={t('groups.saveRoles')}
      none={t(same ? 'groups.sameRoles' : 'roles.noEffect')}
      effects={await groupEffects(context, { rolesOf: ({ id, roleIds }) => (id === group.id ? after : roleIds) })}
    />
  );
  return administrationPage(view, context, { at: 'groups', title: t('roles.review') });
}

async function reviewSettings(context: Context, { enabled, rolesEnabled }: GroupSettingsForm): Promise<Reply> {
  const { db, t, actor } = context;
  checkWhole(context);
  const view = (
    <GroupReviewPage
      t={t}
      title={t('roles.review')}
      sentence={t(givesRoles({ enabled, rolesEnabled }) ? 'groups.willGive' : 'groups.willNotGive')}
      action={`${path}/settings`}
      back={path}
      config={await selectGroupConfig(db, actor.organisation.id)}
      hidden={{ act: 'save', ...(enabled && { enabled: 'on' }), ...(rolesEnabled && { rolesEnabled: 'on' }) }}
      submit={t('groups.saveSettings')}
      none={t('roles.noEffect')}
      effects={await groupEffects(context, { gives: givesRoles({ enabled, rolesEnabled }) })}
    />
  );
  return administrationPage(view, context, { at: 'groups', title: t('roles.review') });
}

async function deletePage(context: Context, group: Group): Promise<Reply> {
  const { db, t, actor } = context;
  const tenantNumber = actor.organisation.id;
  const users = (await countGroupUsers(db, tenantNumber)).get(group.number) ?? 0;
  const title = t('groups.deleteOf', { name: group.name });
  const view = (
    <GroupReviewPage
      t={t}
      title={title}
      sentence={[
        t('groups.users', { count: users }),
        t('groups.roles', { count: group.roleIds.length }),
        t('groups.cannotUndo'),
      ].join(' · ')}
      action={`${path}/${group.id}/delete`}
      back={`${path}/${group.id}`}
      config={await selectGroupConfig(db, tenantNumber)}
      hidden={{}}
      submit={t('groups.delete')}
      danger
      none={t('roles.noEffect')}
      effects={await groupEffects(context, { rolesOf: ({ id, roleIds }) => (id === group.id ? [] : roleIds) })}
    />
  );
  return administrationPage(view, context, { at: 'groups', title });
}

const idIn = ({ url }: Context): string => /^\/account\/groups\/([^/?]+)/.exec(url)?.[1] ?? '';
const again = (failure: Failure, _typed: Record<string, string>, context: Context): Promise<Reply> => {
  const { problem, status } = problemOf(failure, context);
  return groupPage(context, idIn(context), { problem, status });
};

const changes = { access: write, notInClientView: true, freshProof: path } as const;
/** The same of one group, whose page a question leads back to. */
const changesOfOne = { ...changes, freshProof: `${path}/:groupId` } as const;
const saved = (id: string, done: string) => reply.redirect(`${path}/${id}?done=${done}`);

/** Groups of an organization: who is in them, and which roles they give. */
export const groupPages: Route[] = [
  definePage({
    method: 'get',
    path,
    access: read,
    query: groupsQuery,
    handle: ({ query: { done, page } }, context) =>
      listPage(context, { page, done: done && context.t(`groups.done.${done}`) }),
  }),
  definePage({
    method: 'post',
    path,
    ...changes,
    body: groupForm,
    async handle({ body }, { acting }) {
      const { id } = await createGroup(acting, { ...body, metadata: '{}' });
      return reply.redirect(`${path}/${id}`);
    },
    again(failure, typed, context) {
      const { problem, fields, status } = problemOf(failure, context);
      return listPage(context, { problem, refused: { form: 'new', typed, fields }, status });
    },
  }),
  definePage({
    method: 'post',
    path: `${path}/settings`,
    ...changes,
    body: groupSettingsForm,
    async handle({ body: { act, ...config } }, context) {
      const now = await selectGroupConfig(context.db, context.actor.organisation.id);
      if (act === 'review' && givesRoles(now) !== givesRoles(config))
        return reviewSettings(context, { act, ...config });
      await configureGroups(context.acting, config);
      return reply.redirect(`${path}?done=settings`);
    },
    again(failure, typed, context) {
      const { problem, fields, status } = problemOf(failure, context);
      return listPage(context, { problem, refused: { form: 'settings', typed, fields }, status });
    },
  }),
  definePage({
    method: 'get',
    path: `${path}/settings`,
    access: read,
    walk: [],
    handle: () => reply.redirect(path),
  }),
  definePage({
    method: 'get',
    path: `${path}/:groupId`,
    access: read,
    params: groupParams,
    query: groupQuery,
    handle: ({ params, query: { done, find, page } }, context) =>
      groupPage(context, params.groupId, { find, page, done: done && context.t(`groups.done.${done}`) }),
  }),
  definePage({
    method: 'post',
    path: `${path}/:groupId`,
    ...changesOfOne,
    params: groupParams,
    body: groupForm,
    async handle({ params, body }, { acting }) {
      await changeGroup(acting, params.groupId, body);
      return saved(params.groupId, 'saved');
    },
    again(failure, typed, context) {
      const { problem, fields, status } = problemOf(failure, context);
      return groupPage(context, idIn(context), { problem, refused: { typed, fields }, status });
    },
  }),
  definePage({
    method: 'post',
    path: `${path}/:groupId/roles`,
    ...changesOfOne,
    params: groupParams,
    body: groupRolesForm,
    async handle({ params, body: { act, roleIds } }, context) {
      const group = await groupOf(context, params.groupId);
      if (act === 'review') return reviewRoles(context, group, roleIds);
      await replaceGroupRoles(context.acting, group.id, await withUntouched(context, group, roleIds));
      return saved(group.id, 'roles');
    },
    again(failure, typed, context) {
      const { problem, status } = problemOf(failure, context);
      return groupPage(context, idIn(context), { problem, ticked: tickedRoles(typed), status });
    },
  }),
  definePage({
    method: 'post',
    path: `${path}/:groupId/users`,
    ...changesOfOne,
    params: groupParams,
    body: groupUserForm,
    async handle({ params, body: { userId } }, { acting }) {
      await changeGroupUsers(acting, params.groupId, { how: 'add', userIds: [userId] });
      return saved(params.groupId, 'added');
    },
    again,
  }),
  definePage({
    method: 'post',
    path: `${path}/:groupId/users/:memberId/remove`,
    ...changesOfOne,
    params: groupUserParams,
    async handle({ params: { groupId, memberId } }, { acting }) {
      await changeGroupUsers(acting, groupId, { how: 'remove', userIds: [memberId] });
      return saved(groupId, 'removed');
    },
    again,
  }),
  definePage({
    method: 'get',
    path: `${path}/:groupId/delete`,
    access: remove,
    params: groupParams,
    async handle({ params }, context) {
      const group = await groupOf(context, params.groupId);
      return open(context, remove) ? deletePage(context, group) : reply.redirect(`${path}/${group.id}`);
    },
  }),
  definePage({
    method: 'post',
    path: `${path}/:groupId/delete`,
    ...changesOfOne,
    access: remove,
    params: groupParams,
    async handle({ params }, { acting }) {
      await removeGroup(acting, params.groupId);
      return reply.redirect(`${path}?done=deleted`);
    },
    again,
  }),
  ...(['roles', 'users'] as const).map((form) =>
    definePage({
      method: 'get',
      path: `${path}/:groupId/${form}`,
      access: read,
      walk: [],
      params: groupParams,
      handle: ({ params }) => reply.redirect(`${path}/${params.groupId}`),
    }),
  ),
  definePage({
    method: 'get',
    path: `${path}/:groupId/users/:memberId/remove`,
    access: read,
    walk: [],
    params: groupUserParams,
    handle: ({ params }) => reply.redirect(`${path}/${params.groupId}`),
  }),
];
