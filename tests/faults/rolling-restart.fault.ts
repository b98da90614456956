import { Agent } from 'node:http';
import { sql } from 'kysely';
import { startNginx, type Nginx } from '../support/counterparts/nginx';
import { freePort } from '../support/counterparts/ports';
import { pace, percentile, type Asked } from '../support/counterparts/visitor';
import type { Fault } from './fault';
import { asPerson, batch, same } from './outage/asking';
import { openHouse } from './outage/house';

const rate = 100;
const seconds = 20;
const pages = [
  '/home',
  '/imports',
  '/rest/v1/waste-events?limit=5',
  '/deployment-status',
  '/home',
  '/imports',
  '/rest/v1/waste-events?limit=5',
  '/imports/new',
];

const pause = (ms: number) => new Promise((later) => setTimeout(later, ms));

/** Two processes behind the README's nginx, each told to end and started again while people and scales work. */
export const rollingRestart: Fault = {
  name: 'rolling-restart',
  quick: false,
  needs: ['postgres', 'redis', 'nginx'],
  async run(say) {
    const house = await openHouse();
    let nginx: Nginx | undefined;
    const agent = new Agent({ keepAlive: true, maxSockets: 50 });
    try {
      const [front, ...ports] = [await freePort(), await freePort(), await freePort()];
      const env = { PUBLIC_URL: `http://127.0.0.1:${front}` };
      const nodes = await Promise.all(ports.map((port) => house.start({ port, env })));
      nginx = await startNginx(ports, front);
      const { url } = nginx;
      const cookie = await house.signIn(url);
      const taken: number[] = [];
      const next = (at: number): Asked => {
        const asked =
          at % 5 === 4 ? batch(url, house.deviceKey, 5) : asPerson(url, pages[at % pages.length] ?? '/home', cookie);
        // Browsers and scales keep their connections; some visitors do not.
        return { ...asked, timeoutMs: 30_000, agent: at % 10 === 0 ? undefined : agent };
      };
      const isFailed = ({ status, text }: { status: number; text: string }) => {
        for (const [, id] of text.matchAll(/"status":"taken","eventId":(\d+)/g)) taken.push(Number(id));
        return status !== 200;
      };
      await pace({ rate: 20, seconds: 2, next, isFailed });
      const load = pace({ rate, seconds, next, isFailed });
      const codes: (number | null)[] = [];
      for (const [index, port] of ports.entries()) {
        await pause(2_000);
        codes.push(await nodes[index]!.stop('SIGTERM'));
        nodes[index] = await house.start({ port, env });
        say(`process ${index + 1} was started again`);
      }
      const { sent, failures, latencies } = await load;
      say(`99th percentile ${Math.round(percentile(latencies, 0.99))} ms`);
      if (failures.length > 0) say(nginx.errors().slice(0, 3_000));
      const stored = await house.look(
        async (db) =>
          (
            await sql<{ n: number }>`select count(*) as n from waste_event where id = any(${taken}::bigint[])`.execute(
              db,
            )
          ).rows[0]?.n ?? 0,
      );
      return [
        same(
          `Rolling restart of two processes at ${rate} requests a second: failed of ${sent}`,
          failures.length === 0 ? 0 : `${failures.length} (${failures.slice(0, 3).join('; ')})`,
          0,
        ),
        same('Rolling restart: exit codes', codes.join(' '), '0 0'),
        same(`Rolling restart: acknowledged rows lost of ${taken.length}`, taken.length - stored, 0),
      ];
    } finally {
      agent.destroy();
      await nginx?.remove();
      await house.remove();
    }
  },
};
