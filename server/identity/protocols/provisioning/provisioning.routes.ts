import { fail } from '../../../platform/errors';
import { reply, type Route } from '../../../platform/http/define-route';
import {
  connectionEdit,
  connectionEnd,
  connectionParams,
  newConnection,
} from '../../core/provisioning/connection.contract';
import { connectionView } from '../../core/provisioning/connection.presentation';
import { changeConnection, createConnection, removeConnection } from '../../core/provisioning/connection.service';
import { findConnection, listConnections } from '../../core/provisioning/connection.store';
import { identityCall, unlimited } from '../wire/identity-surface';

const connections = '/directory/resources/v1/configurations/scim2';
const [read, write] = ['fe.secure.read.samlConfiguration', 'fe.secure.write.samlConfiguration'] as const;

/** The directories that keep a tenant's people up to date. */
export const provisioningRoutes: Route[] = [
  identityCall({
    method: 'get',
    path: connections,
    access: read,
    summary: 'List the tenant’s provisioning connections.',
    handle: async (_input, { db, actor }) =>
      reply.json((await listConnections(db, actor.organisation.id)).map(connectionView)),
  }),
  identityCall({
    method: 'post',
    path: connections,
    access: write,
    condition: unlimited,
    summary: 'Add a provisioning connection; its secret is answered once.',
    body: newConnection,
    async handle({ body: { source, connectionName, syncToUserManagement } }, { acting }) {
      const { id, name, secret } = await createConnection(acting, {
        source,
        name: connectionName,
        sync: syncToUserManagement,
      });
      return reply.json({ id, connectionName: name, token: secret }, 201);
    },
  }),
  identityCall({
    method: 'patch',
    path: `${connections}/:connectionId`,
    access: write,
    condition: unlimited,
    summary: 'Say whether what a connection sends is done.',
    params: connectionParams,
    body: connectionEdit,
    handle: ({ params, body }, { acting }) =>
      reply.empty(changeConnection(acting, params.connectionId, { sync: body.syncToUserManagement })),
  }),
  identityCall({
    method: 'delete',
    path: `${connections}/:connectionId`,
    access: write,
    condition: unlimited,
    summary: 'Remove a connection, with the people and groups that it made or without.',
    params: connectionParams,
    body: connectionEnd,
    handle: ({ params, body }, { acting }) =>
      reply.empty(removeConnection(acting, params.connectionId, { withAll: body.deleteAll ?? false })),
  }),
  identityCall({
    method: 'get',
    path: '/directory/resources/scim/temp/:connectionId/Users/count',
    access: read,
    summary: 'Count the people that a connection looks after.',
    params: connectionParams,
    async handle({ params: { connectionId } }, { db, actor }) {
      const found = await findConnection(db, { tenantNumber: actor.organisation.id, id: connectionId });
      if (!found) throw fail.notFound('scim.unknownConnection');
      return reply.json({ count: found.users });
    },
  }),
];
