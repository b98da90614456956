import { sql } from 'kysely';
import type { Trx } from '../../../platform/db/database';
import type { LocalDate } from '../../../platform/time';

export interface CheckWeightRow {
  locationId: number;
  deviceId: number | null;
  at: Date;
  day: LocalDate;
  grams: number;
}

export async function insertCheckWeights(
  trx: Trx,
  organisationId: number,
  rows: readonly CheckWeightRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into check_weight (organisation_id, location_id, device_id, weighed_at, local_date, net_g)
    select ${organisationId}, * from unnest(${rows.map((row) => row.locationId)}::bigint[], ${rows.map((row) => row.deviceId)}::bigint[],
      ${rows.map((row) => row.at)}::timestamptz[], ${rows.map((row) => row.day)}::date[], ${rows.map((row) => row.grams)}::numeric[])`.execute(
    trx,
  );
}

export interface CheckweightNoteRow {
  locationId: number;
  day: LocalDate;
  referenceId: number | null;
  content: string;
}

export async function insertCheckweightNotes(
  trx: Trx,
  organisationId: number,
  rows: readonly CheckweightNoteRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into checkweight_note (organisation_id, location_id, local_date, reference_id, content)
    select ${organisationId}, * from unnest(${rows.map((row) => row.locationId)}::bigint[], ${rows.map((row) => row.day)}::date[],
      ${rows.map((row) => row.referenceId)}::bigint[], ${rows.map((row) => row.content)}::text[])`.execute(trx);
}
