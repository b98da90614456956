import { reply, type Context, type Route } from '../../../platform/http/define-route';
import {
  newTenantToken,
  newUserToken,
  tenantTokenParams,
  userTokenParams,
  type TokenKind,
} from '../../core/api-tokens/api-token.contract';
import { tokenView } from '../../core/api-tokens/api-token.presentation';
import {
  makeTenantToken,
  makeUserToken,
  removeTenantToken,
  removeUserToken,
} from '../../core/api-tokens/api-token.service';
import { listTokens } from '../../core/api-tokens/api-token.store';
import type { IdentityParts } from '../../parts';
import { identityCall } from '../wire/identity-surface';

const resources = '/identity/resources';
/** Nobody's program makes or ends what it comes in by. */
const personally = { notInClientView: true } as const;
/** Those that have expired stand on the lists for a while. */
const most = 10_000;

const listed = async ({ db, actor }: Context, kind: TokenKind, ofTenant: boolean) => {
  const owner = { tenantNumber: actor.organisation.id, userId: ofTenant ? null : actor.userId };
  return (await listTokens(db, owner, { kind, limit: most })).map((token) => tokenView(token, { ofTenant }));
};

/** The two kinds have addresses of their own, and the lists a form of their own. */
const kinds = [
  {
    kind: 'API',
    name: 'api-tokens',
    says: 'ids with secrets, to be exchanged',
    answer: (tokens: object[]) => tokens,
    tenantPost: 'v2',
  },
  {
    kind: 'ACCESS',
    name: 'access-tokens',
    says: 'tokens that are sent as they are',
    answer: (tokens: object[]) => ({ accessTokens: tokens }),
    tenantPost: 'v1',
  },
] as const;

/** Tokens that programs come in by: people's own, and their tenant's. */
export const apiTokenRoutes = ({ config }: Pick<IdentityParts, 'config'>): Route[] =>
  kinds.flatMap(({ kind, name, says, answer, tenantPost }) => {
    const [own, ofTenant] = [`${resources}/users/${name}/v1`, `${resources}/tenants/${name}`] as const;
    return [
      identityCall({
        method: 'get',
        path: own,
        access: 'signed-in',
        opens: { programs: true },
        summary: `List the caller’s own ${says}.`,
        handle: async (_input, context) => reply.json(answer(await listed(context, kind, false))),
      }),
      identityCall({
        method: 'post',
        path: own,
        access: 'signed-in',
        ...personally,
        freshProof: true,
        summary: `Create one of the caller’s own ${says}. Its secret is only in this response.`,
        body: newUserToken,
        async handle({ body }, { acting, actor: { sessionId } }) {
          const { token, secret } = await makeUserToken(acting, { ...body, kind, sessionId }, config);
          return reply.json(tokenView(token, { ofTenant: false, secret }), 201);
        },
      }),
      identityCall({
        method: 'delete',
        path: `${own}/:userTokenId`,
        access: 'signed-in',
        ...personally,
        summary: `Delete one of the caller’s own ${says}.`,
        params: userTokenParams,
        handle: ({ params }, { acting }) => reply.empty(removeUserToken(acting, { id: params.userTokenId, kind })),
      }),
      identityCall({
        method: 'get',
        path: `${ofTenant}/v1`,
        access: 'fe.secure.read.tenantApiTokens',
        opens: { programs: true },
        summary: `List the tenant’s ${says}.`,
        handle: async (_input, context) => reply.json(answer(await listed(context, kind, true))),
      }),
      identityCall({
        method: 'post',
        path: `${ofTenant}/${tenantPost}`,
        access: 'fe.secure.write.tenantApiTokens',
        ...personally,
        summary: `Create one of the tenant’s ${says}, with roles that allow no more than the caller’s own. Its secret is only in this response.`,
        body: newTenantToken,
        async handle({ body }, { acting, actor: { sessionId } }) {
          const { token, secret } = await makeTenantToken(acting, { ...body, kind, sessionId }, config);
          return reply.json(tokenView(token, { ofTenant: true, secret }), 201);
        },
      }),
      identityCall({
        method: 'delete',
        path: `${ofTenant}/v1/:tenantTokenId`,
        access: 'fe.secure.delete.tenantApiTokens',
        ...personally,
        freshProof: false,
        summary: `Delete one of the tenant’s ${says}.`,
        params: tenantTokenParams,
        handle: ({ params }, { acting }) => reply.empty(removeTenantToken(acting, { id: params.tenantTokenId, kind })),
      }),
    ];
  });
