import { sql } from 'kysely';
import { rebuildEverything } from '../../../server/domain/measures/rollups.service';
import type { Db } from '../../../server/platform/db/database';
import { systemClock } from '../../../server/platform/time';
import { domainWithoutJobs } from '../../../server/resources';
import type { TareProcess } from '../../support/counterparts/tare-process';
import { derivedTables, wipeDerivedTables } from '../../support/derived-tables';
import { brokenInvariants } from '../../support/rollup-invariants';
import type { Finding } from '../fault';
import type { Scene } from './scene';

const settleRounds = 8;

/** Stops the server once no week is marked and no import is under way, and looks; restarts it while some are. @returns what is left over when it never ends */
export async function settle(scene: Scene, running: TareProcess): Promise<number> {
  let tare = running;
  for (let round = 1; ; round += 1) {
    await new Promise((later) => setTimeout(later, round * 1_500));
    await tare.stop();
    const open = await scene.look(countOpen);
    if (open === 0 || round === settleRounds) return open;
    tare = await scene.start();
  }
}

async function countOpen(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from dirty_week) + (select count(*) from import_batch where state in ('CHECKING', 'QUEUED', 'RUNNING')) as n`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** Rows of the derived tables that a full rebuild makes otherwise, and the rules that they break. */
export async function rollupDifferences(
  db: Db,
  organisationId: number,
): Promise<{ differences: number; rows: number; broken: string[] }> {
  const broken = Object.keys(await brokenInvariants(db, organisationId));
  const before = await derivedTables(db, organisationId);
  await wipeDerivedTables(db, organisationId);
  await rebuildEverything(db, { clock: systemClock, domain: domainWithoutJobs(), organisationId });
  const after = await derivedTables(db, organisationId);
  let [differences, rows] = [0, 0];
  for (const [table, made] of Object.entries(before)) {
    const [was, is] = [
      new Set(made.map((row) => JSON.stringify(row))),
      new Set((after[table] ?? []).map((row) => JSON.stringify(row))),
    ];
    rows += was.size;
    differences += [...was].filter((row) => !is.has(row)).length + [...is].filter((row) => !was.has(row)).length;
  }
  return { differences, rows, broken };
}

export interface EventCounts {
  rows: number;
  uuids: number;
  /** Imported lines, each of two measures, of which one alone is there. */
  halfLines: number;
}

export async function countEvents(db: Db, organisationId: number): Promise<EventCounts> {
  const { rows } = await sql<EventCounts>`
    select count(*) as rows, count(distinct client_event_uuid) as uuids, (
      select count(*) from (
        select from waste_event where organisation_id = ${organisationId} and import_batch_id is not null
        group by import_batch_id, import_line having count(*) <> 2) torn) as "halfLines"
    from waste_event where organisation_id = ${organisationId}`.execute(db);
  return rows[0] ?? { rows: 0, uuids: 0, halfLines: 0 };
}

/** A finding that holds while the number is nought. */
export const none = (what: string, count: number, detail = ''): Finding => ({
  what,
  figure: `${count}${detail ? ` ${detail}` : ''}`,
  bar: '0',
  held: count === 0,
});
