import { sql } from 'kysely';
import { markDevicesSeen } from '../../domain/places';
import type { Db } from '../../platform/db/database';
import type { Heartbeat } from './fleet.contract';

export interface ReceivedHeartbeat {
  organisationId: number;
  deviceId: number;
  at: Date;
  /** How far the device's clock is ahead. */
  clockOffsetMs: number;
  said: Heartbeat;
}

const rowsOf = (beats: readonly ReceivedHeartbeat[]) =>
  JSON.stringify(
    beats.map(({ organisationId, deviceId, at, clockOffsetMs, said }) => ({
      organisation_id: organisationId,
      device_id: deviceId,
      at: at.toISOString(),
      offset: clockOffsetMs,
      app: said.appVersion,
      profile: said.profileVersion ?? null,
      battery: said.batteryPercent ?? null,
      charging: said.charging ?? null,
      network: said.network ?? null,
      queue: said.queueDepth ?? null,
      photos: said.photoBacklog ?? null,
      scale: said.scale?.connected ?? null,
      calibrated: said.scale?.calibratedOn ?? null,
      due: said.scale?.calibrationDueOn ?? null,
    })),
  );

const beatColumns = sql`organisation_id bigint, device_id bigint, at timestamptz, "offset" bigint, app text, profile integer, battery smallint, charging boolean,
  network text, queue integer, photos integer, scale boolean, calibrated date, due date`;

/** Keeps what many devices have said in a few statements, the newest of each. @param beats at most one of a device */
export async function keepHeartbeats(db: Db, beats: readonly ReceivedHeartbeat[]): Promise<void> {
  if (beats.length === 0) return;
  const rows = rowsOf(beats);
  await db.transaction().execute(async (trx) => {
    await markDevicesSeen(trx, beats);
    await sql`
      insert into device_state (organisation_id, device_id, reported_at, app_version, profile_version, battery_percent, charging, network, queue_depth, photo_backlog,
        clock_offset_ms, scale_connected, scale_calibrated_on, scale_due_on)
      select b.organisation_id, b.device_id, b.at, b.app, b.profile, b.battery, b.charging, b.network, b.queue, b.photos, b."offset", b.scale, b.calibrated, b.due
      from jsonb_to_recordset(${rows}::jsonb) as b (${beatColumns}) order by b.organisation_id, b.device_id
      on conflict (organisation_id, device_id) do update set reported_at = excluded.reported_at, app_version = excluded.app_version, profile_version = excluded.profile_version,
        battery_percent = excluded.battery_percent, charging = excluded.charging, network = excluded.network, queue_depth = excluded.queue_depth,
        photo_backlog = excluded.photo_backlog, clock_offset_ms = excluded.clock_offset_ms, scale_connected = excluded.scale_connected,
        scale_calibrated_on = coalesce(excluded.scale_calibrated_on, device_state.scale_calibrated_on), scale_due_on = coalesce(excluded.scale_due_on, device_state.scale_due_on)
      where device_state.reported_at <= excluded.reported_at`.execute(trx);
    await sql`
      insert into device_day (organisation_id, device_id, day, heartbeats, lowest_battery, deepest_queue, largest_clock_offset_ms)
      select b.organisation_id, b.device_id, (b.at at time zone 'UTC')::date, 1, b.battery, b.queue, abs(b."offset")
      from jsonb_to_recordset(${rows}::jsonb) as b (${beatColumns}) order by b.organisation_id, b.device_id
      on conflict (organisation_id, device_id, day) do update set heartbeats = device_day.heartbeats + 1,
        lowest_battery = least(device_day.lowest_battery, excluded.lowest_battery), deepest_queue = greatest(device_day.deepest_queue, excluded.deepest_queue),
        largest_clock_offset_ms = greatest(device_day.largest_clock_offset_ms, excluded.largest_clock_offset_ms)`.execute(
      trx,
    );
  });
}
