// `oidc-provider` as an organization would run it, in a process of its own: its pages let in whoever types a name.
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { exportJWK, generateKeyPair } from 'jose';
import Provider from 'oidc-provider';

const { clientId, clientSecret, domain } = JSON.parse(process.argv[2] ?? '{}');
const { privateKey } = await generateKeyPair('RS256', { extractable: true });
const key = { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'own' };
const server = createServer();
server.listen(0, '127.0.0.1', () => {
  const issuer = `http://127.0.0.1:${server.address().port}`;
  // Its address is known before that to which it leads back.
  process.once('message', (redirectUri) => {
    const at = (path) => new URL(path, redirectUri).href;
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: clientId,
          client_secret: clientSecret,
          redirect_uris: [redirectUri],
          response_types: ['code'],
          grant_types: ['authorization_code'],
          post_logout_redirect_uris: [at('/account/oidc/logout')],
          backchannel_logout_uri: at('/auth/oidc/logout'),
          backchannel_logout_session_required: true,
        },
      ],
      features: { backchannelLogout: { enabled: true } },
      // Without its own way out, which reaches no address of this machine.
      fetch: (url, { dispatcher: _, ...options }) => fetch(url, options),
      cookies: { keys: [randomBytes(24).toString('hex')] },
      jwks: { keys: [key] },
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      findAccount: (_context, id) => ({
        accountId: id,
        claims: () => ({ sub: id, email: `${id}@${domain}`, email_verified: true, name: 'Kim Novak' }),
      }),
    });
    server.on('request', provider.callback());
    process.send?.('registered');
  });
  process.send?.(issuer);
});
