import { sql } from 'kysely';
import pg from 'pg';
import type { TareProcess } from '../support/counterparts/tare-process';
import { ask, pace, percentile, type Answer, type Asked } from '../support/counterparts/visitor';
import type { Fault, Finding } from './fault';
import { asPerson, batch, isFine, same, statusOf, sweep, untilRight, within } from './outage/asking';
import { openHouse, type House } from './outage/house';

const backMs = 5_000;

/** One keeps its web sessions in Redis, the other in PostgreSQL. */
interface Node {
  tare: TareProcess;
  cookie: string;
  title: string;
}

async function openNodes(house: House): Promise<Node[]> {
  const nodes: Node[] = [];
  for (const [title, env] of [
    ['sessions in Redis', {}],
    ['sessions in PostgreSQL', { REDIS_URL: '' }],
  ] as const) {
    const tare = await house.start({ env });
    nodes.push({ tare, cookie: await house.signIn(tare.url), title });
  }
  return nodes;
}

/** Everybody signed in sees pages again, and may be sent work. */
async function back(nodes: Node[], what: string): Promise<Finding[]> {
  const waits = await Promise.all(
    nodes.flatMap(({ tare, cookie }) => [
      untilRight(asPerson(tare.url, '/home', cookie), isFine),
      untilRight({ url: `${tare.url}/readyz` }, isFine),
    ]),
  );
  return [within(`${what}: signed in as before and ready after its return`, Math.max(...waits), backMs)];
}

async function stopped(house: House, nodes: Node[], how: 'stopped' | 'killed'): Promise<Finding[]> {
  const what = `PostgreSQL ${how}`;
  if (how === 'stopped') house.postgres.stop('fast');
  else house.postgres.kill();
  const findings: Finding[] = [];
  for (const { tare, cookie, title } of nodes) {
    findings.push(...(await sweep(tare.url, cookie, `${what}, ${title}`)));
    const [alive, ready] = await Promise.all([
      statusOf({ url: `${tare.url}/healthz` }),
      statusOf({ url: `${tare.url}/readyz` }),
    ]);
    findings.push(same(`${what}, ${title}: healthz and readyz`, `${alive} ${ready}`, '200 503'));
  }
  await new Promise((later) => setTimeout(later, how === 'stopped' ? 3_000 : 500));
  house.postgres.start();
  return [...findings, ...(await back(nodes, what))];
}

/** A restart, a kill and a broken export while people work. */
async function underLoad(house: House, nodes: Node[], say: (line: string) => void): Promise<Finding[]> {
  const acknowledged: number[] = [];
  const next = (at: number): Asked => {
    const { tare, cookie } = nodes[at % nodes.length]!;
    return at % 4 < 2
      ? batch(tare.url, house.deviceKey)
      : asPerson(tare.url, at % 4 === 2 ? '/home' : '/rest/v1/waste-events?limit=10', cookie);
  };
  let slowest = 0;
  let awaySince = 0;
  const isFailed = ({ status, text, ms }: Answer) => {
    // What was under way before counts from the moment when PostgreSQL went.
    if (status === 503) slowest = Math.max(slowest, Math.min(ms, performance.now() - awaySince));
    for (const [, id] of text.matchAll(/"status":"taken","eventId":(\d+)/g)) acknowledged.push(Number(id));
    return status !== 200 && status !== 503;
  };
  const load = pace({ rate: 30, seconds: 9, next, isFailed });
  const exports = nodes.map(({ tare, cookie }) =>
    ask({ url: `${tare.url}/rest/v1/waste-events/export?state=all`, headers: { cookie }, timeoutMs: 8_000 }).catch(
      () => null,
    ),
  );
  await new Promise((later) => setTimeout(later, 1_000));
  awaySince = performance.now();
  await house.postgres.restart('fast');
  await new Promise((later) => setTimeout(later, 2_500));
  awaySince = performance.now();
  await house.postgres.restart('killed');
  const { sent, failures, latencies } = await load;
  await Promise.all(exports);
  say(`${sent} requests, p99 ${Math.round(percentile(latencies, 0.99))} ms`);
  const stored = await house.look(
    async (db) =>
      (
        await sql<{
          n: number;
        }>`select count(*) as n from waste_event where id = any(${acknowledged}::bigint[])`.execute(db)
      ).rows[0]?.n ?? 0,
  );
  return [
    same(
      `PostgreSQL restarted and killed under 30 requests a second: answers that were neither right nor 503, of ${sent}`,
      failures.length === 0 ? 0 : `${failures.length} (${failures.slice(0, 3).join('; ')})`,
      0,
    ),
    within('PostgreSQL restarted and killed under load: slowest 503', slowest, 1_000),
    same(
      `PostgreSQL restarted and killed under load: acknowledged rows lost of ${acknowledged.length}`,
      acknowledged.length - stored,
      0,
    ),
    ...(await back(nodes, 'PostgreSQL restarted and killed under load')),
  ];
}

/** Every connection of a node waits for a lock that nobody gives back. */
async function exhausted(house: House, { tare, cookie }: Node): Promise<Finding[]> {
  const holder = new pg.Client({ connectionString: house.databaseUrl });
  await holder.connect();
  await holder.query('begin; lock table identity.session in access exclusive mode');
  const page = asPerson(tare.url, '/home', cookie);
  const held = Array.from({ length: 10 }, () => ask(page));
  await new Promise((later) => setTimeout(later, 300));
  const more = await Promise.all(Array.from({ length: 10 }, () => ask(page)));
  const ready = await ask({ url: `${tare.url}/readyz` });
  const slowest = Math.max(...more.map(({ ms }) => ms));
  const soon = more.filter(({ status, headers }) => status === 503 && Number(headers['retry-after']) > 0).length;
  await holder.query('commit');
  await holder.end();
  const finished = (await Promise.all(held)).filter(isFine).length;
  return [
    same('All connections held: further requests told to come again, of 10', soon, 10),
    within('All connections held: slowest of those answers', slowest, 1_000),
    same('All connections held: readyz', ready.status, 503),
    same('All connections held: requests that had one and finished when it was free, of 10', finished, 10),
    ...(await back([{ tare, cookie, title: '' }], 'All connections held')),
  ];
}

/** Many at once are no outage: they wait, and nobody is sent away. */
async function rush({ tare, cookie }: Node): Promise<Finding[]> {
  const answers = await Promise.all(
    Array.from({ length: 300 }, (_, at) =>
      ask({ ...asPerson(tare.url, at % 2 === 0 ? '/deployment-status' : '/home', cookie), timeoutMs: 60_000 }),
    ),
  );
  return [
    same(
      `300 pages at the same moment (slowest ${Math.round(Math.max(...answers.map(({ ms }) => ms)))} ms): sent away`,
      answers.filter((one) => !isFine(one)).length,
      0,
    ),
  ];
}

// ASVS V16.5.1–3
// Trap: the pg pool ends the process
export const postgresOutage: Fault = {
  name: 'postgres-outage',
  quick: false,
  needs: ['postgres', 'redis'],
  async run(say) {
    const house = await openHouse({ events: 20_000 });
    try {
      const nodes = await openNodes(house);
      say('two nodes are ready');
      const findings: Finding[] = [];
      const steps = {
        rush: () => rush(nodes[0]!),
        exhausted: () => exhausted(house, nodes[0]!),
        stopped: () => stopped(house, nodes, 'stopped'),
        killed: () => stopped(house, nodes, 'killed'),
        load: () => underLoad(house, nodes, say),
      };
      for (const [step, take] of Object.entries(steps)) {
        findings.push(...(await take()));
        say(`${step} is done`);
      }
      const alive = nodes.filter(({ tare }) => tare.child.exitCode === null && tare.child.signalCode === null).length;
      return [...findings, same('PostgreSQL away: processes that live', alive, nodes.length)];
    } finally {
      await house.remove();
    }
  },
};
