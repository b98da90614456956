import { sql } from 'kysely';
import type { Db } from '../../server/platform/db/database';
import type { Fault, Finding } from './fault';
import { DeviceClient } from './kill/device-client';
import { countEvents, none, rollupDifferences, settle } from './kill/figures';
import { openScene, randomWait, type DatabaseKind } from './kill/scene';

const manyMoments = 50;
const fewMoments = 4;
/** A life ends after up to so many answers, and somewhere within the time that one takes: each kill finds batches at another step. */
const mostAnswers = 8;
const longestLifeMs = 20_000;

async function killDuringIngest(kind: DatabaseKind, moments: number, say: (line: string) => void): Promise<Finding[]> {
  const scene = await openScene(kind);
  try {
    const clients = scene.devices.map((device) => new DeviceClient(device));
    for (let moment = 1; moment <= moments; moment += 1) {
      const tare = await scene.start();
      const life = new AbortController();
      const sending = clients.map((client) => client.work(tare.url, life.signal));
      await someAnswers(clients);
      await tare.stop('SIGKILL');
      life.abort();
      await Promise.all(sending);
      if (moment % 10 === 0)
        say(`${kind}: killed ${moment} times, ${count(clients, 'acknowledged')} batches acknowledged`);
    }
    const tare = await scene.start();
    for (const client of clients) await client.sendRest(tare.url);
    const unsettled = await settle(scene, tare);
    return await scene.look((db) =>
      findings(db, {
        organisationId: scene.organisationId,
        title: `kill -9 during ingest, ${kind}, ${moments} moments`,
        clients,
        unsettled,
      }),
    );
  } finally {
    await scene.remove();
  }
}

async function someAnswers(clients: DeviceClient[]): Promise<void> {
  const wanted = count(clients, 'acknowledged') + Math.floor(Math.random() * (mostAnswers + 1));
  const until = performance.now() + longestLifeMs;
  while (count(clients, 'acknowledged') < wanted && performance.now() < until)
    await new Promise((later) => setTimeout(later, 1));
  await randomWait(clients[0]?.answerMs ?? 0);
}

interface Aftermath {
  organisationId: number;
  title: string;
  clients: DeviceClient[];
  unsettled: number;
}

async function findings(db: Db, { organisationId, title, clients, unsettled }: Aftermath): Promise<Finding[]> {
  const batches = clients.flatMap((client) => client.batches);
  const sent = batches.reduce((sum, { good }) => sum + good, 0);
  const { rows: stored } = await sql<{ name: string; rows: number }>`
    select note as name, count(*) as rows from waste_event where organisation_id = ${organisationId} group by note`.execute(
    db,
  );
  const rowsOf = new Map(stored.map((row) => [row.name, row.rows]));
  const lost = batches.reduce((sum, { name, good }) => sum + Math.max(good - (rowsOf.get(name) ?? 0), 0), 0);
  const half = clients.reduce((sum, client) => sum + client.half, 0);
  const events = await countEvents(db, organisationId);
  const { rows: audits } = await sql<{ batches: number; taken: number }>`
    select count(*) as batches, coalesce(sum((after ->> 'taken')::int), 0) as taken from audit_log
    where organisation_id = ${organisationId} and action = 'wasteEvent.takeBatch' and (after ->> 'taken')::int > 0`.execute(
    db,
  );
  const audit = audits[0] ?? { batches: 0, taken: 0 };
  const { differences, rows, broken } = await rollupDifferences(db, organisationId);
  const odd = clients.flatMap((client) => client.oddAnswers);
  // ASVS V2.3.3
  return [
    none(
      `${title}: acknowledged rows lost`,
      lost,
      `of ${sent} in ${batches.length} batches, ${count(clients, 'foundStored')} of them stored with their answer lost`,
    ),
    none(`${title}: half batches`, half),
    none(`${title}: rows twice`, events.rows - events.uuids + Math.max(events.rows - sent, 0)),
    none(
      `${title}: batches without their audit row`,
      Math.abs(batches.length - audit.batches) + Math.abs(events.rows - audit.taken),
    ),
    none(
      `${title}: roll-up rows that a full rebuild makes otherwise`,
      differences + broken.length,
      `of ${rows}${broken.length > 0 ? `; broken: ${broken.join(', ')}` : ''}`,
    ),
    none(`${title}: weeks left unprocessed`, unsettled),
    none(`${title}: answers that were neither 200 nor cut off`, odd.length, odd[0]),
  ];
}

const count = (clients: DeviceClient[], what: 'acknowledged' | 'foundStored') =>
  clients.reduce((sum, client) => sum + client[what], 0);

export const killIngest: Fault = {
  name: 'kill-ingest',
  quick: false,
  needs: ['postgres'],
  run: async (say) => [
    ...(await killDuringIngest('PostgreSQL', manyMoments, say)),
    ...(await killDuringIngest('embedded', manyMoments, say)),
  ],
};

export const killIngestShort: Fault = {
  name: 'kill-ingest-short',
  quick: true,
  needs: [],
  run: (say) => killDuringIngest('embedded', fewMoments, say),
};
