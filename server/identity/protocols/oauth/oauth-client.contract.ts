import { z } from 'zod';
import type { ClientScope } from '../../../platform/client-scopes.contract';
import { clientScopes } from '../../core/tokens/client-scopes.rules';
import { publicId, shortText } from '../../wire.contract';
import { isOrigin, isReturnAddress } from './oauth.rules';

/** One address a line. */
const lines = (each: z.ZodType<string>, most: number) =>
  z.preprocess(
    (given) => (typeof given === 'string' ? [...new Set(given.split(/\s+/).filter((line) => line !== ''))] : given),
    z
      .array(each)
      .max(most, 'oauthClients.tooMany')
      .optional()
      .transform((list) => list ?? []),
  );
const address = z.string().max(2000).refine(isReturnAddress, 'oauthClients.notAnAddress');

/** How a client proves that it is itself: not at all, in a browser or an application; by its secret in a header or in the body. */
export const authMethods = ['none', 'client_secret_basic', 'client_secret_post'] as const;

const ticked = z.literal('on').optional();

const fields = z.strictObject({
  name: shortText,
  authMethod: z.enum(authMethods),
  redirectUris: lines(address, 50).refine((list) => list.length > 0, 'errors.required'),
  postLogoutRedirectUris: lines(address, 50),
  allowedOrigins: lines(z.string().max(2000).refine(isOrigin, 'oauthClients.notAnOrigin'), 50),
  ...(Object.fromEntries(clientScopes.map((scope) => [scope, ticked])) as Record<ClientScope, typeof ticked>),
});

/** Each scope is a box of its own. */
export const clientForm = fields.transform(
  ({ name, authMethod, redirectUris, postLogoutRedirectUris, allowedOrigins, ...boxes }) => ({
    name,
    authMethod,
    redirectUris,
    postLogoutRedirectUris,
    allowedOrigins,
    scopes: clientScopes.filter((scope) => boxes[scope] === 'on'),
  }),
);
export type ClientForm = z.infer<typeof clientForm>;

export const clientParams = z.object({ oauthClientId: publicId });
