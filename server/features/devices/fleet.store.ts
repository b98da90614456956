import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database';
import { planKept } from '../../platform/db/kept-plans';
import type { DeviceCase, DeviceCommand, DeviceDay, StoredSetting } from './fleet.contract';
import type { CommandKind, ReportedState } from './fleet.rules';

export interface Reported extends ReportedState {
  appVersion: string;
  profileVersion: number | null;
  network: string | null;
  photoBacklog: number | null;
  scaleCalibratedOn: string | null;
  reportedAt: Date;
}

/** What the devices of an organization last said, by device. */
export async function listReported(
  db: Db,
  organisationId: number,
  { deviceId }: { deviceId?: number } = {},
): Promise<Map<number, Reported>> {
  const { rows } = await sql<Reported & { deviceId: number }>`
    select device_id as "deviceId", reported_at as "reportedAt", app_version as "appVersion", profile_version as "profileVersion", battery_percent as "batteryPercent",
      charging, network, queue_depth as "queueDepth", photo_backlog as "photoBacklog", clock_offset_ms as "clockOffsetMs", scale_connected as "scaleConnected",
      scale_calibrated_on as "scaleCalibratedOn", scale_due_on as "scaleDueOn"
    from device_state where organisation_id = ${organisationId} and (${deviceId ?? null}::bigint is null or device_id = ${deviceId ?? null})`.execute(
    db,
  );
  return new Map(rows.map(({ deviceId: id, ...reported }) => [id, reported]));
}

/** What the devices of an organization last said that they show, and when they said so. */
export async function listReportedProfiles(
  db: Db,
  organisationId: number,
): Promise<Map<number, { version: number | null; at: Date }>> {
  const { rows } = await sql<{ deviceId: number; version: number | null; at: Date }>`
    select device_id as "deviceId", profile_version as version, reported_at as at from device_state where organisation_id = ${organisationId}`.execute(
    db,
  );
  return new Map(rows.map(({ deviceId, ...said }) => [deviceId, said]));
}

export async function countOpenCases(db: Db, organisationId: number): Promise<Map<number, number>> {
  const { rows } = await sql<{ deviceId: number; count: number }>`
    select device_id as "deviceId", count(*)::int as count from device_case where organisation_id = ${organisationId} and closed_at is null group by 1`.execute(
    db,
  );
  return new Map(rows.map(({ deviceId, count }) => [deviceId, count]));
}

interface OfDevice {
  organisationId: number;
  deviceId: number;
}

export async function findSetting(db: Db | Trx, { organisationId, deviceId }: OfDevice): Promise<StoredSetting | null> {
  const { rows } = await sql<StoredSetting>`
    select version, channel, settings from device_setting where organisation_id = ${organisationId} and device_id = ${deviceId}`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** What a heartbeat is answered with, in one look: nearly always no command waits. */
export async function findDue(
  db: Db,
  { organisationId, deviceId }: OfDevice,
): Promise<{ setting: StoredSetting | null; waits: boolean }> {
  const { rows } = await sql<StoredSetting & { waits: boolean }>`${planKept}
    select s.version, s.channel, s.settings, exists (
      select from device_command c where c.organisation_id = d.organisation_id and c.device_id = d.id and c.state in ('asked', 'sent')) as waits
    from device d left join device_setting s on s.organisation_id = d.organisation_id and s.device_id = d.id
    where d.organisation_id = ${organisationId} and d.id = ${deviceId}`.execute(db);
  const [{ waits, ...setting } = { waits: false, version: null }] = rows;
  return { setting: setting.version === null ? null : (setting as StoredSetting), waits };
}

/** Languages that devices of the organization were set to. */
export async function listDeviceLocales(db: Db, organisationId: number): Promise<string[]> {
  const { rows } = await sql<{ locale: string }>`
    select distinct s.settings ->> 'locale' as locale from device_setting s
    join device d on d.organisation_id = s.organisation_id and d.id = s.device_id
    where s.organisation_id = ${organisationId} and d.status = 'A'`.execute(db);
  return rows.map(({ locale }) => locale);
}

export async function putSetting(
  trx: Trx,
  { organisationId, deviceId }: OfDevice,
  { channel, settings, now }: Omit<StoredSetting, 'version'> & { now: Date },
): Promise<void> {
  await sql`
    insert into device_setting (organisation_id, device_id, version, channel, settings, changed_at)
    values (${organisationId}, ${deviceId}, 1, ${channel}, ${JSON.stringify(settings)}::jsonb, ${now})
    on conflict (organisation_id, device_id) do update set version = device_setting.version + 1, channel = excluded.channel, settings = excluded.settings, changed_at = excluded.changed_at`.execute(
    trx,
  );
}

export async function insertCommand(
  trx: Trx,
  { organisationId, deviceId }: OfDevice,
  { kind, askedBy, now }: { kind: CommandKind; askedBy: number; now: Date },
): Promise<number> {
  const { id } = await trx
    .insertInto('device_command')
    .values({
      organisation_id: organisationId,
      device_id: deviceId,
      kind,
      state: 'asked',
      asked_by: askedBy,
      asked_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The newest, whatever became of them. */
export async function listCommands(
  db: Db,
  { organisationId, deviceId }: OfDevice,
  limit: number,
): Promise<DeviceCommand[]> {
  const { rows } = await sql<Omit<DeviceCommand, 'askedAt' | 'endedAt'> & { askedAt: Date; endedAt: Date | null }>`
    select c.id as "commandId", c.kind, c.state, coalesce(p.full_name, '') as "askedBy", c.asked_at as "askedAt", c.ended_at as "endedAt", c.answer
    from device_command c left join identity.person p on p.id = c.asked_by
    where c.organisation_id = ${organisationId} and c.device_id = ${deviceId} order by c.id desc limit ${limit}`.execute(
    db,
  );
  return rows.map(({ askedAt, endedAt, ...row }) => ({
    ...row,
    askedAt: askedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }));
}

/** Those that wait for the device, which it is told again until it answers. */
export async function takeCommands(
  db: Db,
  { organisationId, deviceId }: OfDevice,
  { limit, now }: { limit: number; now: Date },
): Promise<{ commandId: number; kind: CommandKind; askedAt: Date }[]> {
  const { rows } = await sql<{ commandId: number; kind: CommandKind; askedAt: Date }>`
    with waiting as (
      select id from device_command where organisation_id = ${organisationId} and device_id = ${deviceId} and state in ('asked', 'sent') order by id limit ${limit}),
    told as (
      update device_command c set state = 'sent', sent_at = coalesce(c.sent_at, ${now}) from waiting w
      where c.organisation_id = ${organisationId} and c.id = w.id and c.state = 'asked')
    select c.id as "commandId", c.kind, c.asked_at as "askedAt" from device_command c join waiting w on w.id = c.id
    where c.organisation_id = ${organisationId} order by c.id`.execute(db);
  return rows;
}

/** @returns false where it waits for no answer of this device */
export async function endCommand(
  trx: Trx,
  { organisationId, deviceId }: OfDevice,
  {
    commandId,
    state,
    answer,
    now,
  }: { commandId: number; state: 'done' | 'failed' | 'withdrawn'; answer?: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('device_command')
    .set({ state, answer: answer ?? null, ended_at: now })
    .where('organisation_id', '=', organisationId)
    .where('device_id', '=', deviceId)
    .where('id', '=', commandId)
    .where('state', 'in', ['asked', 'sent'])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function insertCase(
  trx: Trx,
  { organisationId, deviceId }: OfDevice,
  { note, openedBy, now }: { note: string; openedBy: number; now: Date },
): Promise<number> {
  const { id } = await trx
    .insertInto('device_case')
    .values({ organisation_id: organisationId, device_id: deviceId, note, opened_by: openedBy, opened_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** @returns false where there is no such case, or it is closed */
export async function closeCase(
  trx: Trx,
  { organisationId, deviceId }: OfDevice,
  { caseId, resolution, closedBy, now }: { caseId: number; resolution: string; closedBy: number; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('device_case')
    .set({ resolution, closed_by: closedBy, closed_at: now })
    .where('organisation_id', '=', organisationId)
    .where('device_id', '=', deviceId)
    .where('id', '=', caseId)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Open ones first, then the newest. */
export async function listCases(db: Db, { organisationId, deviceId }: OfDevice, limit: number): Promise<DeviceCase[]> {
  const { rows } = await sql<Omit<DeviceCase, 'openedAt' | 'closedAt'> & { openedAt: Date; closedAt: Date | null }>`
    select c.id as "caseId", c.note, coalesce(o.full_name, '') as "openedBy", c.opened_at as "openedAt", e.full_name as "closedBy", c.closed_at as "closedAt", c.resolution
    from device_case c left join identity.person o on o.id = c.opened_by left join identity.person e on e.id = c.closed_by
    where c.organisation_id = ${organisationId} and c.device_id = ${deviceId} order by c.closed_at is not null, c.id desc limit ${limit}`.execute(
    db,
  );
  return rows.map(({ openedAt, closedAt, ...row }) => ({
    ...row,
    openedAt: openedAt.toISOString(),
    closedAt: closedAt?.toISOString() ?? null,
  }));
}

/** The newest days of which something is known, the last one last. */
export async function listDays(db: Db, { organisationId, deviceId }: OfDevice, limit: number): Promise<DeviceDay[]> {
  const { rows } = await sql<DeviceDay>`
    select day::text, heartbeats, lowest_battery as "lowestBattery", deepest_queue as "deepestQueue", largest_clock_offset_ms as "largestClockOffsetMs"
    from device_day where organisation_id = ${organisationId} and device_id = ${deviceId} order by day desc limit ${limit}`.execute(
    db,
  );
  return rows.reverse();
}

export async function putReplacement(
  trx: Trx,
  { organisationId, deviceId }: OfDevice,
  { replaces, now }: { replaces: number; now: Date },
): Promise<void> {
  await trx
    .insertInto('device_replacement')
    .values({ organisation_id: organisationId, device_id: deviceId, replaces_device_id: replaces, replaced_at: now })
    .execute();
}

/** Whether one has replaced another already, or the other has been replaced: each is done once. */
export async function isInReplacement(
  db: Db | Trx,
  organisationId: number,
  { deviceId, replaces }: { deviceId: number; replaces: number },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from device_replacement where organisation_id = ${organisationId} and (device_id = ${deviceId} or replaces_device_id = ${replaces})`.execute(
    db,
  );
  return rows.length > 0;
}

export interface Replacement {
  deviceId: number;
  replacesDeviceId: number;
  replacedAt: Date;
}

/** Both the one that a device replaced and the one that it was replaced by. */
export async function listReplacements(db: Db, { organisationId, deviceId }: OfDevice): Promise<Replacement[]> {
  const { rows } = await sql<Replacement>`
    select device_id as "deviceId", replaces_device_id as "replacesDeviceId", replaced_at as "replacedAt" from device_replacement
    where organisation_id = ${organisationId} and (device_id = ${deviceId} or replaces_device_id = ${deviceId}) order by replaced_at`.execute(
    db,
  );
  return rows;
}

/** A code of before opens nothing any more. */
export async function putEnrolment(
  trx: Trx,
  { organisationId, deviceId }: OfDevice,
  { codeHash, madeBy, now, expiresAt }: { codeHash: Buffer; madeBy: number; now: Date; expiresAt: Date },
): Promise<void> {
  const columns = { code_hash: codeHash, made_by: madeBy, created_at: now, expires_at: expiresAt };
  await trx
    .insertInto('device_enrolment')
    .values({ organisation_id: organisationId, device_id: deviceId, ...columns })
    .onConflict((conflict) => conflict.columns(['organisation_id', 'device_id']).doUpdateSet(columns))
    .execute();
}

/** Uses a code up. @returns whose it was; null for one that there is not, or that has expired */
export async function takeEnrolment(trx: Trx, codeHash: Buffer, now: Date): Promise<OfDevice | null> {
  const row = await trx
    .deleteFrom('device_enrolment')
    .where('code_hash', '=', codeHash)
    .where('expires_at', '>', now)
    .returning(['organisation_id', 'device_id'])
    .executeTakeFirst();
  return row ? { organisationId: row.organisation_id, deviceId: row.device_id } : null;
}

export async function dropEnrolment(trx: Trx, { organisationId, deviceId }: OfDevice): Promise<void> {
  await trx
    .deleteFrom('device_enrolment')
    .where('organisation_id', '=', organisationId)
    .where('device_id', '=', deviceId)
    .execute();
}

/** @returns when the open code of a device expires */
export async function findEnrolment(db: Db, { organisationId, deviceId }: OfDevice, now: Date): Promise<Date | null> {
  const row = await db
    .selectFrom('device_enrolment')
    .select('expires_at')
    .where('organisation_id', '=', organisationId)
    .where('device_id', '=', deviceId)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row?.expires_at ?? null;
}

/** @returns how many days of devices were removed */
export async function removeDaysBefore(db: Db, day: string): Promise<void> {
  await db.deleteFrom('device_day').where('day', '<', day).execute();
}
