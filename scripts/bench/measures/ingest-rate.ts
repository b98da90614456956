import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { rotateDeviceKey } from '../../../server/domain/places/device-key.store';
import { ask } from '../../../tests/support/counterparts/visitor';
import { addLocation, addSite } from '../../../tests/support/factories';
import { newOrganisation } from '../../../tests/support/people';
import type { TestApp } from '../../../tests/support/test-app';
import { withCounterparts } from '../counterparts';
import { openBench } from '../kitchens';
import { median, perSecond, type Measure } from '../measure';

const rowsInBatch = 1_000;
const parallel = 4;
const rounds = 3;
const dayMs = 24 * 3_600_000;

export interface SentEvent {
  clientEventUuid: string;
  locationId: number;
  occurredAt: string;
  wasteStageId: number;
  grossWeight: number;
  unit: string;
  cost: { amount: string; currency: string };
}

export const ingestRate: Measure = {
  name: 'ingest-rate',
  minutes: 3,
  run: ({ say, quick }) =>
    withCounterparts(async ({ databaseUrl, postgres, tare: start }) => {
      const batches = quick ? 20 : 150;
      const bench = await openBench({ DATABASE_URL: databaseUrl });
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
      const key = await deviceKey(bench, organisationId);
      await bench.close();
      const tare = await start();

      const rates = { ours: [] as number[], floor: [] as number[] };
      for (let round = 0; round < rounds; round += 1) {
        const rows = Array.from({ length: batches }, () => batchOf(locations));
        rates.floor.push(await copyRate(postgres.database(`bare_${round}`), rows.flat()));
        rates.ours.push(await postRate({ url: tare.url, key, batches: rows }));
        say(
          `round ${round + 1}: COPY ${perSecond(rates.floor.at(-1) ?? 0)}, over HTTP ${perSecond(rates.ours.at(-1) ?? 0)}`,
        );
      }
      const [ours, floor] = [median(rates.ours), median(rates.floor)];
      return [
        {
          what: 'events taken over HTTP, 1,000 a request',
          ours: perSecond(ours),
          floor: perSecond(floor),
          ratio: ours / floor,
          bar: '≥ 0.25',
          met: ours / floor >= 0.25,
        },
      ];
    }),
};

/** What batches are signed with. */
export async function deviceKey({ db }: TestApp, organisationId: number): Promise<string> {
  const { id: deviceId } = await db
    .insertInto('device')
    .values({ organisation_id: organisationId, serial: randomUUID(), name: 'Bench', location_id: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return db.transaction().execute((trx) => rotateDeviceKey(trx, { organisationId, deviceId }));
}

/** Events of these locations over the last 60 days, in GBP. */
export function batchOf(locations: readonly number[]): SentEvent[] {
  const now = Date.now();
  return Array.from({ length: rowsInBatch }, (_, at) => ({
    clientEventUuid: randomUUID(),
    locationId: locations[at % locations.length] ?? 0,
    occurredAt: new Date(now - (at % 60) * dayMs - at * 1_000).toISOString(),
    wasteStageId: 8,
    grossWeight: 500 + ((at * 7919) % 4_000) / 2,
    unit: 'g',
    cost: { amount: ((at % 90) / 10).toFixed(2), currency: 'GBP' },
  }));
}

/** One COPY stream of the same values into a table without an index. */
async function copyRate(url: string, rows: readonly SentEvent[]): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    'create table bare (client_event_uuid uuid, location_id bigint, occurred_at timestamptz, stage_id integer, gross_g numeric(12, 2), entered_unit text, cost_amount numeric(14, 4), cost_currency char(3))',
  );
  const lines = function* () {
    for (const row of rows)
      yield `${row.clientEventUuid}\t${row.locationId}\t${row.occurredAt}\t${row.wasteStageId}\t${row.grossWeight}\t${row.unit}\t${row.cost.amount}\t${row.cost.currency}\n`;
  };
  const started = performance.now();
  await pipeline(Readable.from(lines(), { highWaterMark: 1_000 }), client.query(copyFrom('copy bare from stdin')));
  const seconds = (performance.now() - started) / 1_000;
  await client.end();
  return rows.length / seconds;
}

/** Sends batches, several at a time. @returns events a second */
export async function postRate({
  url,
  key,
  batches,
}: {
  url: string;
  key: string;
  batches: readonly SentEvent[][];
}): Promise<number> {
  const bodies = batches.map((events) => JSON.stringify({ events }));
  const started = performance.now();
  await Promise.all(
    Array.from({ length: parallel }, async () => {
      for (let body = bodies.pop(); body !== undefined; body = bodies.pop()) {
        const { status, text } = await ask({
          url: `${url}/rest/v1/waste-events`,
          method: 'POST',
          body,
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        });
        const taken = text.split('"taken"').length - 1;
        if (status !== 200 || taken !== rowsInBatch)
          throw new Error(`a batch was answered ${status} with ${taken} rows taken`);
      }
    }),
  );
  return (batches.length * rowsInBatch * 1_000) / (performance.now() - started);
}
