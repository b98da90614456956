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
      const times: number[] = [];
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
        times.push(await medianOf(bench, organisationId));
        say(`${events.toLocaleString('en-US')} events: ${milliseconds(times.at(-1) ?? 0)}`);
        await bench.close();
      }
      const [few = Number.NaN, many = Number.NaN] = times;
      return [
        {
          what: 'queries of the dashboard at 5 million events',
          ours: milliseconds(many),
          floor: `${milliseconds(few)} at 500,000`,
          ratio: many / few,
          bar: '≤ 1.2',
          met: many / few <= 1.2,
        },
      ];
    }),
};

async function medianOf({ db }: TestApp, organisationId: number): Promise<number> {
  const { data_version: dataVersion } = await db
    .selectFrom('organisation')
    .select('data_version')
    .where('id', '=', organisationId)
    .executeTakeFirstOrThrow();
  const viewer = {
    organisation: { id: organisationId, exclusionThreshold: 0, trackingLimit: 0.8, dataVersion },
    permissions: new Set(),
    scope: { organisationId, restriction: null },
  } as unknown as Viewer;
  const monday = weekStartOf(localDateOf(new Date(), 'Europe/London'));
  const question = { stageId: 8, start: addDays(monday, -13 * 7), end: addDays(monday, -1) };
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now();
    const report = await loadReport(db, viewer, { question, viewType: 'locations', threshold: undefined });
    if (report.rows.length === 0) throw new Error('the report is empty');
    await loadTrends(db, viewer, { question, counted: report.headlined, shown: report.rows });
    times.push(performance.now() - started);
  }
  return median(times.slice(5));
}
