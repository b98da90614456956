import type { Actor } from '../../../platform/actor';
import type { Db } from '../../../platform/db/database';
import { fail } from '../../../platform/errors';
import { reply, type Context, type Route } from '../../../platform/http/define-route';
import { covers } from '../../../platform/permissions';
import {
  memberParams,
  newTeamUser,
  teamEdit,
  teamQuery,
  temporaryBody,
  usersByIds,
  usualInactiveSeconds,
  usersV2Query,
  usersV3Query,
} from '../../core/members/team.contract';
import { teamMemberView } from '../../core/members/team.presentation';
import {
  addTeamUser,
  changeTeamUser,
  limitTeamUser,
  removeTeamUser,
  resendActivation,
  switchTeamUser,
  unlockTeamUser,
} from '../../core/members/team.service';
import {
  listGivenGroups,
  listGivenRoles,
  listTeam,
  selectStats,
  type TeamMember,
  type TeamQuery,
} from '../../core/members/team.store';
import { tenantRoleView } from '../../core/roles/role.presentation';
import { listRolesById, listTenantRoles } from '../../core/roles/role.store';
import { familyOf, ownAlone, selectTenantOf } from '../../core/tenants/family';
import type { Family } from '../../core/tenants/tenant.store';
import type { IdentityParts } from '../../parts';
import { pageOf } from '../../wire.contract';
import { identityCall } from '../wire/identity-surface';

const users = '/identity/resources/users';
const team = '/team/resources';
const usualPage = 20;

/** The tenants whose people are wanted: that which is acted in, with those below where whoever asks may see them. @throws Failure 404 unknownTenant */
async function familyWanted(
  db: Db,
  actor: Actor,
  { below, tenantId }: { below: boolean; tenantId?: string | undefined },
): Promise<Family> {
  const open = covers(actor.permissions, 'fe.account-hierarchy.read.subAccount')
    ? await familyOf(db, actor)
    : ownAlone(actor);
  if (tenantId !== undefined) return { top: (await selectTenantOf(db, open, tenantId)).number, below: false };
  return below ? open : ownAlone(actor);
}

export function teamRoutes({ config }: Pick<IdentityParts, 'config'>): Route[] {
  const vendorId = config.identity.clientId;

  async function viewsOf(db: Db, members: readonly TeamMember[], family: Family) {
    const given = await listGivenRoles(db, { users: members.map(({ userId }) => userId), family });
    const roles = new Map(
      (
        await listRolesById(
          db,
          given.map(({ roleId }) => roleId),
        )
      ).map((role) => [role.id, role]),
    );
    return members.map((member) => teamMemberView(member, { vendorId, roles, given }));
  }

  async function pageReply(
    { db, actor, now }: Context,
    query: Omit<TeamQuery, 'now' | 'family'>,
    asked: { below: boolean; tenantId?: string | undefined },
  ) {
    const family = await familyWanted(db, actor, asked);
    const { members, total } = await listTeam(db, { ...query, family, now });
    return reply.json(pageOf(await viewsOf(db, members, family), { total, limit: query.limit }));
  }

  async function memberView({ db, actor, now }: Context, wanted: { id: string } | { userId: number }) {
    const family = ownAlone(actor);
    const id =
      'id' in wanted
        ? wanted.id
        : (
            await db
              .selectFrom('identity.user')
              .select('uuid')
              .where('id', '=', wanted.userId)
              .executeTakeFirstOrThrow()
          ).uuid;
    const { members } = await listTeam(db, { family, now, ids: [id], limit: 1, offset: 0 });
    const [view] = await viewsOf(db, members, family);
    if (!view) throw fail.notFound('identity.unknownUser');
    return view;
  }

  const byIds = async ({ db, actor, now }: Context, ids: readonly string[] = []) => {
    const family = ownAlone(actor);
    const { members } = await listTeam(db, { family, now, ids, limit: 500, offset: 0 });
    return { members, tenantId: members[0]?.tenantId ?? '', family };
  };

  return [
    identityCall({
      method: 'get',
      path: `${team}/members/v1`,
      access: 'fe.secure.read.users',
      opens: { programs: true },
      summary: 'List the tenant’s users, by page.',
      query: teamQuery,
      async handle(
        {
          query: {
            pageOffset = 0,
            pageSize = usualPage,
            sortBy = 'name',
            sortDirection = 'asc',
            name,
            email,
            _filter,
            searchFilter = _filter,
            roleIds,
          },
        },
        { db, actor, now },
      ) {
        const family = ownAlone(actor);
        const { members, total } = await listTeam(db, {
          family,
          now,
          name,
          email,
          roleIds,
          text: searchFilter,
          sort: { by: sortBy, descending: sortDirection === 'desc' },
          limit: pageSize,
          offset: pageOffset * pageSize,
        });
        return reply.json({
          items: await viewsOf(db, members, family),
          totalPages: Math.ceil(total / pageSize),
          totalItems: total,
        });
      },
    }),
    identityCall({
      method: 'put',
      path: `${team}/members/v1`,
      access: 'fe.secure.write.users',
      summary: 'Change a user’s roles or name.',
      body: teamEdit,
      async handle({ body }, context) {
        await changeTeamUser(context.acting, body);
        return reply.json({ item: await memberView(context, { id: body.id }) });
      },
    }),
    identityCall({
      method: 'delete',
      path: `${team}/members/v1/:memberId`,
      access: 'fe.secure.delete.users',
      summary: 'End a user’s membership and their sessions in the tenant.',
      params: memberParams,
      async handle({ params }, context) {
        const view = await memberView(context, { id: params.memberId });
        await removeTeamUser(context.acting, params.memberId);
        return reply.json(view);
      },
    }),
    identityCall({
      method: 'post',
      path: `${team}/members/v1/:memberId/resendActivationEmail`,
      access: 'fe.secure.write.users',
      freshProof: false,
      summary: 'Resend the link for a user’s first password.',
      params: memberParams,
      handle: ({ params }, { acting }) => reply.empty(resendActivation(acting, params.memberId)),
    }),
    identityCall({
      method: 'post',
      path: `${users}/v1/:memberId/unlock`,
      access: 'fe.secure.write.users',
      summary: 'Let a user who was locked out by failed sign-ins try again.',
      params: memberParams,
      handle: ({ params }, { acting }) => reply.empty(unlockTeamUser(acting, params.memberId)),
    }),
    ...(['disable', 'enable'] as const).map((way) =>
      identityCall({
        method: 'post',
        path: `/identity/resources/tenants/users/v1/:memberId/${way}`,
        access: 'fe.secure.write.users',
        summary:
          way === 'enable' ? 'Let a user into the tenant again.' : 'Keep a user out of the tenant; their roles stay.',
        params: memberParams,
        handle: ({ params: { memberId: id } }, { acting }) =>
          reply.empty(switchTeamUser(acting, { id, active: way === 'enable' })),
      }),
    ),
    identityCall({
      method: 'get',
      path: `${team}/roles/v1`,
      access: 'fe.secure.read.users',
      opens: { programs: true },
      summary: 'List the roles that the tenant’s users can be assigned.',
      handle: async (_input, { db, actor }) =>
        reply.json({
          items: (await listTenantRoles(db, actor.organisation.id)).map((role) => tenantRoleView(role, vendorId)),
        }),
    }),
    identityCall({
      method: 'get',
      path: `${team}/stats/v1/members`,
      access: 'fe.secure.read.users',
      opens: { programs: true },
      summary: 'Count the tenant’s users.',
      handle: async (_input, { db, actor, now }) =>
        reply.json(await selectStats(db, { tenantNumber: actor.organisation.id, now })),
    }),
    identityCall({
      method: 'post',
      path: `${users}/v2`,
      access: 'fe.secure.write.users',
      summary: 'Add a user and invite them by email, or resend the link if they are already invited.',
      body: newTeamUser,
      handle: async ({ body }, context) =>
        reply.json(await memberView(context, { userId: await addTeamUser(context.acting, body) }), 201),
    }),
    identityCall({
      method: 'get',
      path: `${users}/v2`,
      access: 'fe.secure.read.users',
      opens: { programs: true },
      summary: 'List the users of the tenant and, on request, of those below it.',
      query: usersV2Query,
      handle: ({ query: { _limit, _offset, _filter, ids, _sortBy = 'name', _order, _includeSubTenants } }, context) =>
        pageReply(
          context,
          { text: _filter, ids, limit: _limit, offset: _offset, sort: { by: _sortBy, descending: _order === 'DESC' } },
          { below: _includeSubTenants === 'true' },
        ),
    }),
    identityCall({
      method: 'get',
      path: `${users}/v3`,
      access: 'fe.secure.read.users',
      opens: { programs: true },
      summary: 'List the users of the tenant and, on request, of those below it.',
      query: usersV3Query,
      handle(
        {
          query: {
            _limit,
            _offset,
            _email,
            _namePrefix,
            _tenantId,
            _preset,
            _maxInactiveSeconds = usualInactiveSeconds,
            ids,
            _sortBy = 'name',
            _order,
            _includeSubTenants,
          },
        },
        context,
      ) {
        const inactiveSince =
          _preset === 'inactive' ? new Date(context.now.getTime() - _maxInactiveSeconds * 1000) : undefined;
        const query = {
          email: _email,
          namePrefix: _namePrefix,
          ids,
          inactiveSince,
          unenrolled: _preset === 'mfa-unenrolled',
          breached: _preset === 'breached-passwords',
          limit: _limit,
          offset: _offset,
          sort: { by: _sortBy, descending: _order === 'DESC' },
        };
        return pageReply(context, query, { below: _includeSubTenants === 'true', tenantId: _tenantId });
      },
    }),
    identityCall({
      method: 'get',
      path: `${users}/v3/roles`,
      access: 'fe.secure.read.users',
      opens: { programs: true },
      summary: 'List the roles of several users.',
      query: usersByIds,
      async handle({ query }, context) {
        const { members, tenantId, family } = await byIds(context, query.ids);
        const given = await listGivenRoles(context.db, { users: members.map(({ userId }) => userId), family });
        return reply.json(
          members.map(({ id, userId }) => ({
            vendorId,
            tenantId,
            userId: id,
            roleIds: given.filter((one) => one.userId === userId).map(({ roleId }) => roleId),
          })),
        );
      },
    }),
    identityCall({
      method: 'get',
      path: `${users}/v3/groups`,
      access: 'fe.secure.read.users',
      opens: { programs: true },
      summary: 'List the groups of several users.',
      query: usersByIds,
      async handle({ query }, context) {
        const { members, tenantId, family } = await byIds(context, query.ids);
        const given = await listGivenGroups(context.db, {
          users: members.map(({ userId }) => userId),
          tenantNumber: family.top,
        });
        return reply.json(
          members.map(({ id, userId }) => ({
            vendorId,
            tenantId,
            userId: id,
            groupIds: given.filter((one) => one.userId === userId).map(({ groupId }) => groupId),
          })),
        );
      },
    }),
    identityCall({
      method: 'get',
      path: `${users}/temporary/v1/configuration`,
      access: 'fe.secure.read.users',
      opens: { programs: true },
      summary: 'Get whether memberships can expire.',
      handle: () => reply.json({ enabled: true }),
    }),
    identityCall({
      method: 'put',
      path: `${users}/temporary/v1/:memberId`,
      access: 'fe.secure.write.users',
      summary: 'Set a user’s membership to expire.',
      params: memberParams,
      body: temporaryBody,
      handle: async ({ params, body }, { acting }) =>
        reply.json({
          temporaryExpirationDate: (
            await limitTeamUser(acting, params.memberId, body.expirationInSeconds)
          )?.toISOString(),
        }),
    }),
    identityCall({
      method: 'delete',
      path: `${users}/temporary/v1/:memberId`,
      access: 'fe.secure.write.users',
      summary: 'Remove the expiry of a user’s membership.',
      params: memberParams,
      async handle({ params }, { acting }) {
        await limitTeamUser(acting, params.memberId, null);
        return reply.empty();
      },
    }),
  ];
}
