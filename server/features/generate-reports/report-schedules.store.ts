import { sql } from 'kysely';
import type { Scope } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import type { ScheduleTerms, StoredSchedule } from './generate-reports.contract';

const columns = sql`
  s.id as "scheduleId", s.kind, s.parameters, s.cadence, s.day::int as day, s.hour::int as hour, s.owner_id as "ownerId", s.next_at as "nextAt", s.paused, s.paused_for as "pausedFor",
  s.version, (select p.full_name from identity.person p where p.id = s.owner_id) as "ownerName",
  coalesce((select array_agg(k.user_id order by k.user_id) from report_recipient k where k.organisation_id = s.organisation_id and k.schedule_id = s.id), '{}') as "recipientIds"`;

/** Whose: whoever sees everything manages all of them, the others their own. */
const openTo = (scope: Scope, userId: number) => (scope.restriction === null ? sql`true` : sql`s.owner_id = ${userId}`);

interface Reader {
  scope: Scope;
  userId: number;
}

export async function listSchedules(db: Db, { scope, userId }: Reader): Promise<StoredSchedule[]> {
  const { rows } = await sql<StoredSchedule>`
    select ${columns} from report_schedule s where s.organisation_id = ${scope.organisationId} and ${openTo(scope, userId)}
    order by s.paused, s.next_at, s.id`.execute(db);
  return rows;
}

export async function findSchedule(
  db: Db | Trx,
  { scope, userId }: Reader,
  scheduleId: number,
): Promise<StoredSchedule | undefined> {
  const { rows } = await sql<StoredSchedule>`
    select ${columns} from report_schedule s where s.organisation_id = ${scope.organisationId} and s.id = ${scheduleId} and ${openTo(scope, userId)}`.execute(
    db,
  );
  return rows[0];
}

export async function lockSchedule(
  trx: Trx,
  { scope, userId }: Reader,
  scheduleId: number,
): Promise<StoredSchedule | undefined> {
  const { rows } = await sql<StoredSchedule>`
    select ${columns} from report_schedule s where s.organisation_id = ${scope.organisationId} and s.id = ${scheduleId} and ${openTo(scope, userId)}
    for update of s`.execute(trx);
  return rows[0];
}

export async function countSchedules(trx: Trx, { organisationId }: Scope): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from report_schedule where organisation_id = ${organisationId}`.execute(trx);
  return rows[0]?.count ?? 0;
}

interface Written {
  terms: ScheduleTerms;
  nextAt: Date;
  now: Date;
}

async function writeRecipients(
  trx: Trx,
  organisationId: number,
  { scheduleId, userIds }: { scheduleId: number; userIds: number[] },
): Promise<void> {
  await sql`delete from report_recipient where organisation_id = ${organisationId} and schedule_id = ${scheduleId}`.execute(
    trx,
  );
  await sql`
    insert into report_recipient (organisation_id, schedule_id, user_id)
    select ${organisationId}, ${scheduleId}, k.id from unnest(${userIds}::bigint[]) k (id)`.execute(trx);
}

export async function insertSchedule(
  trx: Trx,
  { organisationId }: Scope,
  { terms, nextAt, now, ownerId }: Written & { ownerId: number },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into report_schedule (organisation_id, kind, parameters, cadence, day, hour, owner_id, next_at, created_at, updated_at)
    values (${organisationId}, ${terms.parameters.kind}, ${JSON.stringify(terms.parameters)}::jsonb, ${terms.cadence}, ${terms.day}, ${terms.hour}, ${ownerId},
      ${nextAt}, ${now}, ${now})
    returning id`.execute(trx);
  const id = Number(rows[0]?.id);
  await writeRecipients(trx, organisationId, { scheduleId: id, userIds: terms.recipientIds });
  return id;
}

/** From now on it is made with what whoever changed it sees. */
export async function updateSchedule(
  trx: Trx,
  { organisationId }: Scope,
  { scheduleId, terms, nextAt, now, ownerId }: Written & { scheduleId: number; ownerId: number },
): Promise<void> {
  await sql`
    update report_schedule set kind = ${terms.parameters.kind}, parameters = ${JSON.stringify(terms.parameters)}::jsonb, cadence = ${terms.cadence},
      day = ${terms.day}, hour = ${terms.hour}, owner_id = ${ownerId}, next_at = ${nextAt}, version = version + 1, updated_at = ${now}
    where organisation_id = ${organisationId} and id = ${scheduleId}`.execute(trx);
  await writeRecipients(trx, organisationId, { scheduleId, userIds: terms.recipientIds });
}

export async function setPaused(
  trx: Trx,
  organisationId: number,
  {
    scheduleId,
    paused,
    pausedFor,
    nextAt,
    now,
  }: { scheduleId: number; paused: boolean; pausedFor: string | null; nextAt: Date; now: Date },
): Promise<void> {
  await sql`
    update report_schedule set paused = ${paused}, paused_for = ${pausedFor}, next_at = ${nextAt}, version = version + 1, updated_at = ${now}
    where organisation_id = ${organisationId} and id = ${scheduleId}`.execute(trx);
}

export async function deleteSchedule(trx: Trx, { organisationId }: Scope, scheduleId: number): Promise<void> {
  await sql`delete from report_schedule where organisation_id = ${organisationId} and id = ${scheduleId}`.execute(trx);
}

export interface DueSchedule extends StoredSchedule {
  organisationId: number;
  timeZone: string;
}

/** One that is due, held until the transaction ends, and by nobody else. */
export async function lockDue(trx: Trx, now: Date): Promise<DueSchedule | undefined> {
  const { rows } = await sql<DueSchedule>`
    select ${columns}, s.organisation_id as "organisationId", o.time_zone as "timeZone"
    from report_schedule s join organisation o on o.id = s.organisation_id
    where not s.paused and s.next_at <= ${now} order by s.next_at, s.id limit 1 for update of s skip locked`.execute(
    trx,
  );
  return rows[0];
}

export async function setNextAt(
  trx: Trx,
  organisationId: number,
  { scheduleId, nextAt }: { scheduleId: number; nextAt: Date },
): Promise<void> {
  await sql`update report_schedule set next_at = ${nextAt} where organisation_id = ${organisationId} and id = ${scheduleId}`.execute(
    trx,
  );
}

/** Active members of the organisation, by name: reports go to nobody else. */
export async function listMembers(
  db: Db | Trx,
  { organisationId }: Scope,
): Promise<{ userId: number; fullName: string; email: string }[]> {
  const { rows } = await sql<{ userId: number; fullName: string; email: string }>`
    select p.id as "userId", p.full_name as "fullName", p.email from identity.person p
    where p.id in (select identity.active_members(${organisationId})) order by lower(p.full_name), p.id`.execute(db);
  return rows;
}

/** Of the organisation, for work that no request asks for. */
export async function findReportSettings(db: Db | Trx, organisationId: number) {
  const { rows } = await sql<{ name: string; timeZone: string; trackingLimit: number; simulated: boolean }>`
    select d.name, o.time_zone as "timeZone", o.tracking_limit as "trackingLimit", o.simulated
    from organisation o join organisation_directory d on d.id = o.id where o.id = ${organisationId}`.execute(db);
  return rows[0];
}

export async function listRecipients(
  db: Db | Trx,
  { organisationId, scheduleId }: { organisationId: number; scheduleId: number },
): Promise<number[]> {
  const { rows } = await sql<{ userId: number }>`
    select user_id as "userId" from report_recipient where organisation_id = ${organisationId} and schedule_id = ${scheduleId} order by user_id`.execute(
    db,
  );
  return rows.map(({ userId }) => userId);
}
