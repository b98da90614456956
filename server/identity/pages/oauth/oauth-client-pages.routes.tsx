import { z } from 'zod';
import { OAuthClientForm } from '../../../../views/identity/oauth/oauth-client-form';
import { OAuthClientMade } from '../../../../views/identity/oauth/oauth-client-made';
import { OAuthClientsPage } from '../../../../views/identity/oauth/oauth-clients-page';
import { fail, type Failure } from '../../../platform/errors';
import { definePage, reply, type Context, type Reply, type Route } from '../../../platform/http/define-route';
import { clientScopes } from '../../core/tokens/client-scopes.rules';
import type { IdentityParts } from '../../parts';
import { ownClient } from '../../protocols/oauth/oauth-client';
import { authMethods, clientForm, clientParams } from '../../protocols/oauth/oauth-client.contract';
import {
  changeClient,
  registerClient,
  removeClient,
  renewSecret,
  switchClientOff,
  type KeptClient,
} from '../../protocols/oauth/oauth-client.service';
import { findClientRow, listClients } from '../../protocols/oauth/oauth-client.store';
import { staffOnly } from '../../protocols/oauth/staff-only';
import { problemOf } from '../account/account-page';

const path = '/oauth-clients';
const newPath = `${path}/new`;
const staff = { access: 'EDIT_OAUTH_CLIENTS', condition: staffOnly, notInClientView: true } as const;
const listQuery = z.object({
  done: z.enum(['changed', 'deleted', 'switchedOff', 'switchedOn']).optional().catch(undefined),
});

interface Shown {
  /** null: a new one. */
  id: string | null;
  typed: Record<string, string>;
  switchedOff?: boolean;
  failure?: Failure;
}

/** The programs that people sign in to by this installation, for its staff. */
export function oauthClientPages({ config }: Pick<IdentityParts, 'config'>): Route[] {
  function formPage(context: Context, { id, typed, failure, switchedOff = false }: Shown): Reply {
    const { t } = context;
    const { problem, fields = {}, status } = failure ? problemOf(failure, context) : { problem: undefined };
    // A list has one sentence, whichever of its lines it is about.
    const ofLists = Object.fromEntries(
      Object.entries(fields).map(([field, said]) => [field.replace(/\.\d+$/, ''), said]),
    );
    const view = (
      <OAuthClientForm
        t={t}
        base={path}
        id={id}
        methods={authMethods}
        scopes={clientScopes}
        switchedOff={switchedOff}
        typed={typed}
        fields={ofLists}
        problem={problem}
      />
    );
    return reply.page(view, { title: t(id === null ? 'oauthClients.add' : 'oauthClients.edit'), status });
  }

  const kept = ({ t }: Context, { secret, ...client }: KeptClient): Reply =>
    secret === null
      ? reply.redirect(`${path}?done=changed`)
      : reply.page(<OAuthClientMade t={t} base={path} client={{ ...client, secret }} />, {
          title: t('oauthClients.title'),
        });

  return [
    definePage({
      method: 'get',
      path,
      ...staff,
      query: listQuery,
      async handle({ query: { done } }, { t, db }) {
        const { id, redirectUris } = ownClient(config);
        const clients = (await listClients(db)).map(
          ({ id: clientId, name, authMethod, redirectUris: uris, switchedOff, scopes }) => ({
            id: clientId,
            name,
            authMethod,
            redirectUris: uris,
            switchedOff,
            scopes,
          }),
        );
        return reply.page(
          <OAuthClientsPage
            t={t}
            base={path}
            own={{ id, redirectUris }}
            issuer={config.publicUrl}
            clients={clients}
            done={done && t(`oauthClients.${done}`)}
          />,
          { title: t('oauthClients.title') },
        );
      },
    }),
    definePage({
      method: 'get',
      path: newPath,
      ...staff,
      handle: (_input, context) => formPage(context, { id: null, typed: {} }),
    }),
    definePage({
      method: 'post',
      path: newPath,
      ...staff,
      freshProof: newPath,
      body: clientForm,
      async handle({ body }, context) {
        const made = await registerClient(context.acting, body);
        return made.secret === null
          ? reply.page(<OAuthClientMade t={context.t} base={path} client={made} />, {
              title: context.t('oauthClients.title'),
            })
          : kept(context, made);
      },
      again: (failure, typed, context) => formPage(context, { id: null, typed, failure }),
    }),
    definePage({
      method: 'get',
      path: `${path}/:oauthClientId`,
      ...staff,
      walk: [],
      params: clientParams,
      async handle({ params: { oauthClientId: id } }, context) {
        const row = await findClientRow(context.db, id);
        if (!row) throw fail.notFound('oauthClients.unknown');
        const lines = (list: readonly string[]) => list.join('\n');
        const typed = {
          name: row.name,
          authMethod: row.authMethod,
          redirectUris: lines(row.redirectUris),
          postLogoutRedirectUris: lines(row.postLogoutRedirectUris),
          allowedOrigins: lines(row.allowedOrigins),
        };
        return formPage(context, {
          id,
          typed: { ...typed, ...Object.fromEntries(row.scopes.map((scope) => [scope, 'on'])) },
          switchedOff: row.switchedOff,
        });
      },
    }),
    definePage({
      method: 'post',
      path: `${path}/:oauthClientId`,
      ...staff,
      freshProof: `${path}/:oauthClientId`,
      params: clientParams,
      body: clientForm,
      handle: async ({ params, body }, context) =>
        kept(context, await changeClient(context.acting, params.oauthClientId, body)),
      again: (failure, typed, context) =>
        formPage(context, { id: context.url.split('/').at(-1) ?? null, typed, failure }),
    }),
    definePage({
      method: 'post',
      path: `${path}/:oauthClientId/secret`,
      ...staff,
      freshProof: `${path}/:oauthClientId`,
      params: clientParams,
      body: z.strictObject({}),
      handle: async ({ params }, context) => kept(context, await renewSecret(context.acting, params.oauthClientId)),
    }),
    definePage({
      method: 'post',
      path: `${path}/:oauthClientId/remove`,
      ...staff,
      params: clientParams,
      body: z.strictObject({}),
      async handle({ params }, { acting }) {
        await removeClient(acting, params.oauthClientId);
        return reply.redirect(`${path}?done=deleted`);
      },
    }),
    ...(['off', 'on'] as const).map((step) =>
      definePage({
        method: 'post',
        path: `${path}/:oauthClientId/${step}`,
        ...staff,
        freshProof: step === 'on' ? `${path}/:oauthClientId` : false,
        params: clientParams,
        body: z.strictObject({}),
        async handle({ params }, { acting }) {
          await switchClientOff(acting, params.oauthClientId, { off: step === 'off' });
          return reply.redirect(`${path}?done=${step === 'off' ? 'switchedOff' : 'switchedOn'}`);
        },
      }),
    ),
    ...(['secret', 'off', 'on', 'remove'] as const).map((step) =>
      definePage({
        method: 'get',
        path: `${path}/:oauthClientId/${step}`,
        ...staff,
        walk: [],
        params: clientParams,
        handle: () => reply.redirect(path),
      }),
    ),
  ];
}
