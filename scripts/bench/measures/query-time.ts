import { loadFoodWaste } from '../../../server/features/food-waste-dashboard/food-waste.service';
import { loadReport, loadTrends } from '../../../server/features/performance/performance.service';
import type { Viewer } from '../../../server/platform/actor';
import { addDays, localDateOf, weekStartOf } from '../../../server/platform/time';
import { addSimulatedOrganisation } from '../../../server/setup/demo';
import type { TestApp } from '../../../tests/support/test-app';
import { withCounterparts } from '../counterparts';
import { openBench } from '../kitchens';
import { median, milliseconds, type Measure } from '../measure';

const rounds = 40;

export const queryTime: Measure = {
  name: 'query-time',
  minutes: 9,
  run: ({ say, quick }) =>
    withCounterparts(async ({ postgres }) => {
      const sizes = quick ? [20_000, 60_000] : [500_000, 5_000_000];
      const times: Times[] = [];
      for (const events of sizes) {
        const bench = await openBench({ DATABASE_URL: postgres.database(`events_${events}`) });
        const { organisationId } = await addSimulatedOrganisation(bench.resources, {
          name: 'Bench',
          events,
          seed: 1,
          password: 'a password for the bench',
          say,
        });
        await bench.resources.database.pool.query('vacuum analyze');
        times.push(await mediansOf(bench, organisationId));
        const said = Object.entries(times.at(-1) ?? {}).map(([what, time]) => `${what} ${milliseconds(time)}`);
        say(`${events.toLocaleString('en-US')} events: ${said.join(', ')}`);
        await bench.close();
      }
      const [few, many] = times;
      return (['performance', 'food waste'] as const).map((what) => {
        const [at, of] = [many?.[what] ?? Number.NaN, few?.[what] ?? Number.NaN];
        return {
          what: `queries of the ${what} dashboard at 5 million events`,
          ours: milliseconds(at),
          floor: `${milliseconds(of)} at 500,000`,
          ratio: at / of,
          bar: '≤ 1.2',
          met: at / of <= 1.2,
        };
      });
    }),
};

type Times = Record<'performance' | 'food waste', number>;

async function mediansOf({ db }: TestApp, organisationId: number): Promise<Times> {
  const { data_version: dataVersion } = await db
    .selectFrom('organisation')
    .select('data_version')
    .where('id', '=', organisationId)
    .executeTakeFirstOrThrow();
  const viewer = {
    organisation: { id: organisationId, exclusionThreshold: 0, trackingLimit: 0.8, dataVersion },
    permissions: new Set(),
    today: localDateOf(new Date(), 'Europe/London'),
    scope: { organisationId, restriction: null },
  } as unknown as Viewer;
  const monday = weekStartOf(localDateOf(new Date(), 'Europe/London'));
  const question = { stageId: 8, start: addDays(monday, -13 * 7), end: addDays(monday, -1) };
  const span = { start: question.start, end: question.end };
  const look = { measure: 'weight' } as const;
  const asked = {
    question: { ...span, stageId: 8, place: {}, where: {} },
    other: null,
    look,
    locale: 'en_US',
  } as const;
  return {
    performance: await medianOf(async () => {
      const report = await loadReport(db, viewer, { question, viewType: 'locations', threshold: undefined });
      if (report.rows.length === 0) throw new Error('the report is empty');
      await loadTrends(db, viewer, { question, counted: report.headlined, shown: report.rows });
    }),
    'food waste': await medianOf(async () => {
      const { total } = await loadFoodWaste(db, viewer, asked);
      if (total.txn === 0) throw new Error('the dashboard is empty');
    }),
  };
}

async function medianOf(work: () => Promise<void>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now();
    await work();
    times.push(performance.now() - started);
  }
  return median(times.slice(5));
}
