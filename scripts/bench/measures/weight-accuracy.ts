import { request } from 'node:http';
import { sql } from 'kysely';
import { daysQuery } from '../../../server/domain/measures/accuracy-days.store';
import { addDays, addMonths, localDateOf } from '../../../server/platform/time';
import { signInOver } from '../../../tests/support/counterparts/visitor';
import { password } from '../../../tests/support/people';
import type { TestApp } from '../../../tests/support/test-app';
import { withCounterparts } from '../counterparts';
import { addKitchens, openBench, type Bench } from '../kitchens';
import { median, milliseconds, type Measure } from '../measure';

const rounds = 30;
const warm = 5;
const bar = 3;
const mostStatuses = 10;

/** What the page and the file of all sites take over six months, against the one query that they ask. */
export const weightAccuracy: Measure = {
  name: 'weight-accuracy',
  minutes: 4,
  run: ({ say, quick }) =>
    withCounterparts(async ({ databaseUrl, tare }) => {
      const locations = quick ? 20 : 200;
      const bench = await openBench({ DATABASE_URL: databaseUrl });
      const { organisationId, viewer } = await addKitchens(bench, {
        locations,
        weeks: 26,
        permissions: ['WEIGHT_ACCURACY'],
      });
      await weighBins(bench, organisationId);
      say(`${locations} locations are filled`);
      const end = addDays(localDateOf(new Date(), 'UTC'), -1);
      const range = { begin: addMonths(end, -6), end };
      const query = await medianOf(
        () => daysQuery({ organisationId, restriction: null }, { range, now: new Date() }),
        bench,
      );
      await bench.close();
      const server = await tare();
      const cookie = await signInOver(server.url, { login: viewer.login, password });
      const figures = [];
      const address = {
        page: `/weight-accuracy?siteId=all&beginDate=${range.begin}`,
        file: `/rest/v1/wam/export/sites?beginDate=${range.begin}&endDate=${range.end}&siteStatus=A`,
      };
      for (const what of ['page', 'file'] as const) {
        const times: number[] = [];
        // Another address each time, so that no kept answer is given.
        for (let round = 0; round < rounds; round += 1)
          times.push(
            await timed(
              `${server.url}${address[what]}${what === 'page' ? `&round=${round}` : '&siteStatus=A'.repeat(round % mostStatuses) + '&siteStatus=I'.repeat(1 + Math.floor(round / mostStatuses))}`,
              cookie,
            ),
          );
        const ours = median(times.slice(warm));
        figures.push({
          what: `weight accuracy of ${locations} locations over six months, the ${what}`,
          ours: milliseconds(ours),
          floor: `${milliseconds(query)} its query`,
          ratio: ours / query,
          bar: `≤ ${bar}`,
          met: ours / query <= bar,
        });
      }
      return figures;
    }),
};

/** One bin a day, a little heavier than what was recorded; now and then not weighed. */
async function weighBins({ db, resources }: Bench, organisationId: number): Promise<void> {
  await sql`
    insert into check_weight (organisation_id, location_id, weighed_at, local_date, net_g)
    select organisation_id, location_id, max(last_at) + interval '1 hour', local_date, round(sum(g) * (1.02 + (location_id % 7) / 100.0), 2)
    from rollup_day where organisation_id = ${organisationId} and (location_id + extract(doy from local_date)) % 17 <> 0
    group by 1, 2, 4`.execute(db);
  await resources.database.pool.query('vacuum analyze');
}

async function medianOf(query: () => ReturnType<typeof daysQuery>, { db }: Pick<TestApp, 'db'>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now();
    const { rows } = await query().execute(db);
    if (rows.length === 0) throw new Error('the query is empty');
    times.push(performance.now() - started);
  }
  return median(times.slice(warm));
}

function timed(url: string, cookie: string): Promise<number> {
  const started = performance.now();
  return new Promise((done, refuse) => {
    request(url, { headers: { cookie, accept: 'text/html, text/csv' } }, (response) => {
      if (response.statusCode !== 200) return refuse(new Error(`${url} gave ${response.statusCode}`));
      response.on('end', () => done(performance.now() - started)).resume();
    })
      .on('error', refuse)
      .end();
  });
}
