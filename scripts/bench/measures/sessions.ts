import { createClient } from 'redis';
import { ask } from '../../../tests/support/counterparts/visitor';
import { withCounterparts } from '../counterparts';
import { addKitchens, openBench } from '../kitchens';
import { megabytes, type Measure } from '../measure';
import { signInMany } from '../people';

const parallel = 8;

export const sessions: Measure = {
  name: 'sessions',
  minutes: 2,
  run: ({ say, quick }) =>
    withCounterparts(async ({ databaseUrl, redis, tare: start }) => {
      const wanted = quick ? 500 : 10_000;
      const bench = await openBench({ DATABASE_URL: databaseUrl });
      const { viewer, organisationId } = await addKitchens(bench, { locations: 40 });
      const tare = await start();
      const cookies = await signInMany(bench, {
        like: { userId: viewer.userId, organisationId },
        people: wanted / 10,
        sessionsEach: 10,
        redisUrl: redis.url,
      });
      await bench.close();
      say(`${cookies.length} sessions`);

      const paths = ['/home', '/deployment-status', '/performanceDashboard', '/locationCalendar'];
      let peak = 0;
      const queue = cookies.map((cookie, at) => ({ cookie, path: paths[at % paths.length] }));
      await Promise.all(
        Array.from({ length: parallel }, async () => {
          for (let next = queue.pop(); next; next = queue.pop()) {
            const { status } = await ask({
              url: `${tare.url}${next.path}`,
              headers: { cookie: next.cookie, accept: 'text/html' },
            });
            if (status !== 200) throw new Error(`${next.path} answered ${status}`);
            peak = Math.max(peak, tare.memory());
          }
        }),
      );
      const client = createClient({ url: redis.url });
      await client.connect();
      const used = Number(/used_memory:(\d+)/.exec(await client.info('memory'))?.[1]);
      const keys = await client.dbSize();
      await client.close();
      say(`Redis holds ${keys} keys`);
      return [
        {
          what: `Redis with ${wanted.toLocaleString('en-US')} sessions`,
          ours: megabytes(used),
          bar: '< 20 MB',
          met: keys >= wanted && used < 20 * 1_048_576,
        },
        {
          what: 'the process at its largest meanwhile',
          ours: megabytes(peak),
          bar: '< 300 MB',
          met: peak < 300 * 1_048_576,
        },
      ];
    }),
};
