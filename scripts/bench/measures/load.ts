import { Agent } from 'node:http';
import { addDays, localDateOf } from '../../../server/platform/time';
import { pace, percentile, type Asked } from '../../../tests/support/counterparts/visitor';
import { addEvents } from '../../../tests/support/factories';
import { withCounterparts } from '../counterparts';
import { addKitchens, openBench, permissionsOfViewer } from '../kitchens';
import { median, megabytes, milliseconds, type Measure } from '../measure';
import { signInMany } from '../people';

const rate = 100;
const kitchens = 40;
const pages = [
  '/home',
  '/deployment-status',
  '/performanceDashboard',
  '/performanceDashboard?viewType=sites',
  '/locationCalendar',
  '/waste-events',
  '/rest/v1/user',
];
/** A kitchen's scale reports so often, and makes every page of its organisation new. */
const eventsEveryMs = 10_000;
const warmUpSeconds = 10;
/** The first quarter fills the store of kept pages; from then on the memory has to stay flat. */
const memorySamples = 40;

export const load: Measure = {
  name: 'load',
  minutes: 11,
  run: ({ say, quick }) =>
    withCounterparts(async ({ databaseUrl, redis, tare: start }) => {
      const seconds = quick ? 20 : 600;
      const bench = await openBench({ DATABASE_URL: databaseUrl });
      const { viewer, organisationId } = await addKitchens(bench, {
        locations: kitchens,
        permissions: [...permissionsOfViewer, 'EDIT_TRANSACTIONS'],
      });
      const cookies = await signInMany(bench, {
        like: { userId: viewer.userId, organisationId },
        people: quick ? 100 : 1_000,
        redisUrl: redis.url,
      });
      const { id: locationId } = await bench.db
        .selectFrom('location')
        .select('id')
        .where('organisation_id', '=', organisationId)
        .limit(1)
        .executeTakeFirstOrThrow();
      const nodes = [await start(), await start()];
      say(`${cookies.length} people, ${nodes.length} nodes`);

      const agent = new Agent({ keepAlive: true, maxSockets: 200 });
      const next = visits(
        nodes.map(({ url }) => url),
        cookies,
        agent,
      );
      await pace({ rate, seconds: warmUpSeconds, next });
      const memory = nodes.map((): number[] => []);
      const scales = setInterval(
        () => nodes.forEach((node, at) => memory[at]?.push(node.memory())),
        (seconds * 1_000) / memorySamples,
      );
      const kitchen = setInterval(() => {
        const day = addDays(localDateOf(new Date(), 'UTC'), -1);
        void addEvents(bench, { organisationId, locationId, events: [{ day, grams: 400 }] }).catch((error: Error) =>
          say(error.message),
        );
      }, eventsEveryMs);
      const paced = await pace({ rate, seconds, next, isFailed: ({ status }) => status !== 200 });
      clearInterval(kitchen);
      clearInterval(scales);
      const inQuarter = (quarter: number) =>
        memory.map((samples) =>
          median(samples.slice((samples.length * (quarter - 1)) / 4, (samples.length * quarter) / 4)),
        );
      const [before, after] = [inQuarter(2), inQuarter(4)];
      const growth = Math.max(...after.map((bytes, at) => bytes / (before[at] ?? bytes)));
      for (const samples of memory) say(`memory: ${samples.map(megabytes).join(', ')}`);
      for (const failure of paced.failures.slice(0, 5)) say(failure);
      await bench.close();
      agent.destroy();
      const [p95, p99] = [percentile(paced.latencies, 0.95), percentile(paced.latencies, 0.99)];
      const minutes = `${rate} requests/s for ${Math.round(seconds / 60)} min, two nodes`;
      return [
        { what: `${minutes}: 95th percentile`, ours: milliseconds(p95), bar: '≤ 120 ms', met: p95 <= 120 },
        { what: `${minutes}: 99th percentile`, ours: milliseconds(p99), bar: '≤ 250 ms', met: p99 <= 250 },
        { what: `${minutes}: errors`, ours: String(paced.failures.length), bar: '0', met: paced.failures.length === 0 },
        {
          what: `${minutes}: memory, last quarter against second`,
          ours: after.map(megabytes).join(', '),
          floor: before.map(megabytes).join(', '),
          ratio: growth,
          bar: '≤ 1.1',
          met: growth <= 1.1,
        },
      ];
    }),
};

/** Each person walks through the pages, now on one node, now on the other, and has every page sent whole: no browser remembers it. */
function visits(urls: readonly string[], cookies: readonly string[], agent: Agent): (index: number) => Asked {
  return (index) => ({
    url: `${urls[index % urls.length]}${pages[(index + Math.floor(index / cookies.length)) % pages.length]}`,
    agent,
    headers: {
      cookie: cookies[index % cookies.length] ?? '',
      accept: 'text/html, application/json',
      'accept-encoding': 'gzip',
    },
  });
}
