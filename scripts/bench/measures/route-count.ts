import { once } from 'node:events';
import { Agent, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createApp } from '../../../server/app';
import { defineCall, reply, type Route } from '../../../server/platform/http/define-route';
import { ask, signInOver } from '../../../tests/support/counterparts/visitor';
import { newOrganisation, newPerson, password } from '../../../tests/support/people';
import { withCounterparts } from '../counterparts';
import { openBench } from '../kitchens';
import { median, milliseconds, type Measure } from '../measure';

const added = 1_450;
const barRatio = 1.1;
const inTurn = 50;

/** Routes as a grown product has them: half of them with a parameter. */
const synthetic = (count: number): Route[] =>
  Array.from({ length: count }, (_, at) =>
    defineCall({
      method: 'get',
      path: at % 2 === 0 ? `/synthetic-${at}/list` : `/synthetic-${at}/:id/detail`,
      access: 'signed-in',
      summary: 'Synthetic.',
      handle: () => reply.empty(),
    }),
  );
const last = (): Route =>
  defineCall({
    method: 'get',
    path: '/synthetic-last',
    access: 'signed-in',
    summary: 'The last of the list.',
    handle: () => reply.empty(),
  });

export const routeCount: Measure = {
  name: 'route-count',
  minutes: 2,
  run: ({ say, quick }) =>
    withCounterparts(async ({ databaseUrl }) => {
      const bench = await openBench({ DATABASE_URL: databaseUrl, RATE_LIMITS: 'off' });
      const { login } = await newPerson(bench, { organisationId: await newOrganisation(bench), permissions: [] });
      const serve = async (routes: Route[]): Promise<Server> => {
        const app = createApp({
          resources: bench.resources,
          secret: 'a secret of the benchmark, long enough',
          distDir: join(process.cwd(), 'dist'),
          redis: undefined,
          isReady: async () => true,
          more: { routes },
        });
        const server = app.listen(0, '127.0.0.1');
        await once(server, 'listening');
        return server;
      };
      const servers = [await serve([last()]), await serve([...synthetic(added), last()])];
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const urls = servers.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
      const cookies = await Promise.all(
        urls.map((url) => signInOver(url, { login, password, origin: bench.resources.config.publicUrl })),
      );
      const times: [number[], number[]] = [[], []];
      const rounds = quick ? 4 : 40;
      for (let round = 0; round < rounds; round += 1) {
        // Each begins every other time, so that neither has the warmer caches.
        for (const which of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
          const started = performance.now();
          for (let at = 0; at < inTurn; at += 1) {
            const { status } = await ask({
              url: `${urls[which]}/rest/v1/synthetic-last`,
              headers: { cookie: cookies[which], accept: 'application/json' },
              agent,
            });
            if (status !== 204) throw new Error(`answered ${status}`);
          }
          times[which].push((performance.now() - started) / inTurn);
        }
      }
      agent.destroy();
      servers.forEach((server) => server.close());
      await bench.close();
      // The quickest tenth: what the slower ones waited for was another program's turn.
      const [few = Number.NaN, many = Number.NaN] = times.map((all) =>
        median([...all].sort((a, b) => a - b).slice(0, Math.ceil(rounds / 10))),
      );
      say(`today's routes ${milliseconds(few)}, with ${added.toLocaleString('en-US')} more ${milliseconds(many)}`);
      const ratio = many / few;
      return [
        {
          what: `signed-in call, 204, last behind ${added.toLocaleString('en-US')} more routes`,
          ours: milliseconds(many),
          floor: `${milliseconds(few)} with today's`,
          ratio,
          bar: `≤ ${barRatio}`,
          met: ratio <= barRatio,
        },
      ];
    }),
};
