import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inflateRawSync } from 'node:zlib';
import { posted, samlResponse, usualSaid } from '../saml-idp';
import { signingKeys } from '../saml-keys';
import { idpMetadata } from '../sso';

export interface SamlProvider {
  /** Host and port. */
  host: string;
  metadata: string;
  close(): Promise<void>;
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** An identity provider at an address of its own: its page vouches for whoever presses the button, and its form posts to where the request says. */
export async function samlProvider({ nameId }: { nameId: string }): Promise<SamlProvider> {
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://idp.invalid');
    const given = searchParams.get('SAMLRequest');
    if (given === null) return void response.writeHead(404).end();
    const asked = inflateRawSync(Buffer.from(given, 'base64')).toString('utf8');
    const said = (name: string) => new RegExp(`\\b${name}="([^"]+)"`).exec(asked)?.[1] ?? '';
    const acsUrl = said('AssertionConsumerServiceURL');
    const xml = samlResponse({
      ...usualSaid(new Date()),
      entityId: here.entityId,
      acsUrl,
      recipient: acsUrl,
      audience: /<[\w:]*Issuer[^>]*>([^<]+)</.exec(asked)?.[1] ?? '',
      requestId: said('ID'),
      nameId,
      attributes: { displayName: ['Kim Novak'] },
    });
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(`<!doctype html><html lang="en"><title>Your organization</title><form method="post" action="${escaped(acsUrl)}">
<input type="hidden" name="SAMLResponse" value="${posted(xml)}"><input type="hidden" name="RelayState" value="${escaped(searchParams.get('RelayState') ?? '')}"><button>Sign in as Kim</button></form></html>`);
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const here = { entityId: `http://${host}/entity` };
  return {
    host,
    metadata: idpMetadata({
      entityId: here.entityId,
      endpoint: `http://${host}/sso`,
      keys: [signingKeys.idp.certificate],
    }),
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
