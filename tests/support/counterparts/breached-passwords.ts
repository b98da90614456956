import { createHash } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface BreachedPasswordsService {
  url: string;
  host: string;
  /** Passwords that it knows. */
  known: Set<string>;
  /** What was asked, the newest last. */
  asked: { path: string; headers: IncomingHttpHeaders }[];
  /** Answers only this status, while it is set. */
  fails: number | null;
  close(): Promise<void>;
}

const digestOf = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase();
const filling = Array.from({ length: 20 }, (_, at) => `${digestOf(`filling ${at}`).slice(5)}:0`);

/** Stands in for the range search of Pwned Passwords, with its filling. */
export async function breachedPasswordsService(): Promise<BreachedPasswordsService> {
  const server = createServer((request, response) => {
    here.asked.push({ path: request.url ?? '', headers: request.headers });
    if (here.fails !== null) return response.writeHead(here.fails).end();
    const prefix = /^\/range\/([\dA-F]{5})$/.exec(request.url ?? '')?.[1];
    if (prefix === undefined) return response.writeHead(400).end();
    const found = [...here.known]
      .map(digestOf)
      .filter((digest) => digest.startsWith(prefix))
      .map((digest) => `${digest.slice(5)}:42`);
    return response.writeHead(200, { 'content-type': 'text/plain' }).end([...filling, ...found].sort().join('\r\n'));
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const here: BreachedPasswordsService = {
    url: `http://${host}`,
    host,
    known: new Set(),
    asked: [],
    fails: null,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
  return here;
}
