import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, beforeAll, expect, it } from 'vitest';
import { createPool } from '../../server/platform/db/database';
import { otherApp } from '../support/other-app';
import { browser } from '../support/people';
import { testApp, type TestApp } from '../support/test-app';

let app: TestApp;

beforeAll(async () => {
  app = await testApp();
});

describe('in production', () => {
  // ASVS V13.2.4, V13.4.2–5
  it('the outbox of mails that were not sent is nowhere', async () => {
    expect((await browser(app).get('/dev/outbox').set('X-Forwarded-For', '127.0.0.1')).status).toBe(200);
    const production = otherApp(app, { config: { production: true } });
    for (const accept of ['text/html', 'application/json'])
      expect(
        (await browser(production).get('/dev/outbox').set('X-Forwarded-For', '127.0.0.1').set('Accept', accept)).status,
      ).toBe(404);
    expect((await browser(production).get('/rest/v1/openapi.json')).text).not.toContain('outbox');
  });
});

describe('the outbox of mails that were not sent', () => {
  it.each(['203.0.113.5', '127.0.0.1, 203.0.113.5'])(
    'is nowhere for whoever comes through a proxy as %s, trusted or not',
    async (forwarded) => {
      for (const trustProxy of [0, 1]) {
        const reached = otherApp(app, { config: { trustProxy } });
        for (const accept of ['text/html', 'application/json']) {
          const answer = await browser(reached)
            .get('/dev/outbox')
            .set('Accept', accept)
            .set('X-Forwarded-For', forwarded);
          expect([trustProxy, answer.status]).toEqual([trustProxy, 404]);
        }
        expect((await browser(reached).get('/dev/outbox').set('X-Forwarded-For', '127.0.0.1')).status).toBe(200);
      }
    },
  );
});

describe('what nobody expected', () => {
  const broken = () =>
    otherApp(app, {
      database: {
        ...app.resources.database,
        db: new Proxy(app.db, {
          get: () => {
            throw new Error('planted detail of the inside');
          },
        }),
      },
    });

  // ASVS V16.5.1–3
  // Trap: Express shows stacks, and breaks on a broken escape
  it('shows nothing but its id, on a page and to a call', async () => {
    const agent = browser(broken());
    const answers = [
      await agent.get('/password-reset?token=x').set('Accept', 'text/html'),
      await agent.post('/rest/v1/auth/login').send({ username: 'a', password: 'b' }),
    ];
    for (const { status, text } of answers) {
      expect(status).toBe(500);
      expect(text).not.toMatch(/planted|\n\s+at |node_modules|\.ts:|\.js:\d/);
      expect(text).toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/);
    }
  });

  // Trap: Express shows stacks, and breaks on a broken escape
  it('of an escape that is broken is a page that says so, not a stack', async () => {
    for (const path of ['/imports/%E0%A4%A', '/rest/v1/i18n/%E0%A4%A', '/rest/v1/sites/%']) {
      const answer = await browser(app).get(path).set('Accept', 'text/html');
      expect([path, answer.status]).toEqual([path, 400]);
      expect(answer.text).not.toMatch(/URIError|\n\s+at /);
    }
  });
});

// Trap: the pg pool ends the process
it('a database connection that dies while it is idle does not take the process along', async () => {
  const heard: Error[] = [];
  const pool = createPool({
    connection: { connectionString: 'postgres://nobody@127.0.0.1:1/none' },
    size: 1,
    onError: (error) => heard.push(error),
  });
  pool.emit('error', new Error('terminating connection due to administrator command'), {} as never);
  expect(heard.map(({ message }) => message)).toEqual(['terminating connection due to administrator command']);
  await pool.end();
});

describe('in the browser', () => {
  const sources = (folder: string): string[] =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
      .map((file) => join(folder, file));

  // ASVS V14.2.1, V14.3.1–3
  it('no script keeps anything: no storage, no database, no cookie of its own', () => {
    const files = ['client', 'legacy', 'views'].flatMap(sources);
    expect(files.length).toBeGreaterThan(100);
    const keeping =
      /\b(localStorage|sessionStorage|indexedDB|document\.cookie|navigator\.serviceWorker|caches\.open)\b/;
    // Who asks for push messages registers the worker that shows them; it keeps no page and answers no request. Of a form its id, that of
    // its field, and a scroll position, which the next page takes away before anything else. Of passkeys: whether this browser could
    // make one, and that nobody wants to be asked for one here again. Of the keys of a page: that they are turned off. A tracker is a
    // device and no person's browser: it keeps its key, its menu and what it has not sent, and a worker that answers for its own page alone.
    expect(files.filter((file) => keeping.test(readFileSync(file, 'utf8')))).toEqual([
      'client/alerts/alert-list.island.tsx',
      'client/identity/passkey-prompt.island.tsx',
      'client/machine-vision/shortcuts.island.tsx',
      'client/runtime/keep-focus.ts',
      'client/runtime/passkey-offer.ts',
      'client/tracker/offline.ts',
      'client/tracker/store.ts',
      'client/tracker/tracker-service-worker.ts',
    ]);
  });

  it('no script reads text as a program or as HTML', () => {
    const running = /\b(eval\(|new Function\(|innerHTML|outerHTML|insertAdjacentHTML|document\.write)/;
    expect(['client', 'legacy'].flatMap(sources).filter((file) => running.test(readFileSync(file, 'utf8')))).toEqual(
      [],
    );
  });
});

// ASVS V11.4.2, V11.5.1
it('nothing that has to be secret is made by Math.random', () => {
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter(
    (file) => /(?<!\.test)\.tsx?$/.test(file) && readFileSync(join('server', file), 'utf8').includes('Math.random'),
  );
  // A password that nobody may know, and the name of a socket in memory: neither opens anything.
  expect(files.sort()).toEqual(['identity/core/secrets/password-hash.ts', 'platform/db/embedded.ts']);
});
