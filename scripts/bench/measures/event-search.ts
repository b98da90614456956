import { listEvents } from '../../../server/domain/events/event-list.store';
import { eventQuery } from '../../../server/domain/events/event-query.contract';
import { selectEvents } from '../../../server/domain/events/event-selection.store';
import type { Scope } from '../../../server/platform/actor';
import { addSimulatedOrganisation } from '../../../server/setup/demo';
import { inFolder } from '../../../tests/support/in-folder';
import { withCounterparts } from '../counterparts';
import { openBench } from '../kitchens';
import { median, milliseconds, type Figure, type Measure, type Tools } from '../measure';

const rounds = 15;
const barMs = 50;

/** What people look for: much, little and nothing; a name, a note, a number, a UUID and a part of one. */
const texts = [
  'e',
  'Salmon',
  'Vegetables',
  'Patient kitchen',
  'walk-in',
  'nowhere to be found',
  '4711',
  '99999',
  'c0ffee',
  '7b',
];

export const eventSearch: Measure = {
  name: 'event-search',
  minutes: 6,
  run: async (tools) => [
    ...(await withCounterparts(({ databaseUrl }) => searchIn('PostgreSQL', { DATABASE_URL: databaseUrl }, tools))),
    ...(await inFolder((folder) => searchIn('embedded', { DATA_DIR: folder }, tools))),
  ],
};

async function searchIn(kind: string, env: Record<string, string>, { say, quick }: Tools): Promise<Figure[]> {
  const bench = await openBench(env);
  try {
    const events = quick ? 10_000 : 100_000;
    const { organisationId } = await addSimulatedOrganisation(bench.resources, {
      name: 'Bench',
      events,
      seed: 1,
      password: 'a password for the bench',
      say: () => undefined,
    });
    await bench.resources.database.pool.query('vacuum analyze');
    const scope = { organisationId, restriction: null } as unknown as Scope;
    const search = async (text?: string) => {
      const query = eventQuery.parse({ text });
      const started = performance.now();
      const selection = await selectEvents(bench.db, scope, query);
      await listEvents(bench.db, { scope, locale: 'en_US', selection, query });
      return performance.now() - started;
    };
    const plain: number[] = [];
    const times = new Map(texts.map((text) => [text, [] as number[]]));
    for (let round = 0; round < rounds; round += 1) {
      plain.push(await search());
      for (const [text, found] of times) found.push(await search(text));
    }
    const floor = median(plain);
    const medians = [...times].map(([text, found]) => ({ text, ms: median(found) })).sort((a, b) => b.ms - a.ms);
    for (const { text, ms } of medians) say(`${kind}: ${JSON.stringify(text)} ${milliseconds(ms)}`);
    const slowest = medians[0] ?? { text: '', ms: Number.NaN };
    return [
      {
        what: `search of ${events.toLocaleString('en-US')} events, ${kind}, slowest text (${slowest.text})`,
        ours: milliseconds(slowest.ms),
        floor: `${milliseconds(floor)} without a text`,
        ratio: slowest.ms / floor,
        bar: `≤ ${barMs} ms`,
        met: slowest.ms <= barMs,
      },
    ];
  } finally {
    await bench.close();
  }
}
