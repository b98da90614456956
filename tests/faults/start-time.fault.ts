import { startTare } from '../support/counterparts/tare-process';
import { inFolder } from '../support/in-folder';
import type { Fault, Finding } from './fault';
import { within } from './outage/asking';
import { inHouse } from './outage/house';

const events = 120_000;
const tries = 3;
const mostMs = 5_000;

/** The median of some starts, each a process of its own. */
async function median(start: () => Promise<number>): Promise<number> {
  const took: number[] = [];
  for (let index = 0; index < tries; index += 1) took.push(await start());
  return took.sort((a, b) => a - b)[Math.floor(tries / 2)] ?? Number.NaN;
}

async function onPostgres(): Promise<Finding> {
  return inHouse(
    async (house) => {
      const ms = await median(async () => {
        const tare = await startTare({ env: { DATABASE_URL: house.databaseUrl, REDIS_URL: house.redis.url } });
        const ready = await tare.ready();
        await tare.stop();
        return ready;
      });
      return within(
        `From start to ready, PostgreSQL and Redis with ${events} events, the middle of ${tries}`,
        ms,
        mostMs,
      );
    },
    { events },
  );
}

async function onEmbedded(): Promise<Finding[]> {
  const env = { DEMO: '1', DEMO_EVENTS: String(events) };
  return inFolder(async (dataDir) => {
    const first = await startTare({ dataDir, env });
    await first.ready(600_000);
    await first.stop();
    const again = async (signal: NodeJS.Signals) => {
      const tare = await startTare({ dataDir, env });
      const ready = await tare.ready();
      await tare.stop(signal);
      return ready;
    };
    const ms = await median(() => again('SIGTERM'));
    await again('SIGKILL');
    return [
      within(`From start to ready, embedded with ${events} events, the middle of ${tries}`, ms, mostMs),
      within('The same after a kill', await again('SIGTERM'), mostMs),
    ];
  });
}

export const startTime: Fault = {
  name: 'start-time',
  quick: false,
  needs: ['postgres', 'redis'],
  run: async () => [await onPostgres(), ...(await onEmbedded())],
};
