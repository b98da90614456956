import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { sql } from 'kysely';
import { secret } from '../../scripts/bench/counterparts';
import { signInMany } from '../../scripts/bench/people';
import type { TareProcess } from '../support/counterparts/tare-process';
import { ask, pace, percentile, type Asked } from '../support/counterparts/visitor';
import type { Fault, Finding } from './fault';
import { asPerson, same, within } from './outage/asking';
import { openHouse, type House } from './outage/house';

const events = 60_000;
const [halfOpen, readers, people] = [500, 200, 100];
const exportPath = '/rest/v1/waste-events/export?state=all';
/** They come sequentially. */
const arrivalsMs = 3_000;
const cutWithin = 30_000;

const open = (port: number, head: string): Socket => {
  const socket = connect({ port, host: '127.0.0.1' }, () => socket.write(head));
  return socket.on('error', () => undefined);
};

/** Half of them never end their headers, half their body; every second one sends a byte a second. */
function openHalf({ port }: TareProcess): Socket[] {
  const heads = [
    'GET /login HTTP/1.1\r\nHost: tare.test\r\nX-Slow: ',
    'POST /rest/v1/waste-events HTTP/1.1\r\nHost: tare.test\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{"events"',
  ];
  return Array.from({ length: halfOpen }, (_, at) => {
    const socket = open(port, heads[at % 2] ?? '');
    if (at % 4 < 2) {
      const drip = setInterval(() => socket.write('a'), 1_000);
      socket.once('close', () => clearInterval(drip));
    }
    return socket;
  });
}

interface Reader {
  socket: Socket;
  /** Status line and headers, once they came. */
  head: string;
}

/** Takes the first piece of an export and then nothing more. */
function openReader({ port }: TareProcess, cookie: string): Reader {
  const reader: Reader = {
    head: '',
    socket: open(port, `GET ${exportPath} HTTP/1.1\r\nHost: tare.test\r\nCookie: ${cookie}\r\n\r\n`),
  };
  reader.socket.once('data', (piece: Buffer) => {
    reader.head = piece.toString('latin1').split('\r\n\r\n')[0] ?? '';
    if (reader.head.startsWith('HTTP/1.1 200')) reader.socket.pause();
    else reader.socket.destroy();
  });
  return reader;
}

/** Of these connections, those that the server has open, as the system counts them: a paused reader does not notice its end. */
function openAt(port: number, clients: Set<number>): number {
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  const line = new RegExp(`^\\s*\\d+: [0-9A-F]+:${hex} [0-9A-F]+:([0-9A-F]{4}) 01 `);
  return ['/proc/net/tcp', '/proc/net/tcp6']
    .flatMap((file) => readFileSync(file, 'utf8').split('\n'))
    .filter((text) => clients.has(Number.parseInt(line.exec(text)?.[1] ?? '', 16))).length;
}

async function untilCut(port: number, sockets: Socket[]): Promise<number> {
  const started = performance.now();
  const clients = new Set(sockets.map((socket) => socket.localPort ?? 0));
  while (openAt(port, clients) > 0) {
    if (performance.now() - started > 2 * cutWithin) return Number.POSITIVE_INFINITY;
    await new Promise((later) => setTimeout(later, 250));
  }
  return performance.now() - started;
}

const busyConnections = (house: House) =>
  house.look(
    async (db) =>
      (
        await sql<{ n: number }>`
  select count(*) as n from pg_stat_activity where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`.execute(
          db,
        )
      ).rows[0]?.n ?? 0,
  );

export const slowClients: Fault = {
  name: 'slow-clients',
  quick: false,
  needs: ['postgres', 'redis'],
  async run(say) {
    const house = await openHouse({ events });
    const sockets: Socket[] = [];
    try {
      const tare = await house.start({ env: { SESSION_SECRET: secret } });
      const cookie = await house.signIn(tare.url);
      const user = await house.look((db) =>
        db.selectFrom('identity.user').select('id').where('login', '=', house.login).executeTakeFirstOrThrow(),
      );
      const cookies = await house.look((db) =>
        signInMany(
          { db },
          { like: { userId: user.id, organisationId: house.organisationId }, people, redisUrl: house.redis.url },
        ),
      );
      const next = (at: number): Asked => asPerson(tare.url, at % 2 === 0 ? '/home' : '/imports', cookie);
      // As in a process that has served for a while: every connection in use once, and one export.
      for (let round = 0; round < 2; round += 1)
        await Promise.all(Array.from({ length: 30 }, (_, at) => ask(next(at))));
      await ask({ url: `${tare.url}${exportPath}`, headers: { cookie } });
      const usual = await pace({ rate: 15, seconds: 6, next });
      const before = tare.memory();
      let most = before;
      const watch = setInterval(() => {
        most = Math.max(most, tare.memory());
      }, 100);

      sockets.push(...openHalf(tare));
      const slow: Reader[] = [];
      const comeOn = async () => {
        for (let at = 0; at < readers; at += 1) {
          slow.push(openReader(tare, cookies[at % people] ?? ''));
          await new Promise((later) => setTimeout(later, arrivalsMs / readers));
        }
        sockets.push(...slow.map(({ socket }) => socket));
        await new Promise((later) => setTimeout(later, 1_000));
        return 1_000 + (await untilCut(tare.port, sockets));
      };
      const [load, cutAfter, busy] = await Promise.all([
        pace({ rate: 15, seconds: 30, next }),
        comeOn(),
        new Promise((later) => setTimeout(later, 15_000)).then(() => busyConnections(house)),
      ]);
      clearInterval(watch);
      const heads = slow.map(({ head }) => head);
      const given = (status: number) => heads.filter((head) => head.startsWith(`HTTP/1.1 ${status}`)).length;
      const unsaid = heads.filter((head) => !/^HTTP\/1.1 (200|(429|503)[^]*\r\nRetry-After: \d)/i.test(head)).length;
      say(`${given(200)} exports began, ${given(429)} and ${given(503)} were told to come again`);
      const whole = await ask({ url: `${tare.url}${exportPath}`, headers: { cookie }, timeoutMs: 60_000 });
      return [
        ...findings({ usual: percentile(usual.latencies, 0.99), loaded: percentile(load.latencies, 0.99) }),
        ...[
          same(
            `Slow clients: other requests that failed, of ${load.sent}`,
            load.failures.length === 0 ? 0 : `${load.failures.length} (${load.failures[0]})`,
            0,
          ),
          within('Slow clients: all of their connections were cut after', cutAfter, cutWithin),
          same(
            `Slow clients: readers beyond the ${given(200)} that began, without a 503 or 429 that says when to come again`,
            unsaid,
            0,
          ),
          {
            what: 'Slow clients: memory of the process grew by',
            figure: `${Math.round((most - before) / 1_048_576)} MB`,
            bar: '100 MB',
            held: most - before < 100 * 1_048_576,
          },
          {
            what: 'Slow clients: database connections in use while the readers wait',
            figure: String(busy),
            bar: 'at most 3',
            held: busy <= 3,
          },
          same(
            'Slow clients: lines of an export afterwards',
            whole.status === 200
              ? whole.text.trimEnd().split('\r\n').length - 1
              : `${whole.status} ${whole.text.slice(0, 200)}`,
            events,
          ),
        ],
      ];
    } finally {
      for (const socket of sockets) socket.destroy();
      await house.remove();
    }
  },
};

function findings({ usual, loaded }: { usual: number; loaded: number }): Finding[] {
  return [
    {
      what: `Slow clients: 99th percentile of other requests (${Math.round(usual)} ms without them)`,
      figure: `${Math.round(loaded)} ms`,
      bar: '300 ms',
      held: loaded <= 300,
    },
  ];
}
