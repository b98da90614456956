import { fail } from '../../../platform/errors';
import { reply, type Route } from '../../../platform/http/define-route';
import { exchangeBody, vendorTokenParams } from '../../core/api-tokens/api-token.contract';
import { exchange } from '../../core/api-tokens/exchange.service';
import { enterAsVendor } from '../../core/api-tokens/vendor';
import { findAccessToken, listActiveIds } from '../../core/api-tokens/vendor.store';
import type { IdentityParts } from '../../parts';
import { identityCall } from '../wire/identity-surface';

const vendorOnly = '/identity/resources/vendor-only';

/** Where programs come in, and what back-end clients ask of the tokens that come to them. */
export function exchangeRoutes(parts: IdentityParts): Route[] {
  return [
    identityCall({
      method: 'post',
      path: '/identity/resources/auth/v1/api-token',
      access: 'public',
      summary: 'Exchange the ID and secret of an API token for an access token.',
      body: exchangeBody,
      async handle({ body }, { visitor }) {
        const { accessToken, expiresIn, expiresAt } = await exchange(visitor, body, parts);
        return reply.json({ accessToken, expiresIn, expires: expiresAt.toUTCString() });
      },
    }),
    identityCall({
      method: 'post',
      path: '/auth/vendor',
      access: 'public',
      summary: 'Get a token for the installation’s back-end clients, to send as x-access-token.',
      body: exchangeBody,
      handle: async ({ body }, { visitor }) =>
        reply.json(await enterAsVendor(visitor, body, { ...parts, keys: parts.tokens.keys })),
    }),
    ...(['users', 'tenants'] as const).flatMap((whose) => [
      identityCall({
        method: 'get',
        path: `${vendorOnly}/${whose}/access-tokens/v1/active`,
        access: 'vendor',
        summary: 'List the IDs of all valid access tokens.',
        handle: async (_input, { db, now }) => reply.json(await listActiveIds(db, { whose, now })),
      }),
      identityCall({
        method: 'get',
        path: `${vendorOnly}/${whose}/access-tokens/v1/:vendorTokenId`,
        access: 'vendor',
        summary: 'Get a valid access token with the keys of its roles and permissions.',
        params: vendorTokenParams,
        async handle({ params }, { db, now }) {
          const found = await findAccessToken(db, { whose, id: params.vendorTokenId, now });
          if (!found) throw fail.notFound('apiTokens.unknown');
          return reply.json(found);
        },
      }),
    ]),
  ];
}
