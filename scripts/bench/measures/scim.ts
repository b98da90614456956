import { ask } from '../../../tests/support/counterparts/visitor';
import { newDirectory } from '../../../tests/support/directory';
import { newOrganisation } from '../../../tests/support/people';
import { withCounterparts } from '../counterparts';
import { startFloor } from '../floors/start';
import { openBench } from '../kitchens';
import { perSecond, type Measure } from '../measure';

const parallel = 4;
/** `security.md`, budgets: people made a second. */
const least = 50;

/** People whom a directory sends, one a request and four requests at a time. */
export const scim: Measure = {
  name: 'scim',
  minutes: 6,
  run: ({ say, quick }) =>
    withCounterparts(async ({ databaseUrl, tare: start }) => {
      const count = quick ? 2_000 : 10_000;
      const bench = await openBench({ DATABASE_URL: databaseUrl });
      const directory = await newDirectory(bench, await newOrganisation(bench));
      await bench.close();
      const tare = await start();
      const floor = await startFloor('floor-scim', { databaseUrl, login: '' });
      try {
        const bare = await createRate({ url: `${floor.url}Users`, secret: directory.secret, count });
        say(`bare Express and one insert: ${perSecond(bare)}`);
        const ours = await createRate({
          url: `${tare.url}/scim/v2/${directory.id}/Users`,
          secret: directory.secret,
          count,
        });
        say(`over SCIM: ${perSecond(ours)}`);
        return [
          {
            what: `${count} people sent by a directory, 4 at a time`,
            ours: perSecond(ours),
            floor: perSecond(bare),
            ratio: ours / bare,
            bar: `≥ ${least}/s`,
            met: ours >= least,
          },
        ];
      } finally {
        floor.stop();
      }
    }),
};

async function createRate({ url, secret, count }: { url: string; secret: string; count: number }): Promise<number> {
  const started = performance.now();
  let next = 0;
  await Promise.all(
    Array.from({ length: parallel }, async () => {
      for (let at = next++; at < count; at = next++) {
        const address = `person-${at}@bench.test`;
        const { status } = await ask({
          url,
          method: 'POST',
          headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/scim+json' },
          body: JSON.stringify({
            schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
            userName: address,
            externalId: String(at),
            name: { givenName: 'Person', familyName: String(at) },
            emails: [{ value: address, type: 'work', primary: true }],
            active: true,
          }),
        });
        if (status !== 201) throw new Error(`person ${at} was answered ${status}`);
      }
    }),
  );
  return (count * 1_000) / (performance.now() - started);
}
