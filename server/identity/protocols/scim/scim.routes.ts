import { z } from 'zod';
import { fail } from '../../../platform/errors';
import { reply, type Context, type Reply, type Route } from '../../../platform/http/define-route';
import type { DirectoryCaller } from '../../../platform/http/principals';
import type { IdentityConfig } from '../../ports';
import { publicId } from '../../wire.contract';
import { resourceTypes, schemaList, serviceProviderConfig } from './scim-discovery';
import { groupChange, wholeGroup } from './scim-group-patch';
import { changeScimGroup, createScimGroup, removeScimGroup } from './scim-group.service';
import { findScimGroup, groupColumns, listScimGroups, listScimMembers, type ScimGroup } from './scim-group.store';
import { listQuery, pageOf, partsQuery, type ListQuery } from './scim-page';
import { patched, readOperations } from './scim-patch';
import { withWholeName } from './scim-person';
import { readResource, users } from './scim-schema';
import { scimCall, scimType } from './scim-surface';
import { changeScimUser, createScimUser, removeScimUser, type DirectoryActing } from './scim-user.service';
import { findScimUser, listScimUsers, userColumns, type ScimUser } from './scim-user.store';
import {
  groupVersion,
  groupView,
  hasVersion,
  isAsked,
  listView,
  partsOf,
  userVersion,
  userView,
  type Base,
  type Parts,
} from './scim-view';

const base = '/scim/v2/:connectionId' as const;
const connectionParams = z.object({ connectionId: publicId });
const params = connectionParams.extend({ id: publicId });
const namedParams = connectionParams.extend({ id: z.string().max(200) });
const body = z.record(z.string().max(200), z.unknown());
/** A group names all of its people at once. */
const largestGroup = { bytes: 3 * 1024 * 1024 };

/** Nothing else than a directory comes by a tenant's access. */
function directoryIn({ tenant }: Pick<Context<'tenant'>, 'tenant'>): DirectoryCaller {
  if (!tenant.directory) throw fail.signedOut('scim.wrongSecret');
  return tenant.directory;
}

const callerIn = (context: Context<'tenant'>): DirectoryActing => ({
  acting: context.acting,
  directory: directoryIn(context),
});

const answer = (content: object, { status = 200, version }: { status?: number; version?: string } = {}): Reply =>
  reply.json(content, status, { type: scimType, ...(version === undefined ? {} : { headers: { ETag: version } }) });

/** What a directory calls, as RFC 7644 says it. */
export function scimRoutes({ config }: { config: IdentityConfig }): Route[] {
  const baseOf = (context: Context<'tenant'>): Base => ({
    publicUrl: config.publicUrl,
    connectionId: directoryIn(context).id,
  });

  const one = (
    context: Context<'tenant'>,
    user: ScimUser,
    { parts, status }: { parts: Parts; status?: number },
  ): Reply => shown({ view: userView(baseOf(context), user), version: userVersion(user), parts, status });

  function shown({
    view,
    version,
    parts,
    status = 200,
  }: {
    view: Record<string, unknown>;
    version: string;
    parts: Parts;
    status?: number | undefined;
  }): Reply {
    const { location } = view.meta as { location: string };
    const content = answer(partsOf(view, parts), { status, version });
    return status === 201 ? { ...content, headers: { ETag: version, Location: location } } : content;
  }

  async function group(
    context: Context<'tenant'>,
    found: ScimGroup,
    { parts, status }: { parts: Parts; status?: number },
  ): Promise<Reply> {
    const view = groupView(baseOf(context), found, await membersOf(context, [found], parts));
    return shown({ view, version: groupVersion(found), parts, status });
  }

  const membersOf = async (context: Context<'tenant'>, found: readonly ScimGroup[], parts: Parts) =>
    isAsked(parts, 'members')
      ? listScimMembers(context.db, {
          connection: directoryIn(context).number,
          numbers: found.map(({ number }) => number),
        })
      : null;

  async function userList(query: ListQuery, context: Context<'tenant'>): Promise<Reply> {
    const page = pageOf(query, userColumns);
    const { total, found } = await listScimUsers(context.db, { ...page, connection: directoryIn(context).number });
    const views = found.map((user) => partsOf(userView(baseOf(context), user), query));
    return answer(listView(views, { total, startIndex: page.startIndex }));
  }

  async function groupList(query: ListQuery, context: Context<'tenant'>): Promise<Reply> {
    const page = pageOf(query, groupColumns);
    const { total, found } = await listScimGroups(context.db, { ...page, connection: directoryIn(context).number });
    const members = await membersOf(context, found, query);
    const views = found.map((each) => partsOf(groupView(baseOf(context), each, members), query));
    return answer(listView(views, { total, startIndex: page.startIndex }));
  }

  return [
    scimCall({
      method: 'get',
      path: `${base}/Users`,
      access: 'tenant',
      summary: 'List people.',
      params: connectionParams,
      query: listQuery,
      handle: ({ query }, context) => userList(query, context),
    }),
    scimCall({
      method: 'post',
      path: `${base}/Users`,
      access: 'tenant',
      summary: 'Add somebody.',
      params: connectionParams,
      query: partsQuery,
      body,
      handle: async ({ body: given, query }, context) =>
        one(context, await createScimUser(callerIn(context), readResource(given, users)), {
          parts: query,
          status: 201,
        }),
    }),
    scimCall({
      method: 'get',
      path: `${base}/Users/:id`,
      access: 'tenant',
      summary: 'Get somebody.',
      params,
      query: partsQuery,
      async handle({ params: { id }, query }, context) {
        const directory = directoryIn(context);
        const found = await findScimUser(context.db, { connection: directory.number, id });
        if (!found) throw fail.notFound('scim.unknownUser');
        const version = userVersion(found);
        return hasVersion(directory, version)
          ? answer({}, { status: 304, version })
          : one(context, found, { parts: query });
      },
    }),
    scimCall({
      method: 'put',
      path: `${base}/Users/:id`,
      access: 'tenant',
      summary: 'Replace what is said of somebody.',
      params,
      query: partsQuery,
      body,
      async handle({ params: { id }, body: given, query }, context) {
        const said = readResource(given, users);
        // Whoever does not say whether somebody may come in leaves it as it is.
        const whole = await changeScimUser(callerIn(context), id, (before) => ({ active: before.active, ...said }));
        return one(context, whole, { parts: query });
      },
    }),
    scimCall({
      method: 'patch',
      path: `${base}/Users/:id`,
      access: 'tenant',
      summary: 'Change somebody.',
      params,
      query: partsQuery,
      body,
      async handle({ params: { id }, body: given, query }, context) {
        const operations = readOperations(given);
        const changed = await changeScimUser(callerIn(context), id, (before) =>
          withWholeName(before, patched(before, operations, users)),
        );
        return one(context, changed, { parts: query });
      },
    }),
    scimCall({
      method: 'delete',
      path: `${base}/Users/:id`,
      access: 'tenant',
      summary: 'Take somebody out.',
      params,
      handle: ({ params: { id } }, context) => reply.empty(removeScimUser(callerIn(context), id)),
    }),
    scimCall({
      method: 'get',
      path: `${base}/Groups`,
      access: 'tenant',
      summary: 'List groups.',
      params: connectionParams,
      query: listQuery,
      handle: ({ query }, context) => groupList(query, context),
    }),
    scimCall({
      method: 'post',
      path: `${base}/Groups`,
      access: 'tenant',
      summary: 'Add a group.',
      params: connectionParams,
      query: partsQuery,
      body,
      largestBody: largestGroup,
      handle: async ({ body: given, query }, context) =>
        group(context, await createScimGroup(callerIn(context), wholeGroup(given)), { parts: query, status: 201 }),
    }),
    scimCall({
      method: 'get',
      path: `${base}/Groups/:id`,
      access: 'tenant',
      summary: 'Get a group.',
      params,
      query: partsQuery,
      async handle({ params: { id }, query }, context) {
        const directory = directoryIn(context);
        const found = await findScimGroup(context.db, { connection: directory.number, id });
        if (!found) throw fail.notFound('scim.unknownGroup');
        const version = groupVersion(found);
        return hasVersion(directory, version)
          ? answer({}, { status: 304, version })
          : group(context, found, { parts: query });
      },
    }),
    scimCall({
      method: 'put',
      path: `${base}/Groups/:id`,
      access: 'tenant',
      summary: 'Replace a group.',
      params,
      query: partsQuery,
      body,
      largestBody: largestGroup,
      async handle({ params: { id }, body: given, query }, context) {
        const { name, externalId, members } = wholeGroup(given);
        const changed = await changeScimGroup(callerIn(context), id, {
          name,
          externalId,
          members: { clears: true, added: new Set(members), removed: new Set() },
        });
        return group(context, changed, { parts: query });
      },
    }),
    scimCall({
      method: 'patch',
      path: `${base}/Groups/:id`,
      access: 'tenant',
      summary: 'Change a group.',
      params,
      body,
      largestBody: largestGroup,
      // Without the group, which may be large: both directories take an empty answer.
      handle: ({ params: { id }, body: given }, context) =>
        reply.empty(changeScimGroup(callerIn(context), id, groupChange(readOperations(given))).then(() => undefined)),
    }),
    scimCall({
      method: 'delete',
      path: `${base}/Groups/:id`,
      access: 'tenant',
      summary: 'Delete a group.',
      params,
      handle: ({ params: { id } }, context) => reply.empty(removeScimGroup(callerIn(context), id)),
    }),
    scimCall({
      method: 'get',
      path: `${base}/ServiceProviderConfig`,
      access: 'tenant',
      summary: 'Get what the server can.',
      params: connectionParams,
      handle: (_input, context) => answer(serviceProviderConfig(baseOf(context))),
    }),
    ...discovered('ResourceTypes', resourceTypes),
    ...discovered('Schemas', schemaList),
  ];

  function discovered(name: 'ResourceTypes' | 'Schemas', list: (at: Base) => { id: string }[]): Route[] {
    return [
      scimCall({
        method: 'get',
        path: `${base}/${name}`,
        access: 'tenant',
        summary: `List ${name === 'Schemas' ? 'the schemas' : 'the kinds of resources'}.`,
        params: connectionParams,
        handle(_input, context) {
          const all = list(baseOf(context));
          return answer(listView(all, { total: all.length, startIndex: 1 }));
        },
      }),
      scimCall({
        method: 'get',
        path: `${base}/${name}/:id`,
        access: 'tenant',
        summary: `Get ${name === 'Schemas' ? 'a schema' : 'a kind of resource'}.`,
        params: namedParams,
        handle({ params: { id } }, context) {
          const found = list(baseOf(context)).find((each) => each.id.toLowerCase() === id.toLowerCase());
          if (!found) throw fail.notFound('errors.notFound');
          return answer(found);
        },
      }),
    ];
  }
}
