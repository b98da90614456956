import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withOwnClock, type ClockedApp } from '../../../../tests/support/other-app';
import { browser } from '../../../../tests/support/people';
import { testApp, testNow } from '../../../../tests/support/test-app';
import { createOutbound } from '../../../platform/outbound/outbound';
import { smsChannel } from './sms-channel';

let app: ClockedApp;
let baseUrl: string;
let status = 201;
const taken: {
  url?: string | undefined;
  authorization?: string | undefined;
  type?: string | undefined;
  body: Record<string, string>;
}[] = [];

/** Stands in for the Messages API. */
const server = createServer((request: IncomingMessage, response) => {
  const pieces: Buffer[] = [];
  request.on('data', (piece: Buffer) => pieces.push(piece));
  request.on('end', () => {
    const { authorization, 'content-type': type } = request.headers;
    taken.push({
      url: request.url,
      authorization,
      type,
      body: Object.fromEntries(new URLSearchParams(Buffer.concat(pieces).toString('utf8'))),
    });
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(
        JSON.stringify(
          status === 201
            ? { sid: 'SM1', status: 'queued' }
            : { code: 21211, message: `${taken.at(-1)?.body.To} is not a number` },
        ),
      );
  });
});

beforeAll(async () => {
  app = withOwnClock(await testApp());
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  status = 201;
  taken.length = 0;
  app.clock.set(testNow);
});
afterAll(
  () =>
    new Promise((closed) => {
      server.close(closed);
    }),
);

const accountSid = `AC${'0'.repeat(32)}`;
/** The database has other tests' messages too. */
const takenFor = (to: string) => taken.filter(({ body }) => body.To === to);
let numbers = 0;
const nextNumber = () => `+4930${String(1_000_000 + (numbers += 1))}`;
const post = (to: string) =>
  app.db.transaction().execute((trx) =>
    app.resources.outbox.post(trx, smsChannel, {
      key: to,
      payload: { to, text: 'Grüße & 123456' },
      now: app.clock.now(),
    }),
  );
const rowOf = (to: string) => app.db.selectFrom('outbox').selectAll().where('target', '=', to).executeTakeFirst();
const runDue = () =>
  app.resources.outbox.runDue({
    ...app.resources,
    outbound: createOutbound({ allow: [new URL(baseUrl).host] }),
    config: {
      ...app.resources.config,
      sms: { accountSid, authToken: 'a secret of the test', from: '+15005550006', baseUrl },
    },
  });

describe('a text message', () => {
  it('goes to the account’s messages, once', async () => {
    const to = nextNumber();
    await post(to);
    await runDue();
    await runDue();
    expect(takenFor(to)).toEqual([
      {
        url: `/2010-04-01/Accounts/${accountSid}/Messages.json`,
        type: 'application/x-www-form-urlencoded',
        authorization: `Basic ${Buffer.from(`${accountSid}:a secret of the test`).toString('base64')}`,
        body: { To: to, From: '+15005550006', Body: 'Grüße & 123456' },
      },
    ]);
    expect(await rowOf(to)).toMatchObject({ state: 'sent' });
  });

  it('that is refused for good is not tried again', async () => {
    const to = nextNumber();
    status = 400;
    await post(to);
    await runDue();
    app.clock.set(new Date(Date.parse(testNow) + 60_000));
    await runDue();
    expect([takenFor(to).length, (await rowOf(to))?.state]).toEqual([1, undefined]);
  });

  it.each([429, 500])('that is answered %i waits and goes out later', async (answer) => {
    const to = nextNumber();
    status = answer;
    await post(to);
    await runDue();
    expect(await rowOf(to)).toMatchObject({
      state: 'waiting',
      attempts: 1,
      last_error: `the text service answered ${answer}`,
    });
    status = 201;
    app.clock.set(new Date(Date.parse(testNow) + 60_000));
    await runDue();
    expect([takenFor(to).length, (await rowOf(to))?.state]).toEqual([2, 'sent']);
  });

  it('without an account waits, and is shown to the developer', async () => {
    const to = nextNumber();
    await post(to);
    await app.resources.outbox.runDue(app.resources);
    expect(await rowOf(to)).toMatchObject({ state: 'waiting', attempts: 0 });
    const { body } = await browser(app)
      .get('/dev/outbox')
      .unset('X-Forwarded-For')
      .query({ to })
      .set('Accept', 'application/json');
    expect(body).toEqual([expect.objectContaining({ channel: 'sms', to, text: 'Grüße & 123456' })]);
  });
});
