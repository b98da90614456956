import { createECDH, createPublicKey, randomBytes, randomUUID, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decrypt } from 'http_ece';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { otherApp } from '../../../tests/support/other-app';
import { browser, newOrganisation, signedInAs } from '../../../tests/support/people';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import { createOutbound } from '../../platform/outbound/outbound';
import { pushChannel } from './push-channel';
import { mostSubscriptions } from './web-push.service';
import { postPush, type PushPosting } from './';

interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

let app: TestApp;
let organisationId: number;
let service: string;
let answering = 201;
const received: Received[] = [];

/** A push service: it keeps what it is given, and answers as it is told. */
const server = createServer((request, response) => {
  const pieces: Buffer[] = [];
  request
    .on('data', (piece: Buffer) => pieces.push(piece))
    .on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(pieces) });
      response.writeHead(answering).end();
    });
});

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  service = `http://${host}`;
  const plain = await testApp();
  app = otherApp({ ...plain, resources: { ...plain.resources, outbound: createOutbound({ allow: [host] }) } }, {});
  organisationId = await newOrganisation(app);
});
afterAll(() => {
  server.close();
});
beforeEach(() => {
  answering = 201;
  received.length = 0;
});

/** A browser's half: its keys, and how it reads a message. */
function device() {
  const path = `/${randomUUID()}`;
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  const auth = randomBytes(16).toString('base64url');
  const subscription = {
    endpoint: `${service}${path}`,
    expirationTime: null,
    keys: { p256dh: keys.getPublicKey('base64url'), auth },
  };
  const read = (body: Buffer) =>
    JSON.parse(decrypt(body, { version: 'aes128gcm', privateKey: keys, authSecret: auth }).toString()) as Record<
      string,
      string
    >;
  return { path, subscription, read };
}

type Agent = Awaited<ReturnType<typeof signedInAs>>;
const add = (agent: Agent, { subscription }: Pick<ReturnType<typeof device>, 'subscription'>) =>
  agent.put('/rest/v1/push/subscriptions').send(subscription);

const post = (userId: number, wish: Partial<PushPosting> = {}) =>
  app.db.transaction().execute((trx) =>
    postPush(trx, app.resources.outbox, {
      userId,
      organisationId,
      key: randomUUID(),
      title: 'Too much bread',
      body: '12 kg at Grüner Markt',
      url: '/events/7',
      now: app.clock.now(),
      ...wish,
    }),
  );
const deliver = () => app.resources.outbox.runDue(app.resources);
const to = (path: string) => received.filter((one) => one.path === path);
const subscriptionsOf = async (userId: number) =>
  (
    await app.db
      .selectFrom('push_subscription')
      .select('endpoint')
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute()
  ).map(({ endpoint }) => endpoint);
const itemsOf = (ownId: number) =>
  app.db
    .selectFrom('outbox')
    .select(['state', 'attempts', 'last_error'])
    .where('channel', '=', pushChannel.name)
    .where('organisation_id', '=', ownId)
    .execute();

describe('a message', () => {
  it('arrives at an RFC 8291 receiver that decrypts it, in each of the person’s browsers, once', async () => {
    const agent = await signedInAs(app, { organisationId });
    const { userId } = agent.person;
    const [phone, laptop, strange] = [device(), device(), device()];
    for (const one of [phone, laptop]) expect((await add(agent, one)).status).toBe(204);
    await add(await signedInAs(app, { organisationId }), strange);
    const key = randomUUID();
    expect([await post(userId, { key }), await post(userId, { key })]).toEqual([2, 0]);
    await deliver();
    for (const { path, read } of [phone, laptop]) {
      expect(to(path).map(({ body }) => read(body))).toEqual([
        { title: 'Too much bread', body: '12 kg at Grüner Markt', url: '/events/7', tag: expect.any(String) },
      ]);
      expect(to(path)[0]?.body.includes('bread')).toBe(false);
      expect(to(path)[0]?.headers).toMatchObject({
        'content-encoding': 'aes128gcm',
        ttl: '86400',
        urgency: 'high',
        topic: expect.stringMatching(/^[\da-f]{32}$/),
      });
    }
    expect(to(strange.path)).toEqual([]);
  });

  it('is signed with the key that browsers subscribe for, for this push service', async () => {
    const agent = await signedInAs(app, { organisationId });
    const phone = device();
    await add(agent, phone);
    const { publicKey } = (await agent.get('/rest/v1/push/key')).body as { publicKey: string };
    expect((await agent.get('/rest/v1/push/key')).body).toEqual({ publicKey });
    await post(agent.person.userId);
    await deliver();
    const [, token = '', key] =
      /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(to(phone.path)[0]?.headers.authorization ?? '') ?? [];
    const [head = '', claims = '', signature = ''] = token.split('.');
    const point = Buffer.from(publicKey, 'base64url');
    const jwk = {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    };
    expect(key).toBe(publicKey);
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      aud: service,
      sub: 'mailto:no-reply@tare.test',
    });
    expect(
      verify(
        'sha256',
        Buffer.from(`${head}.${claims}`),
        { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
        Buffer.from(signature, 'base64url'),
      ),
    ).toBe(true);
  });

  it.each([404, 410])('that is answered %i takes the browser off the list', async (status) => {
    const agent = await signedInAs(app, { organisationId });
    const [old, kept] = [device(), device()];
    await add(agent, old);
    await post(agent.person.userId);
    answering = status;
    await deliver();
    expect(to(old.path)).toHaveLength(1);
    expect(await subscriptionsOf(agent.person.userId)).toEqual([]);
    answering = 201;
    await add(agent, kept);
    expect(await post(agent.person.userId)).toBe(1);
  });

  it('that is answered 503 is tried again later, and its row names no address', async () => {
    const own = await newOrganisation(app);
    const agent = await signedInAs(app, { organisationId: own });
    const phone = device();
    await add(agent, phone);
    await post(agent.person.userId, { organisationId: own });
    answering = 503;
    await deliver();
    expect(await itemsOf(own)).toEqual([
      { state: 'waiting', attempts: 1, last_error: 'the push service answered 503' },
    ]);
    expect(await subscriptionsOf(agent.person.userId)).toHaveLength(1);
  });

  it.each(['switched off', 'out of the organization'])('does not go to somebody who is %s by then', async (how) => {
    const agent = await signedInAs(app, { organisationId });
    const { userId } = agent.person;
    const phone = device();
    await add(agent, phone);
    await post(userId);
    if (how === 'switched off')
      await app.db.updateTable('identity.user').set({ status: 'I' }).where('id', '=', userId).execute();
    else await app.db.updateTable('identity.membership').set({ status: 'I' }).where('user_id', '=', userId).execute();
    await deliver();
    expect(to(phone.path)).toEqual([]);
  });

  it('opens a path of our own origin, or is not posted', async () => {
    const agent = await signedInAs(app, { organisationId });
    await add(agent, device());
    await expect(post(agent.person.userId, { url: 'https://elsewhere.test/' })).rejects.toThrow('own origin');
  });
});

describe('a browser', () => {
  it('belongs to whoever asked in it last', async () => {
    const [first, second] = [await signedInAs(app, { organisationId }), await signedInAs(app, { organisationId })];
    const shared = device();
    for (const agent of [first, first, second]) expect((await add(agent, shared)).status).toBe(204);
    expect([await subscriptionsOf(first.person.userId), await subscriptionsOf(second.person.userId)]).toEqual([
      [],
      [shared.subscription.endpoint],
    ]);
  });

  it('is left out again by its own person alone', async () => {
    const [own, other] = [await signedInAs(app, { organisationId }), await signedInAs(app, { organisationId })];
    const phone = device();
    await add(own, phone);
    const remove = (agent: Agent) =>
      agent.post('/rest/v1/push/subscriptions/remove').send({ endpoint: phone.subscription.endpoint });
    expect((await remove(other)).status).toBe(204);
    expect(await subscriptionsOf(own.person.userId)).toHaveLength(1);
    expect([(await remove(own)).status, (await remove(own)).status]).toEqual([204, 204]);
    expect(await subscriptionsOf(own.person.userId)).toEqual([]);
  });

  it('is one of ten; the oldest makes room', async () => {
    const agent = await signedInAs(app, { organisationId });
    const devices = Array.from({ length: mostSubscriptions + 1 }, () => device());
    for (const one of devices) await add(agent, one);
    expect(await subscriptionsOf(agent.person.userId)).toEqual(
      devices.slice(1).map(({ subscription }) => subscription.endpoint),
    );
  });

  it('is taken once when it asks twice at the same time', async () => {
    const agent = await signedInAs(app, { organisationId });
    const phone = device();
    const answers = await Promise.all([add(agent, phone), add(agent, phone)]);
    expect(answers.map(({ status }) => status)).toEqual([204, 204]);
    expect(await subscriptionsOf(agent.person.userId)).toHaveLength(1);
  });

  // Attack: SSRF
  it.each([
    ['a private address', 'https://10.0.0.7/push', 422],
    ['the metadata address', 'https://169.254.169.254/latest', 422],
    ['loopback in another spelling', 'https://2130706433/push', 422],
    ['no TLS', 'http://push.example.org/x', 422],
    ['a name and a password', 'https://kim:secret@push.example.org/x', 422],
    ['another scheme', 'ftp://push.example.org/x', 400],
    ['1,025 characters', `https://push.example.org/${'x'.repeat(1_000)}`, 400],
    ['a control character', 'https://push.example.org/\u0000', 400],
  ])('with %s for an address is refused', async (_what, endpoint, status) => {
    const agent = await signedInAs(app, { organisationId });
    const answer = await add(agent, { subscription: { ...device().subscription, endpoint } });
    expect([answer.status, answer.body.fields?.[0]?.field]).toEqual([status, 'endpoint']);
    expect(await subscriptionsOf(agent.person.userId)).toEqual([]);
  });

  it.each([
    [
      'a point off the curve',
      { p256dh: Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString('base64url') },
      422,
    ],
    ['a short key', { p256dh: 'BAAA' }, 400],
    ['a short secret', { auth: 'AAAA' }, 400],
  ])('with %s is refused', async (_what, keys, status) => {
    const agent = await signedInAs(app, { organisationId });
    const { subscription } = device();
    expect(
      (await add(agent, { subscription: { ...subscription, keys: { ...subscription.keys, ...keys } } })).status,
    ).toBe(status);
  });
});

it('the service worker stands at the root, is asked for anew each time and keeps no page', async () => {
  const { status, headers, text } = await browser(app).get('/service-worker.js');
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([
    200,
    'text/javascript; charset=utf-8',
    'no-cache',
  ]);
  expect(headers['content-security-policy']).toContain("script-src 'self'");
  expect(text).toContain('notificationclick');
  expect(text).not.toMatch(/caches|"fetch"/);
});
