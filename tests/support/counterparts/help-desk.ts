import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jwtVerify } from 'jose';

export interface HelpDesk {
  url: string;
  /** What it made of each hand-off: where it led on, or why it did not. */
  handOffs: string[];
  close(): Promise<void>;
}

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const piece of request) text += String(piece);
  return new URLSearchParams(text);
}

/** A help desk at an address of its own, which takes hand-offs as Zendesk documents it: posted, HS256, issued within three minutes, each once. */
export async function helpDesk({ secret }: { secret: string }): Promise<HelpDesk> {
  const [seen, handOffs] = [new Set<string>(), [] as string[]];
  const key = new TextEncoder().encode(secret);

  async function greet(request: IncomingMessage): Promise<string> {
    const form = await formOf(request);
    const { payload } = await jwtVerify<{ email: string; name: string }>(form.get('jwt') ?? '', key, {
      algorithms: ['HS256'],
      maxTokenAge: '3 min',
      clockTolerance: '3 min',
      requiredClaims: ['jti', 'email', 'name'],
    });
    if (seen.has(payload.jti ?? '')) throw new Error('this token was used before');
    seen.add(payload.jti ?? '');
    handOffs.push(`${payload.email} → ${form.get('return_to') ?? '/'}`);
    return payload.name;
  }

  const page = (title: string) =>
    `<!doctype html><html lang="en"><title>Help desk</title><h1>${title.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)}</h1></html>`;
  const server = createServer((request, response) => {
    const answer = (status: number, title: string) =>
      response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(page(title));
    if (request.method !== 'POST' || request.url !== '/access/jwt') return void answer(404, 'Nothing here');
    greet(request).then(
      (name) => answer(200, `Hello ${name}`),
      (error: Error) => {
        handOffs.push(error.message);
        answer(403, 'You could not be signed in');
      },
    );
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    handOffs,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
