import type { Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServer } from '../../server/platform/http/create-server';
import { otherApp } from '../support/other-app';
import { newOrganisation, newPerson } from '../support/people';
import { publicUrl, testApp, type TestApp } from '../support/test-app';

let app: TestApp;
let server: Server;
let distrustful: Server;

async function listen(one: TestApp): Promise<Server> {
  const listening = createServer(one.app);
  await new Promise<void>((done) => {
    listening.listen(0, '127.0.0.1', done);
  });
  return listening;
}

beforeAll(async () => {
  app = await testApp();
  server = await listen(app);
  // The only proxy that it knows is elsewhere.
  distrustful = await listen(otherApp(app, { config: { trustProxy: '10.1.2.3' } }));
});

afterAll(() => {
  for (const one of [server, distrustful]) {
    one.closeAllConnections();
    one.close();
  }
});

/** Everything that the server says to these bytes until it closes or falls silent. */
function say(text: string, to = server): Promise<{ answer: string; closed: boolean }> {
  return new Promise((done, refuse) => {
    const socket = connect((to.address() as AddressInfo).port, '127.0.0.1', () =>
      socket.write(Buffer.from(text, 'latin1')),
    );
    let answer = '';
    const finish = (closed: boolean) => {
      clearTimeout(silence);
      socket.destroy();
      done({ answer, closed });
    };
    // eslint-disable-next-line tare/no-wall-clock -- that nothing more is said shows in no other way
    let silence = setTimeout(() => finish(false), 5_000);
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
      clearTimeout(silence);
      // eslint-disable-next-line tare/no-wall-clock -- as above
      silence = setTimeout(() => finish(false), 400);
    });
    socket.once('end', () => finish(true));
    socket.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' ? finish(true) : refuse(error),
    );
  });
}

const statusesOf = (answer: string) => [...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].map((match) => Number(match[1]));
const host = 'Host: tare.test\r\n';
const hidden = `GET /healthz HTTP/1.1\r\n${host}\r\n`;

describe('a request that two readers would end at different places', () => {
  const post = (headers: string, body: string) =>
    `POST /rest/v1/auth/login HTTP/1.1\r\n${host}Origin: ${publicUrl}\r\nContent-Type: application/json\r\n${headers}\r\n${body}`;
  // ASVS V4.2.1
  it.each([
    ['length and chunks', post('Content-Length: 5\r\nTransfer-Encoding: chunked\r\n', `0\r\n\r\n${hidden}`)],
    ['chunks and length', post('Transfer-Encoding: chunked\r\nContent-Length: 5\r\n', `0\r\n\r\n${hidden}`)],
    ['two lengths', post('Content-Length: 2\r\nContent-Length: 40\r\n', `{}${hidden}`)],
    ['a list of lengths', post('Content-Length: 2, 40\r\n', `{}${hidden}`)],
    ['a length with a sign', post('Content-Length: +2\r\n', `{}${hidden}`)],
    ['a negative length', post('Content-Length: -2\r\n', `{}${hidden}`)],
    ['an unknown coding', post('Transfer-Encoding: xchunked\r\n', `0\r\n\r\n${hidden}`)],
    ['a coding after chunked', post('Transfer-Encoding: chunked, identity\r\n', `0\r\n\r\n${hidden}`)],
    ['two codings', post('Transfer-Encoding: identity\r\nTransfer-Encoding: xchunked\r\n', `0\r\n\r\n${hidden}`)],
    ['a space before the colon', post('Transfer-Encoding : chunked\r\n', `0\r\n\r\n${hidden}`)],
    ['a vertical tab in the coding', post('Transfer-Encoding: \x0bchunked\r\n', `0\r\n\r\n${hidden}`)],
    ['a folded header', post('Transfer-Encoding:\r\n chunked\r\nContent-Length: 2\r\n', `0\r\n\r\n${hidden}`)],
    ['a chunk with a bad size', post('Transfer-Encoding: chunked\r\n', `0x2\r\n{}\r\n0\r\n\r\n${hidden}`)],
    ['a NUL in a header', post('X-A: a\x00b\r\nContent-Length: 2\r\n', `{}${hidden}`)],
    [
      'a bare line feed in a header',
      post('X-A: a\nTransfer-Encoding: chunked\r\nContent-Length: 2\r\n', `{}${hidden}`),
    ],
    ['no host', `GET /login HTTP/1.1\r\n\r\n${hidden}`],
    ['a header of 100 KB', post(`X-A: ${'a'.repeat(100_000)}\r\n`, hidden)],
  ])('is refused, and nothing after it is answered: %s', async (_name, text) => {
    const { answer, closed } = await say(text);
    const statuses = statusesOf(answer);
    expect([statuses.length <= 1, closed, statuses.every((status) => status >= 400 && status < 500)]).toEqual([
      true,
      true,
      true,
    ]);
    expect(answer).not.toContain('"status":"ok"');
  });

  it('while two good ones in a row are both answered', async () => {
    expect(statusesOf((await say(hidden + hidden)).answer)).toEqual([200, 200]);
  });
});

// ASVS V5.3.2, V5.4.1/2
describe('paths leave no folder', () => {
  it.each([
    '/assets/../../package.json',
    '/assets/..%2f..%2fpackage.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/assets/..\\..\\package.json',
    '/assets/%5c..%5c..%5cpackage.json',
    '/assets//etc/passwd',
    '/assets/%00package.json',
    '/assets/....//....//package.json',
    '/../../etc/passwd',
    '/assets/..;/..;/package.json',
    '/legacy/..%2f..%2fpackage.json',
    '/legacy/%2e%2e/server/main.js',
    '/assets/%c0%ae%c0%ae/package.json',
    '/assets/',
    '/assets',
    '/legacy/',
    '/rest/v1/i18n/..%2f..%2fpackage',
    '/assets/.git/config',
  ])('%s', async (path) => {
    const { answer } = await say(`GET ${path} HTTP/1.1\r\n${host}Connection: close\r\n\r\n`);
    expect([path, statusesOf(answer).every((status) => status === 302 || (status >= 400 && status < 500))]).toEqual([
      path,
      true,
    ]);
    expect(answer).not.toMatch(/"dependencies"|root:|Index of|<pre>|createApp/);
  });
});

describe('what is for nobody outside', () => {
  // ASVS V13.2.4, V13.4.2–5
  it.each([
    '/.git/config',
    '/.env',
    '/package.json',
    '/package-lock.json',
    '/dist/server/main.js',
    '/server/main.ts',
    '/node_modules/express/package.json',
    '/server-status',
    '/server-info',
    '/debug',
    '/debug/pprof',
    '/actuator/env',
    '/phpinfo.php',
    '/admin',
    '/metrics',
    '/console',
    '/.well-known/security',
    '/data/session-secret',
    '/tsconfig.json',
    '/assets/manifest.json',
  ])('GET %s shows nothing', async (path) => {
    const { answer } = await say(`GET ${path} HTTP/1.1\r\n${host}Accept: */*\r\nConnection: close\r\n\r\n`);
    expect([path, statusesOf(answer).every((status) => status === 302 || status === 404)]).toEqual([path, true]);
  });

  // ASVS V13.2.4, V13.4.2–5
  it.each(['TRACE', 'TRACK', 'CONNECT', 'DEBUG', 'PROPFIND'])('%s gives nothing back', async (method) => {
    const { answer } = await say(
      `${method} /login HTTP/1.1\r\n${host}X-Planted: echo-me\r\nCookie: a=secret-cookie\r\nConnection: close\r\n\r\n`,
    );
    expect(statusesOf(answer).every((status) => status >= 400 && status < 500)).toBe(true);
    expect(answer).not.toMatch(/echo-me|secret-cookie/);
  });
});

describe('headers of proxies', () => {
  const failedSignIn = async (to: Server, forwarded: string) => {
    const { login, userId } = await newPerson(app, { organisationId: await newOrganisation(app) });
    const body = JSON.stringify({ username: login, password: 'wrong' });
    await say(
      `POST /rest/v1/auth/login HTTP/1.1\r\n${host}Origin: ${publicUrl}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n${forwarded}\r\n${body}`,
      to,
    );
    const row = await app.db
      .selectFrom('audit_log')
      .select('ip')
      .where('entity', '=', 'user')
      .where('entity_id', '=', String(userId))
      .where('action', '=', 'session.refuse')
      .executeTakeFirstOrThrow();
    return row.ip;
  };

  // ASVS V4.1.3
  it('from an untrusted peer say nothing about who is there', async () => {
    const forwarded =
      'X-Forwarded-For: 203.0.113.9\r\nForwarded: for=203.0.113.9\r\nX-Real-IP: 203.0.113.9\r\nX-Client-IP: 203.0.113.9\r\nTrue-Client-IP: 203.0.113.9\r\n';
    expect(await failedSignIn(distrustful, forwarded)).toMatch(/127\.0\.0\.1$/);
  });

  // ASVS V15.3.1–4, .6, .7
  it('from our proxy name the visitor as the proxy saw them, whatever the visitor put before', async () => {
    expect(await failedSignIn(server, 'X-Forwarded-For: 198.51.100.1, 203.0.113.9\r\n')).toBe('203.0.113.9');
  });
});
