import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type Provider from 'oidc-provider';

/** What the client of the measure is called there. */
export const floorClientId = 'bench';
const scope = 'openid email profile offline_access';

/**
 * The floor of a refresh: bare `oidc-provider` with its adapter in memory, a public client whose refresh tokens are replaced, and ID tokens
 * by RS256 with 2048 bits. `/tokens` gives a refresh token to begin with, as a sign-in would.
 */
export async function serveFloorOAuth(): Promise<void> {
  // Here and not above: it speaks when it is loaded, whatever is measured.
  const { default: Bare } = await import('oidc-provider');
  const { PORT = '0' } = process.env;
  const url = `http://127.0.0.1:${PORT}`;
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const provider = new Bare(url, {
    clients: [
      {
        client_id: floorClientId,
        token_endpoint_auth_method: 'none',
        redirect_uris: [`${url}/callback`],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        application_type: 'native',
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig', kid: 'bench' } as never] },
    cookies: { keys: [randomBytes(32).toString('hex')] },
    features: { devInteractions: { enabled: false } },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ sub: id, email: 'somebody@bench.test', name: 'Somebody' }),
    }),
    interactions: { url: () => '/' },
  });
  const serve = provider.callback();
  createServer((request, response) => {
    if (request.url !== '/tokens') return serve(request, response);
    void beginning(provider).then(
      (token) => response.end(token),
      (error: unknown) => {
        response.statusCode = 500;
        response.end(String(error));
      },
    );
  }).listen(Number(PORT), '127.0.0.1', () => console.log('floor is ready'));
}

async function beginning(provider: Provider): Promise<string> {
  const client = await provider.Client.find(floorClientId);
  if (!client) throw new Error('the floor has no client');
  const accountId = randomUUID();
  const grant = new provider.Grant({ accountId, clientId: floorClientId });
  grant.addOIDCScope(scope);
  const token = new provider.RefreshToken({
    accountId,
    client,
    grantId: await grant.save(),
    scope,
    gty: 'authorization_code',
    authTime: Math.floor(Date.now() / 1000),
    iiat: Math.floor(Date.now() / 1000),
  } as never);
  return token.save();
}
