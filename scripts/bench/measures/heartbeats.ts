import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { keepHeartbeats } from '../../../server/features/devices/heartbeats.store';
import { newOrganisation } from '../../../tests/support/people';
import type { TestApp } from '../../../tests/support/test-app';
import { withCounterparts } from '../counterparts';
import { cpuSecondsOfFamily } from '../cpu-time';
import { openBench } from '../kitchens';
import type { Measure } from '../measure';

const devices = 10_000;
/** Each says something once a minute. */
const perSecond = devices / 60;
/** Of one core of the database. */
const most = 0.05;
/** Sent together, so many times a second. */
const bursts = 20;

const keyOf = (nth: number) => `tare_bench_key_of_device_${nth}`;
const said = { appVersion: '1.4.2', batteryPercent: 80, charging: true, network: 'wifi', queueDepth: 0 };

/** As large a fleet as one organization has. @returns the ids, in the order of their keys */
async function addFleet(bench: TestApp): Promise<{ organisationId: number; ids: number[] }> {
  const organisationId = await newOrganisation(bench, { timeZone: 'UTC' });
  const { rows } = await sql<{ id: number }>`
    insert into device (organisation_id, serial, name, key_hash)
    select ${organisationId}, 'bench-' || n, 'Scale ' || n, sha256(convert_to('tare_bench_key_of_device_' || n, 'UTF8')) from generate_series(0, ${devices - 1}) as n
    returning id`.execute(bench.db);
  await sql`analyze device`.execute(bench.db);
  return { organisationId, ids: rows.map(({ id }) => id) };
}

async function beat(url: string, nth: number): Promise<void> {
  const answer = await fetch(`${url}/rest/v1/devices/heartbeat`, {
    method: 'POST',
    headers: { authorization: `Bearer ${keyOf(nth)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...said, clock: new Date().toISOString() }),
  });
  await answer.text();
  if (answer.status !== 200) throw new Error(`a heartbeat was answered ${answer.status}`);
}

/** So many seconds of a fleet's heartbeats, each device in its turn. @returns how many were answered */
async function beatFor(url: string, seconds: number, first = 0): Promise<number> {
  const started = performance.now();
  const asked: Promise<void>[] = [];
  for (let burst = 0; burst < seconds * bursts; burst += 1) {
    const until = Math.round(((burst + 1) * perSecond) / bursts);
    while (asked.length < until) asked.push(beat(url, (first + asked.length) % devices));
    await wait(Math.max(0, started + ((burst + 1) * 1_000) / bursts - performance.now()));
  }
  await Promise.all(asked);
  return asked.length;
}

export const heartbeats: Measure = {
  name: 'heartbeats',
  minutes: 3,
  run: ({ say, quick }) =>
    withCounterparts(async ({ databaseUrl, postgres, tare: start }) => {
      const seconds = quick ? 10 : 90;
      const bench = await openBench({ DATABASE_URL: databaseUrl });
      const { organisationId, ids } = await addFleet(bench);
      const tare = await start();
      const used = () => cpuSecondsOfFamily(postgres.processId());
      await beatFor(tare.url, quick ? 5 : 20);

      const before = used();
      const started = performance.now();
      const sent = await beatFor(tare.url, seconds, 4_000);
      // What was gathered last is written, too.
      await wait(1_500);
      const took = (performance.now() - started) / 1_000;
      const ours = (used() - before) / sent;
      say(
        `${sent.toLocaleString('en-US')} heartbeats in ${took.toFixed(0)} s: ${(ours * 1e6).toFixed(0)} µs of the database each`,
      );

      const singly = quick ? 300 : 3_000;
      const bare = used();
      for (const deviceId of ids.slice(0, singly)) {
        const at = new Date();
        await keepHeartbeats(bench.db, [
          { organisationId, deviceId, at, clockOffsetMs: 0, said: { ...said, clock: at.toISOString() } },
        ]);
      }
      const floor = (used() - bare) / singly;
      say(`written one by one: ${(floor * 1e6).toFixed(0)} µs each, without what a request asks`);
      const { rows } = await sql<{ days: number }>`
        select count(*)::int as days from device_day where organisation_id = ${organisationId}`.execute(bench.db);
      await bench.close();
      if ((rows[0]?.days ?? 0) < singly) throw new Error('heartbeats are missing');
      const share = ours * perSecond;
      return [
        {
          what: `one core of the database, ${devices.toLocaleString('en-US')} devices with a heartbeat a minute`,
          ours: `${(share * 100).toFixed(1)} %`,
          floor: `${(floor * perSecond * 100).toFixed(1)} %`,
          ratio: ours / floor,
          bar: `≤ ${most * 100} %`,
          met: share <= most,
        },
      ];
    }),
};
