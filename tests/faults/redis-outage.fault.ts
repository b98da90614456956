import { readdirSync } from 'node:fs';
import { sql } from 'kysely';
import { createClient } from 'redis';
import { startProxy } from '../support/counterparts/proxy';
import type { TareProcess } from '../support/counterparts/tare-process';
import { ask } from '../support/counterparts/visitor';
import type { Fault, Finding } from './fault';
import { asPerson, batch, isFine, notAway, same, statusOf, sweep, untilRight, within } from './outage/asking';
import { inHouse, password, type House } from './outage/house';

const backMs = 2_000;

interface Visit {
  house: House;
  tare: TareProcess;
  cookie: string;
}

async function visit(
  { env, events }: { env?: (house: House) => Promise<Record<string, string>>; events?: number },
  work: (visit: Visit) => Promise<Finding[]>,
): Promise<Finding[]> {
  return inHouse(
    async (house) => {
      const tare = await house.start({ env: { RATE_LIMITS: 'on', ...(await env?.(house)) } });
      return work({ house, tare, cookie: await house.signIn(tare.url) });
    },
    { events },
  );
}

const home = ({ tare, cookie }: Visit) => asPerson(tare.url, '/home', cookie);
const readyz = ({ tare }: Visit) => ({ url: `${tare.url}/readyz` });

/** What still works, and what must not, while Redis is away. */
async function aroundIt({ house, tare }: Visit, what: string): Promise<Finding[]> {
  const asset = readdirSync('dist/client/assets')[0] ?? '';
  const paths = ['/healthz', `/assets/${asset}`, '/favicon.svg', '/robots.txt', '/login'];
  const served = await Promise.all(paths.map((path) => statusOf({ url: `${tare.url}${path}` })));
  const device = await ask(batch(tare.url, house.deviceKey));
  const ready = await ask({ url: `${tare.url}/readyz`, timeoutMs: 5_000 });
  const refused = await house.signIn(tare.url).then(
    () => 'let in',
    (error: Error) => (/gave 503/.test(error.message) ? '503' : error.message.slice(0, 100)),
  );
  return [
    same(`${what}: process, assets, icon and sign-in form`, served.join(' '), paths.map(() => 200).join(' ')),
    same(`${what}: a scale's batch, which needs no Redis`, device.status, 200),
    same(`${what}: readyz`, ready.status, 503),
    same(`${what}: signing in, which counts its tries in Redis`, refused, '503'),
  ];
}

async function back(visit: Visit, what: string): Promise<Finding[]> {
  const [page, ready] = await Promise.all([untilRight(home(visit), isFine), untilRight(readyz(visit), isFine)]);
  return [within(`${what}: signed in as before and ready after its return`, Math.max(page, ready), backMs)];
}

async function stopped(visit: Visit, signal: NodeJS.Signals, what: string): Promise<Finding[]> {
  const {
    house: { redis },
    tare,
    cookie,
  } = visit;
  // The append-only file is written every second.
  await new Promise((later) => setTimeout(later, 1_100));
  await redis.stop(signal);
  const findings = [...(await sweep(tare.url, cookie, what)), ...(await aroundIt(visit, what))];
  await redis.start();
  return [...findings, ...(await back(visit, what))];
}

async function frozen(visit: Visit): Promise<Finding[]> {
  const {
    house: { redis },
    tare,
    cookie,
  } = visit;
  redis.freeze();
  const findings = [...(await sweep(tare.url, cookie, 'Redis frozen')), ...(await aroundIt(visit, 'Redis frozen'))];
  redis.thaw();
  return [...findings, ...(await back(visit, 'Redis frozen'))];
}

async function flushed(visit: Visit): Promise<Finding[]> {
  const { house, tare } = visit;
  const rows = () =>
    house.look(
      async (db) =>
        (
          await sql<{
            n: number;
          }>`select (select count(*) from waste_event) + (select count(*) from audit_log) + (select count(*) from location_week) as n`.execute(
            db,
          )
        ).rows[0]?.n ?? 0,
    );
  const before = await rows();
  const client = await createClient({ url: house.redis.url }).connect();
  await client.flushAll();
  client.destroy();
  const page = await ask(home(visit));
  const cookie = await house.signIn(tare.url);
  const again = await statusOf(asPerson(tare.url, '/home', cookie));
  return [
    same('Redis flushed: a page leads to', `${page.status} ${page.headers.location ?? ''}`, '302 /login'),
    same('Redis flushed: after signing in again', again, 200),
    same(
      'Redis flushed: rows of events, audit and weeks',
      (await rows()) >= before ? 'all there' : 'fewer',
      'all there',
    ),
  ];
}

/** Wrong passwords from one address: however Redis blinks, none of them gets more tries than the limit allows. */
async function guessing({ house, tare }: Visit): Promise<Finding[]> {
  const guess = () =>
    ask({ url: `${tare.url}/login`, headers: { accept: 'text/html' } }).then(async (form) => {
      const token = /name="_csrf" value="([^"]+)"/.exec(form.text)?.[1] ?? '';
      const cookie = (form.headers['set-cookie'] ?? []).map((one) => one.split(';')[0]).join('; ');
      const body = new URLSearchParams({ _csrf: token, username: house.login, password: `not ${password}` }).toString();
      return ask({
        url: `${tare.url}/login`,
        method: 'POST',
        body,
        headers: {
          accept: 'text/html',
          'content-type': 'application/x-www-form-urlencoded',
          origin: tare.url,
          'sec-fetch-site': 'same-origin',
          cookie,
        },
      });
    });
  await house.redis.stop();
  const answers = await Promise.all(Array.from({ length: 5 }, guess));
  await house.redis.start();
  const checked = answers.filter(({ status }) => status !== 503).length;
  return [same('Redis stopped: passwords that were looked at', checked, 0)];
}

async function slow({ house, tare, cookie }: Visit, proxy: Awaited<ReturnType<typeof startProxy>>): Promise<Finding[]> {
  const page = asPerson(tare.url, '/home', cookie);
  proxy.delayMs = 100;
  const patient = await ask(page);
  proxy.delayMs = 2_000;
  const findings = await sweep(tare.url, cookie, 'Redis 2 s away');
  proxy.delayMs = 0;
  const returned = await untilRight(page, isFine);
  proxy.vanish();
  const lost = await ask(page);
  const found = await untilRight(page, isFine);
  const { delayed, answer } = await sleeping(house, page);
  return [
    same('Redis 100 ms away: a page', patient.status, 200),
    ...findings,
    within('Redis 2 s away: signed in as before after its return', returned, backMs),
    same(
      'Redis vanished behind an open connection: a page',
      notAway(lost, 'page') ?? `503 in ${Math.round(lost.ms) <= 1_000 ? 'time' : `${Math.round(lost.ms)} ms`}`,
      '503 in time',
    ),
    within('Redis vanished behind an open connection: on a new one after', found, backMs),
    same('Redis busy for 3 s: a page', answer, '503 in time'),
    within('Redis busy for 3 s: signed in as before after its return', delayed, backMs),
  ];
}

/** Redis works through one script and answers nobody else. */
async function sleeping(
  { redis }: House,
  page: Parameters<typeof ask>[0],
): Promise<{ delayed: number; answer: string }> {
  const client = await createClient({ url: redis.url, commandOptions: { timeout: 10_000 } }).connect();
  const busy = client.eval(
    "local t = redis.call('time')[1] + 3; while tonumber(redis.call('time')[1]) < t do end return 1",
  );
  await new Promise((later) => setTimeout(later, 100));
  const away = await ask(page);
  await busy;
  client.destroy();
  return {
    delayed: await untilRight(page, isFine),
    answer: notAway(away, 'page') ?? `503 in ${away.ms <= 1_000 ? 'time' : `${Math.round(away.ms)} ms`}`,
  };
}

// ASVS V16.5.1–3
// Trap: the session middleware hangs when Redis is away
export const redisOutage: Fault = {
  name: 'redis-outage',
  quick: true,
  needs: ['postgres', 'redis'],
  run: (say) =>
    visit({}, async (one) => {
      say('signed in');
      const findings = [
        ...(await stopped(one, 'SIGTERM', 'Redis stopped')),
        ...(await frozen(one)),
        ...(await flushed(one)),
      ];
      return [...findings, same('Redis: the process lives', one.tare.child.exitCode ?? 'yes', 'yes')];
    }),
};

export const redisSlow: Fault = {
  name: 'redis-slow',
  quick: false,
  needs: ['postgres', 'redis'],
  async run() {
    let proxy: Awaited<ReturnType<typeof startProxy>> | undefined;
    try {
      return await visit(
        {
          env: async ({ redis }) => {
            proxy = await startProxy(redis.port);
            return { REDIS_URL: `redis://127.0.0.1:${proxy.port}` };
          },
        },
        async (one) => [
          ...(await slow(one, proxy!)),
          ...(await stopped(one, 'SIGKILL', 'Redis killed')),
          ...(await guessing(one)),
        ],
      );
    } finally {
      await proxy?.close();
    }
  },
};
