import { ask } from '../../../tests/support/counterparts/visitor';
import { newDirectory, type TestDirectory } from '../../../tests/support/directory';
import { newOrganisation } from '../../../tests/support/people';
import { withCounterparts } from '../counterparts';
import { startFloor } from '../floors/start';
import { openBench } from '../kitchens';
import { perSecond, type Measure } from '../measure';

const parallel = 4;
/** Twice what `security.md` demands of people made a second. */
const least = 100;
const leastOfBare = 0.3;

/** People whom a directory sends, one a request and four requests at a time. */
export const scim: Measure = {
  name: 'scim',
  minutes: 6,
  run: ({ say, quick }) =>
    withCounterparts(async ({ databaseUrl, tare: start }) => {
      const count = quick ? 2_000 : 10_000;
      const bench = await openBench({ DATABASE_URL: databaseUrl });
      const organisationId = await newOrganisation(bench);
      // A directory each: one alone is held to 9,000 calls a minute.
      const directories: Pick<TestDirectory, 'id' | 'secret'>[] = [];
      for (let made = 0; made < parallel; made += 1) directories.push(await newDirectory(bench, organisationId));
      await bench.close();
      const tare = await start();
      const floor = await startFloor('floor-scim', { databaseUrl, login: '' });
      try {
        const doors = (urlOf: (id: string) => string) =>
          directories.map(({ id, secret }) => ({ url: urlOf(id), secret }));
        const bare = await createRate(
          doors(() => `${floor.url}Users`),
          count,
        );
        say(`bare Express and one insert: ${perSecond(bare)}`);
        const ours = await createRate(
          doors((id) => `${tare.url}/scim/v2/${id}/Users`),
          count,
        );
        say(`over SCIM: ${perSecond(ours)}`);
        return [
          {
            what: `${count} people sent by a directory, 4 at a time`,
            ours: perSecond(ours),
            floor: perSecond(bare),
            ratio: ours / bare,
            bar: `≥ ${least}/s, ≥ ${leastOfBare}`,
            met: ours >= least && ours / bare >= leastOfBare,
          },
        ];
      } finally {
        floor.stop();
      }
    }),
};

async function createRate(doors: readonly { url: string; secret: string }[], count: number): Promise<number> {
  const started = performance.now();
  let next = 0;
  await Promise.all(
    doors.map(async ({ url, secret }) => {
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
