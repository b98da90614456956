import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { sql } from 'kysely';
import { processDirtyWeeks } from '../../domain/measures';
import { markLocationsDirty } from '../../domain/weeks';
import { runImportFromStream, shippedMapping } from '../../features/imports';
import type { Trx } from '../../platform/db/database';
import type { Resources } from '../../platform/resources';

export interface FairfaxOptions {
  organisationId: number;
  createdBy: number | null;
  dataDir: string;
  say(line: string): void;
}

const file = 'fcps_breakfast_production_2025-05.csv.gz';
/** Before the first school day in the file. */
const schoolWeekFrom = '2025-01-01';
const preConsumer = 8;
const sayEvery = 20_000;

/** The sheet has no kind of school but in the school's name. */
const segments = [
  { name: 'Elementary schools', pattern: '\\mElementary\\M' },
  { name: 'Middle schools', pattern: '\\mMiddle\\M' },
  { name: 'High schools', pattern: '\\m(High|HS)\\M' },
  { name: 'Secondary schools', pattern: '\\m(Secondary|SS)\\M' },
];

/** Imports the school district's real sheet with the mapping that ships, opens its schools Monday to Friday, and rolls up. */
export async function loadFairfax(
  resources: Resources,
  { organisationId, createdBy, dataDir, say }: FairfaxOptions,
): Promise<void> {
  const {
    database: { db },
    clock,
    domain,
  } = resources;
  let saidLines = 0;
  const done = await runImportFromStream(resources, {
    organisationId,
    createdBy,
    login: 'demo',
    fileName: file.replace(/\.gz$/, ''),
    mapping: shippedMapping('fairfax-breakfast'),
    source: () => createReadStream(join(dataDir, file)).pipe(createGunzip()),
    say(progress) {
      if (!('linesRead' in progress) || progress.linesRead < saidLines + sayEvery) return;
      saidLines = progress.linesRead;
      say(`Fairfax: ${saidLines.toLocaleString('en-US')} lines imported.`);
    },
  });
  if (done.state !== 'DONE' || done.linesRefused > 0)
    throw new Error(
      `The demo file ${file} could not be imported: ${done.failure ?? `${done.linesRefused} lines refused`}.`,
    );
  say(`Fairfax: ${done.eventsTaken.toLocaleString('en-US')} events of ${done.totals.sitesCreated} schools imported.`);

  await db.transaction().execute(async (trx) => {
    await openOnWeekdays(trx, organisationId);
    await nameSegments(trx, organisationId);
  });
  const { weeks } = await processDirtyWeeks(db, { clock, domain, organisationId });
  await db
    .transaction()
    .execute((trx) => setUpSilentSchools(trx, organisationId, done.totals.firstDay ?? schoolWeekFrom));
  say(`Fairfax: ${weeks.toLocaleString('en-US')} location weeks rolled up.`);
}

async function openOnWeekdays(trx: Trx, organisationId: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    insert into calendar_pattern (organisation_id, location_id, weekday, valid_from, open)
    select l.organisation_id, l.id, w.weekday, ${schoolWeekFrom}::date, w.weekday <= 5
    from location l cross join generate_series(1, 7) as w (weekday) where l.organisation_id = ${organisationId}
    returning location_id as id`.execute(trx);
  await markLocationsDirty(trx, { organisationId, locationIds: [...new Set(rows.map((row) => row.id))] });
}

/** A school that threw nothing away has no event that would set it up: it still waits for its first. */
async function setUpSilentSchools(trx: Trx, organisationId: number, since: string): Promise<void> {
  await sql`
    insert into location_stage (organisation_id, location_id, stage_id, entered_on)
    select organisation_id, id, ${preConsumer}, ${since}::date from location where organisation_id = ${organisationId}
    on conflict do nothing`.execute(trx);
}

async function nameSegments(trx: Trx, organisationId: number): Promise<void> {
  for (const { name, pattern } of segments) {
    await sql`
      with added as (insert into segment (organisation_id, name) values (${organisationId}, ${name}) returning id)
      update site set segment_id = (select id from added)
      where organisation_id = ${organisationId} and segment_id is null and name ~ ${pattern}`.execute(trx);
  }
}
