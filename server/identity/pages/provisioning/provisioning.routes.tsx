import { z } from 'zod';
import { ConnectionPage, type ConnectionPageProps } from '../../../../views/identity/provisioning/connection-page';
import type { MadeView } from '../../../../views/identity/provisioning/connection-parts';
import {
  ProvisioningPage,
  type ProvisioningPageProps,
} from '../../../../views/identity/provisioning/provisioning-page';
import { fail, type Failure } from '../../../platform/errors';
import { definePage, reply, type Context, type Reply, type Route } from '../../../platform/http/define-route';
import { sentence, type MessageKey } from '../../../platform/i18n/messages';
import { covers } from '../../../platform/permissions.rules';
import { listCalls } from '../../core/provisioning/call-log.store';
import {
  connectionParams,
  connectionSources,
  overlaps,
  secretParams,
} from '../../core/provisioning/connection.contract';
import {
  changeConnection,
  createConnection,
  lends,
  removeConnection,
  revokeSecret,
  rotateSecret,
  type MadeConnection,
} from '../../core/provisioning/connection.service';
import {
  findConnection,
  listConnections,
  listSecrets,
  type ConnectionCounts,
} from '../../core/provisioning/connection.store';
import type { IdentityParts } from '../../parts';
import { maybe, shortText } from '../../wire.contract';
import { problemOf, settingsOf } from '../account/account-page';
import { administrationPage } from '../administration/administration-page';

const connectionForm = z.strictObject({ source: z.enum(connectionSources), name: maybe(shortText) });
const rotateForm = z.strictObject({ overlap: z.enum(overlaps) });
const syncForm = z.strictObject({ sync: z.enum(['on', 'off']) });
const removeForm = z.strictObject({ managed: z.enum(['keep', 'remove']) });

/** What was done, in a word of the address. */
const doneWords = ['removed', 'revoked', 'paused', 'resumed'] as const;
const doneQuery = z.object({ done: z.enum(doneWords).optional().catch(undefined) });

const path = '/account/provisioning';
const [read, write] = ['fe.secure.read.samlConfiguration', 'fe.secure.write.samlConfiguration'] as const;
const latest = 25;

const doneSentences = {
  removed: 'provisioning.doneRemoved',
  revoked: 'provisioning.doneRevoked',
  paused: 'provisioning.donePaused',
  resumed: 'provisioning.doneResumed',
} as const satisfies Record<string, MessageKey>;

/** A directory may what whoever lets it in may, of the whole organization. */
const isOpen = ({ actor }: Context): boolean =>
  actor.restriction === null && [write, ...lends].every((key) => covers(actor.permissions, key));

const rowOf = ({ id, name, source, users, groups, sync, lastSyncAt }: ConnectionCounts) => ({
  id,
  name,
  source,
  users,
  groups,
  sync,
  lastSyncAt: lastSyncAt?.toISOString() ?? null,
});

/** The directories of an organization, for who looks after it. */
export function provisioningPages({ config }: Pick<IdentityParts, 'config'>): Route[] {
  const addressOf = (id: string) => `${config.publicUrl}/scim/v2/${id}`;

  async function selectConnection({ db, actor }: Context, id: string): Promise<ConnectionCounts> {
    const found = await findConnection(db, { tenantNumber: actor.organisation.id, id });
    if (!found) throw fail.notFound('scim.unknownConnection');
    return found;
  }

  async function listPage(
    context: Context,
    {
      status,
      ...shown
    }: Pick<ProvisioningPageProps, 'made' | 'refused' | 'done' | 'problem'> & { status?: number } = {},
  ): Promise<Reply> {
    const { db, t, actor } = context;
    const view = (
      <ProvisioningPage
        t={t}
        settings={settingsOf(context)}
        base={path}
        connections={(await listConnections(db, actor.organisation.id)).map(rowOf)}
        open={isOpen(context)}
        {...shown}
      />
    );
    return administrationPage(view, context, { at: 'provisioning', title: t('provisioning.title'), status });
  }

  async function connectionPage(
    context: Context,
    id: string,
    { status, ...shown }: Pick<ConnectionPageProps, 'done' | 'problem'> & { status?: number } = {},
  ): Promise<Reply> {
    const { db, t, now } = context;
    const connection = await selectConnection(context, id);
    const calls = await listCalls(db, connection.number, latest);
    const secrets = await listSecrets(db, connection, now);
    const view = (
      <ConnectionPage
        t={t}
        settings={settingsOf(context)}
        base={path}
        connection={{ ...rowOf(connection), address: addressOf(id) }}
        secrets={secrets.map(({ createdAt, endsAt, lastUsedAt, ...rest }) => ({
          ...rest,
          createdAt: createdAt.toISOString(),
          endsAt: endsAt?.toISOString() ?? null,
          lastUsedAt: lastUsedAt?.toISOString() ?? null,
        }))}
        calls={calls.map(({ at, code, params, ...rest }) => ({
          ...rest,
          at: at.toISOString(),
          why: code === null ? null : sentence(t, code as MessageKey, params ?? {}),
        }))}
        overlaps={overlaps}
        open={isOpen(context)}
        {...shown}
      />
    );
    return administrationPage(view, context, { at: 'provisioning', title: connection.name, status });
  }

  async function madePage(context: Context, { id, name, secret }: MadeConnection, href: string): Promise<Reply> {
    const { source } = await selectConnection(context, id);
    const made: MadeView = { name, secret, source, address: addressOf(id), href };
    return listPage(context, { made });
  }

  const again = (failure: Failure, { connectionId = '' }: Record<string, string>, context: Context): Promise<Reply> => {
    const { problem, status } = problemOf(failure, context);
    return connectionPage(context, connectionId, { problem, status });
  };

  const form = { access: write, notInClientView: true, params: connectionParams } as const;

  return [
    definePage({
      method: 'get',
      path,
      access: read,
      query: doneQuery,
      handle: ({ query: { done } }, context) => listPage(context, { done: done && context.t(doneSentences[done]) }),
    }),
    definePage({
      method: 'post',
      path,
      access: write,
      notInClientView: true,
      freshProof: path,
      body: connectionForm,
      again(failure, typed, context) {
        const { problem, fields, status } = problemOf(failure, context);
        return listPage(context, { problem, refused: { typed, fields }, status });
      },
      handle: async ({ body }, context) => madePage(context, await createConnection(context.acting, body), path),
    }),
    definePage({
      method: 'get',
      path: `${path}/:connectionId`,
      access: read,
      params: connectionParams,
      query: doneQuery,
      handle: ({ params: { connectionId }, query: { done } }, context) =>
        connectionPage(context, connectionId, { done: done && context.t(doneSentences[done]) }),
    }),
    definePage({
      ...form,
      method: 'post',
      path: `${path}/:connectionId/rotate`,
      freshProof: `${path}/:connectionId`,
      body: rotateForm,
      again,
      handle: async ({ params: { connectionId }, body }, context) =>
        madePage(context, await rotateSecret(context.acting, connectionId, body.overlap), `${path}/${connectionId}`),
    }),
    definePage({
      ...form,
      method: 'post',
      path: `${path}/:connectionId/secrets/:secretId/revoke`,
      params: secretParams,
      again,
      async handle({ params }, { acting }) {
        await revokeSecret(acting, params);
        return reply.redirect(`${path}/${params.connectionId}?done=revoked`);
      },
    }),
    definePage({
      ...form,
      method: 'post',
      path: `${path}/:connectionId/sync`,
      freshProof: `${path}/:connectionId`,
      body: syncForm,
      again,
      async handle({ params: { connectionId }, body }, { acting }) {
        await changeConnection(acting, connectionId, { sync: body.sync === 'on' });
        return reply.redirect(`${path}/${connectionId}?done=${body.sync === 'on' ? 'resumed' : 'paused'}`);
      },
    }),
    definePage({
      ...form,
      method: 'post',
      path: `${path}/:connectionId/remove`,
      freshProof: `${path}/:connectionId`,
      body: removeForm,
      again,
      async handle({ params: { connectionId }, body }, { acting }) {
        await removeConnection(acting, connectionId, { withAll: body.managed === 'remove' });
        return reply.redirect(`${path}?done=removed`);
      },
    }),
    ...(['rotate', 'sync', 'remove'] as const).map((step) =>
      definePage({
        method: 'get',
        path: `${path}/:connectionId/${step}`,
        access: read,
        walk: [],
        params: connectionParams,
        handle: ({ params: { connectionId } }) => reply.redirect(`${path}/${connectionId}`),
      }),
    ),
    definePage({
      method: 'get',
      path: `${path}/:connectionId/secrets/:secretId/revoke`,
      access: read,
      walk: [],
      params: secretParams,
      handle: ({ params: { connectionId } }) => reply.redirect(`${path}/${connectionId}`),
    }),
  ];
}
