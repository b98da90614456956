import { setTimeout as wait } from 'node:timers/promises';
import { ask } from '../../../tests/support/counterparts/visitor';
import { password } from '../../../tests/support/people';
import { withCounterparts } from '../counterparts';
import { addKitchens, openBench } from '../kitchens';
import { milliseconds, type Measure } from '../measure';
import { signInMany } from '../people';

const inFlight = 50;
/** Below that a difference is noise of the machine. */
const leastBarMs = 25;
const everyMs = 20;

export const signInLoad: Measure = {
  name: 'sign-in-load',
  minutes: 1,
  run: ({ say, quick }) =>
    withCounterparts(async ({ databaseUrl, redis, tare: start }) => {
      const ms = quick ? 3_000 : 15_000;
      const bench = await openBench({ DATABASE_URL: databaseUrl });
      const { viewer, organisationId } = await addKitchens(bench, { locations: 5 });
      const tare = await start();
      await signInMany(bench, {
        like: { userId: viewer.userId, organisationId },
        people: inFlight,
        redisUrl: redis.url,
      });
      const people = await bench.db
        .selectFrom('identity.user')
        .select('login')
        .where('login', 'like', '%@bench.test')
        .limit(inFlight)
        .execute();
      await bench.close();

      await watch(tare.url, 1_000);
      const idle = await watch(tare.url, ms);
      const outcomes = new Map<number, number>();
      let over = false;
      const sending = people.map(async ({ login }, at) => {
        for (let turn = 0; !over; turn += 1) {
          const { status } = await ask({
            url: `${tare.url}/identity/resources/auth/v1/user`,
            method: 'POST',
            body: JSON.stringify({ email: login, password }),
            // Each from an address of its own, as from browsers all over: the limit for one address is not what is measured.
            headers: {
              'content-type': 'application/json',
              'x-forwarded-for': `10.${turn % 250}.${Math.floor(turn / 250)}.${at + 1}`,
            },
          });
          outcomes.set(status, (outcomes.get(status) ?? 0) + 1);
        }
      });
      await wait(1_000);
      const busy = await watch(tare.url, ms);
      over = true;
      await Promise.all(sending);
      say(`sign-ins by status: ${[...outcomes].map(([status, count]) => `${count} × ${status}`).join(', ')}`);
      const [ours, floor] = [percentile(busy), percentile(idle)];
      const barMs = Math.max(5 * floor, leastBarMs);
      return [
        {
          what: `/healthz with ${inFlight} password sign-ins in flight, 99th percentile`,
          ours: milliseconds(ours),
          floor: milliseconds(floor),
          ratio: ours / floor,
          bar: `≤ ${milliseconds(barMs)}`,
          met: ours <= barMs && (outcomes.get(200) ?? 0) > 0,
        },
      ];
    }),
};

const percentile = (times: readonly number[]) =>
  [...times].sort((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] ?? Number.NaN;

/** Asks every 20 ms, whether the one before was answered or not: a slow answer must not hide the next. */
async function watch(url: string, ms: number): Promise<number[]> {
  const times: Promise<number>[] = [];
  for (const end = performance.now() + ms; performance.now() < end;) {
    times.push(ask({ url: `${url}/healthz` }).then((answer) => answer.ms));
    await wait(everyMs);
  }
  return Promise.all(times);
}
