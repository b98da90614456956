import { sql } from 'kysely';
import { addLocation, addSite } from '../../../tests/support/factories';
import { newOrganisation, newPerson } from '../../../tests/support/people';
import type { TestApp } from '../../../tests/support/test-app';
import { withCounterparts } from '../counterparts';
import { openBench } from '../kitchens';
import { median, perSecond, type Measure } from '../measure';
import { batchOf, deviceKey, postRate } from './ingest-rate';

const alerts = 1_000;
/** Many short rounds: what runs behind the ingest (roll-ups, the cleaner of tables) then falls on both alike. */
const rounds = 41;
/** Of the time that a batch takes without alerts. */
const mostAdded = 0.15;

interface Kitchens {
  organisationId: number;
  locations: number[];
  key: string;
}

async function kitchens(bench: TestApp): Promise<Kitchens> {
  const organisationId = await newOrganisation(bench, {
    timeZone: 'Europe/London',
    currencyCode: 'GBP',
    countryCode: 'GB',
  });
  const locations = await Promise.all(
    Array.from({ length: 40 }, async () =>
      addLocation(bench, { organisationId, siteId: await addSite(bench, { organisationId }) }),
    ),
  );
  return { organisationId, locations, key: await deviceKey(bench, organisationId) };
}

/** As a large caterer has them: some for the whole organisation, most for one kitchen, of weights and of costs; a few events in a thousand raise one. */
async function addAlerts(bench: TestApp, { organisationId, locations }: Kitchens): Promise<void> {
  const { userId } = await newPerson(bench, { organisationId, permissions: ['VIEW_BASE_LPO_PAGE'] });
  await sql`
    with made as (
      insert into alert (organisation_id, name, description, site_id, location_id, comp_type, operator, value, currency_code, unit_id, created_at, updated_at)
      select ${organisationId}, 'Alert ' || n, 'For the benchmark', coalesce(l.site_id, 0), coalesce(l.id, 0),
        case n % 3 when 0 then 'reportedCost' else 'netWeightAmount' end, case n % 10 when 0 then 'EQ' when 1 then 'LT' when 2 then 'GT' else 'GE' end,
        case when n % 3 = 0 then case n % 10 when 1 then 0 else 20 + n end when n % 10 = 1 then 0.1 when n % 10 = 0 then 7 when n % 50 = 4 then 2.45 else 3 + n / 100.0 end,
        case n % 3 when 0 then 'GBP' end, case n % 3 when 0 then null else 12 end, now(), now()
      from generate_series(1, ${alerts}) as n
      left join location l on n % 5 <> 0 and l.organisation_id = ${organisationId} and l.id = (${locations}::bigint[])[1 + n % ${locations.length}]
      returning id)
    insert into alert_notification (organisation_id, alert_id, user_id, frequency_since, created_at, updated_at)
    select ${organisationId}, id, ${userId}, now(), now(), now() from made`.execute(bench.db);
  await sql`
    insert into alert_notification_channel (organisation_id, notification_id, channel, frequency, since)
    select organisation_id, id, 'EMAIL', 'IMMEDIATE', now() from alert_notification where organisation_id = ${organisationId}`.execute(
    bench.db,
  );
  await sql`insert into alert_set (organisation_id, alerts) values (${organisationId}, ${alerts})`.execute(bench.db);
}

export const alertIngest: Measure = {
  name: 'alert-ingest',
  minutes: 3,
  run: ({ say, quick }) =>
    withCounterparts(async ({ databaseUrl, tare: start }) => {
      const batches = quick ? 4 : 12;
      const bench = await openBench({ DATABASE_URL: databaseUrl });
      const [plain, watched] = [await kitchens(bench), await kitchens(bench)];
      await addAlerts(bench, watched);
      const tare = await start();
      const rates = { plain: [] as number[], watched: [] as number[] };
      const rateOf = ({ locations, key }: Kitchens) =>
        postRate({ url: tare.url, key, batches: Array.from({ length: batches }, () => batchOf(locations)) });
      // The first round of each warms up, and who goes first alternates.
      for (let round = 0; round <= rounds; round += 1) {
        const order = round % 2 === 0 ? (['plain', 'watched'] as const) : (['watched', 'plain'] as const);
        for (const who of order) {
          const rate = await rateOf(who === 'plain' ? plain : watched);
          if (round > 0) rates[who].push(rate);
        }
        if (round > 0)
          say(
            `round ${round}: without ${perSecond(rates.plain.at(-1) ?? 0)}, with ${alerts.toLocaleString('en-US')} alerts ${perSecond(rates.watched.at(-1) ?? 0)}`,
          );
      }
      const {
        rows: [fired],
      } = await sql<{
        n: number;
      }>`select count(*)::int as n from alert_firing where organisation_id = ${watched.organisationId}`.execute(
        bench.db,
      );
      await bench.close();
      say(`${(fired?.n ?? 0).toLocaleString('en-US')} firings`);
      if (!fired?.n) throw new Error('no alert was raised');
      const [ours, floor] = [median(rates.watched), median(rates.plain)];
      const added = floor / ours - 1;
      return [
        {
          what: `time that ${alerts.toLocaleString('en-US')} alerts add to batches of 1,000 events`,
          ours: perSecond(ours),
          floor: perSecond(floor),
          ratio: added,
          bar: `≤ ${mostAdded}`,
          met: added <= mostAdded,
        },
      ];
    }),
};
