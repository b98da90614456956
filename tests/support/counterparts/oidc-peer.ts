import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, exportSPKI, generateKeyPair, SignJWT, UnsecuredJWT, type CryptoKey, type JWK } from 'jose';

type Asymmetric = 'RS256' | 'PS256' | 'ES256' | 'EdDSA';

export interface PeerKey {
  alg: Asymmetric;
  kid: string;
  privateKey: CryptoKey;
  publicKey: CryptoKey;
  jwk: JWK;
}

export async function peerKey(alg: Asymmetric, kid = randomBytes(6).toString('hex')): Promise<PeerKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  return { alg, kid, privateKey, publicKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } };
}

/** What a provider says, and what it says wrongly. */
export interface OidcSaid {
  now: Date;
  /** Of the ID token, over what is usual; what is undefined is left out. */
  claims?: Record<string, unknown>;
  userInfo?: Record<string, unknown>;
  /** What it signs by; its own key otherwise. */
  by?: PeerKey | 'none' | 'clientSecret' | 'publicKey';
  /** Of the answer that the browser brings, over what is usual. */
  brought?: Record<string, string | undefined>;
  /** What its token endpoint does in place of answering. */
  token?: 'redirects' | 'floods' | 'waits';
}

export interface OidcPeer {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Published keys, of which the first signs. */
  keys: PeerKey[];
  /** Over what it says of itself. */
  metadata: Record<string, unknown>;
  /** Bodies that its token endpoint was sent. */
  exchanges: URLSearchParams[];
  /** Somebody proves who they are. @returns where their browser is sent */
  answer(address: string, said: OidcSaid): URL;
  /** A token of these claims; what is undefined is left out. */
  sign(claims: Record<string, unknown>, by?: OidcSaid['by']): Promise<string>;
}

interface Issued {
  asked: URLSearchParams;
  said: OidcSaid;
}

const hashOf = (value: string) => createHash('sha256').update(value).digest();
export const halfHash = (value: string) => hashOf(value).subarray(0, 16).toString('base64url');

/** Several OpenID providers at one address, each below a path of its own, which keep to the protocol unless a test says otherwise. */
export async function oidcPeers(): Promise<{ host: string; peer(key: PeerKey): OidcPeer; close(): Promise<void> }> {
  const peers = new Map<string, { peer: OidcPeer; codes: Map<string, Issued>; tokens: Map<string, Issued> }>();
  const server = createServer((request, response) => {
    handle(request, response).catch(() => {
      response.destroy();
    });
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, name = '', ...rest] = (request.url ?? '').split('/');
    const there = peers.get(name);
    const json = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (!there) return void json(404, {});
    const { peer, codes, tokens } = there;
    switch (rest.join('/')) {
      case '.well-known/openid-configuration': {
        const at = (path: string) => `${peer.issuer}/${path}`;
        return void json(200, {
          issuer: peer.issuer,
          authorization_endpoint: at('authorize'),
          token_endpoint: at('token'),
          jwks_uri: at('jwks'),
          userinfo_endpoint: at('userinfo'),
          id_token_signing_alg_values_supported: ['RS256', 'ES256', 'HS256', 'none'],
          authorization_response_iss_parameter_supported: true,
          ...peer.metadata,
        });
      }
      case 'jwks':
        return void json(200, { keys: peer.keys.map(({ jwk }) => jwk) });
      case 'userinfo': {
        const issued = tokens.get(request.headers.authorization?.replace(/^Bearer /, '') ?? '');
        return void (issued ? json(200, { sub: 'subject-kim', ...issued.said.userInfo }) : json(401, {}));
      }
      case 'token': {
        const body = new URLSearchParams(await text(request));
        peer.exchanges.push(body);
        const issued = codes.get(body.get('code') ?? '');
        // Both are form-encoded before (RFC 6749, section 2.3.1).
        const given = Buffer.from(request.headers.authorization?.replace(/^Basic /, '') ?? '', 'base64')
          .toString('utf8')
          .split(':')
          .map(decodeURIComponent);
        const isClient = given[0] === peer.clientId && given[1] === peer.clientSecret;
        const proves =
          hashOf(body.get('code_verifier') ?? '').toString('base64url') === issued?.asked.get('code_challenge');
        if (!isClient) return void json(401, { error: 'invalid_client' });
        if (!issued || !proves || body.get('redirect_uri') !== issued.asked.get('redirect_uri'))
          return void json(400, { error: 'invalid_grant' });
        codes.delete(body.get('code') ?? '');
        if (issued.said.token === 'redirects')
          return void response.writeHead(307, { location: `${peer.issuer}/token` }).end();
        if (issued.said.token === 'floods')
          return void response
            .writeHead(200, { 'content-type': 'application/json' })
            .end(`{"access_token":"${'x'.repeat(3_000_000)}"}`);
        if (issued.said.token === 'waits') return;
        const accessToken = randomBytes(24).toString('base64url');
        tokens.set(accessToken, issued);
        return void json(200, {
          access_token: accessToken,
          token_type: 'Bearer',
          expires_in: 300,
          id_token: await idToken(peer, issued),
        });
      }
      default:
        return void json(404, {});
    }
  }

  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    peer(key) {
      const name = `op-${peers.size}`;
      const codes = new Map<string, Issued>();
      const peer: OidcPeer = {
        issuer: `http://${host}/${name}`,
        clientId: `tare at ${name}`.replaceAll(' ', '-'),
        clientSecret: randomBytes(24).toString('base64url'),
        keys: [key],
        metadata: {},
        exchanges: [],
        answer(address, said) {
          const asked = new URL(address).searchParams;
          const code = randomBytes(24).toString('base64url');
          codes.set(code, { asked, said });
          const back = new URL(asked.get('redirect_uri') ?? '');
          const brought = Object.entries({ code, state: asked.get('state') ?? '', iss: peer.issuer, ...said.brought });
          for (const [parameter, value] of brought) if (value !== undefined) back.searchParams.set(parameter, value);
          return back;
        },
        sign: (claims, by) => signed(peer, claims, by),
      };
      peers.set(name, { peer, codes, tokens: new Map() });
      return peer;
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

function idToken(peer: OidcPeer, { asked, said }: Issued): Promise<string> {
  const seconds = Math.floor(said.now.getTime() / 1000);
  const usual = {
    iss: peer.issuer,
    aud: peer.clientId,
    sub: 'subject-kim',
    nonce: asked.get('nonce') ?? '',
    iat: seconds,
    exp: seconds + 300,
  };
  return signed(peer, { ...usual, ...said.claims }, said.by);
}

async function signed(
  peer: OidcPeer,
  said: Record<string, unknown>,
  by: OidcSaid['by'] = peer.keys[0],
): Promise<string> {
  const claims = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
  const [own] = peer.keys;
  if (by === undefined || own === undefined) throw new Error('a provider without a key');
  if (by === 'none') return new UnsecuredJWT(claims).encode();
  const token = new SignJWT(claims);
  if (typeof by !== 'string') return token.setProtectedHeader({ alg: by.alg, kid: by.kid }).sign(by.privateKey);
  const secret = by === 'clientSecret' ? peer.clientSecret : await exportSPKI(own.publicKey);
  return token.setProtectedHeader({ alg: 'HS256', kid: own.kid }).sign(new TextEncoder().encode(secret));
}
