import { sql } from 'kysely';
import type { Scope } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import { seesAll } from '../../platform/restriction.rules';
import { visibleLocations } from '../places';
import type { ButtonKind, KeptButton, ProfileRow, ShowingDevice, VersionRow } from './profiles.contract';

/** Devices in use that somebody sees, as `d`; one that stands nowhere is seen only by whoever sees the whole organization. */
const seenDevices = (scope: Scope, status: 'A' | 'I' = 'A') => sql`
  device d left join location l on l.organisation_id = d.organisation_id and l.id = d.location_id
  where d.organisation_id = ${scope.organisationId} and d.status = ${status} and (${seesAll(scope)} or (l.id is not null and ${visibleLocations(scope)}))`;

const iso = (instant: Date | null) => instant?.toISOString() ?? null;

type Dated<Row, Names extends keyof Row> = Omit<Row, Names> & Record<Names, Date | null>;

/** By name. */
export async function listProfiles(
  db: Db | Trx,
  scope: Scope,
  { profileId = null }: { profileId?: number | null } = {},
): Promise<ProfileRow[]> {
  const { rows } = await sql<Dated<ProfileRow, 'publishedAt' | 'draftChangedAt'>>`
    with latest as (
      select distinct on (profile_id) profile_id, id, version, published_at from tracker_profile_version
      where organisation_id = ${scope.organisationId} and state = 'PUBLISHED' order by profile_id, version desc),
    showing as (
      select v.profile_id, count(*)::int as devices, count(*) filter (where v.id <> latest.id)::int as behind
      from device_profile shown
      join tracker_profile_version v on v.organisation_id = shown.organisation_id and v.id = shown.version_id
      join latest on latest.profile_id = v.profile_id
      where shown.organisation_id = ${scope.organisationId} and shown.device_id in (select d.id from ${seenDevices(scope)})
      group by 1)
    select p.id as "profileId", p.name, p.archived_at is not null as archived, latest.version, latest.published_at as "publishedAt",
      draft.changed_at as "draftChangedAt", editor.full_name as "draftChangedBy", coalesce(showing.devices, 0) as devices, coalesce(showing.behind, 0) as "devicesBehind"
    from tracker_profile p
    left join latest on latest.profile_id = p.id
    left join tracker_profile_version draft on draft.organisation_id = p.organisation_id and draft.profile_id = p.id and draft.state = 'DRAFT'
    left join identity.person editor on editor.id = draft.changed_by
    left join showing on showing.profile_id = p.id
    where p.organisation_id = ${scope.organisationId} and (${profileId}::bigint is null or p.id = ${profileId})
    order by lower(p.name), p.id`.execute(db);
  return rows.map((row) => ({ ...row, publishedAt: iso(row.publishedAt), draftChangedAt: iso(row.draftChangedAt) }));
}

export interface OfProfile {
  organisationId: number;
  profileId: number;
}

export interface StoredProfile {
  name: string;
  archived: boolean;
}

export async function lockProfile(
  trx: Trx,
  { organisationId, profileId }: OfProfile,
): Promise<StoredProfile | undefined> {
  const { rows } = await sql<StoredProfile>`
    select name, archived_at is not null as archived from tracker_profile
    where organisation_id = ${organisationId} and id = ${profileId} for update`.execute(trx);
  return rows[0];
}

export async function nameIsTaken(
  trx: Trx,
  organisationId: number,
  { name, exceptId = 0 }: { name: string; exceptId?: number },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from tracker_profile
    where organisation_id = ${organisationId} and lower(name) = lower(${name}) and archived_at is null and id <> ${exceptId}`.execute(
    trx,
  );
  return rows.length > 0;
}

interface By {
  by: number | null;
  now: Date;
}

/** One name of an organization's profiles is given after the other. */
export async function lockNames(trx: Trx, organisationId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`tracker profiles ${organisationId}`}, 0))`.execute(trx);
}

export async function insertProfile(
  trx: Trx,
  organisationId: number,
  { name, by, now }: By & { name: string },
): Promise<number> {
  const { id } = await trx
    .insertInto('tracker_profile')
    .values({ organisation_id: organisationId, name, created_by: by, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateProfile(
  trx: Trx,
  { organisationId, profileId }: OfProfile,
  fields: { name: string } | { archived_at: Date | null },
): Promise<void> {
  await trx
    .updateTable('tracker_profile')
    .set(fields)
    .where('organisation_id', '=', organisationId)
    .where('id', '=', profileId)
    .execute();
}

/** The draft first, then the newest. */
export async function listVersions(
  db: Db | Trx,
  scope: Scope,
  { profileId }: { profileId: number },
): Promise<VersionRow[]> {
  const { rows } = await sql<Dated<VersionRow, 'publishedAt'> & { changedAt: Date }>`
    select v.id as "versionId", v.version, v.revision, v.from_version as "fromVersion", v.changed_at as "changedAt", editor.full_name as "changedBy",
      v.published_at as "publishedAt", publisher.full_name as "publishedBy",
      (select count(*)::int from profile_button b where b.organisation_id = v.organisation_id and b.version_id = v.id) as buttons,
      (select count(*)::int from device_profile shown where shown.organisation_id = v.organisation_id and shown.version_id = v.id
        and shown.device_id in (select d.id from ${seenDevices(scope)})) as devices
    from tracker_profile_version v
    left join identity.person editor on editor.id = v.changed_by
    left join identity.person publisher on publisher.id = v.published_by
    where v.organisation_id = ${scope.organisationId} and v.profile_id = ${profileId}
    order by v.version desc nulls first`.execute(db);
  return rows.map((row) => ({ ...row, changedAt: row.changedAt.toISOString(), publishedAt: iso(row.publishedAt) }));
}

interface NewVersion extends By {
  /** null makes a draft. */
  version: number | null;
  fromVersion?: number | null;
}

/** @returns its id */
export async function insertVersion(
  trx: Trx,
  { organisationId, profileId }: OfProfile,
  { version, fromVersion = null, by, now }: NewVersion,
): Promise<number> {
  const { id } = await trx
    .insertInto('tracker_profile_version')
    .values({
      organisation_id: organisationId,
      profile_id: profileId,
      state: version === null ? 'DRAFT' : 'PUBLISHED',
      version,
      from_version: fromVersion,
      changed_by: by,
      changed_at: now,
      ...(version === null ? {} : { published_by: by, published_at: now }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

interface OfVersion {
  organisationId: number;
  versionId: number;
}

/** A draft was changed. */
export async function raiseRevision(
  trx: Trx,
  { organisationId, versionId }: OfVersion,
  { by, now }: By,
): Promise<void> {
  await sql`
    update tracker_profile_version set revision = revision + 1, changed_by = ${by}, changed_at = ${now}
    where organisation_id = ${organisationId} and id = ${versionId} and state = 'DRAFT'`.execute(trx);
}

/** The draft becomes this version. */
export async function publishDraft(
  trx: Trx,
  { organisationId, versionId }: OfVersion,
  { version, by, now }: By & { version: number },
): Promise<void> {
  await sql`
    update tracker_profile_version set state = 'PUBLISHED', version = ${version}, published_by = ${by}, published_at = ${now}
    where organisation_id = ${organisationId} and id = ${versionId} and state = 'DRAFT'`.execute(trx);
}

export async function deleteDraft(trx: Trx, { organisationId, versionId }: OfVersion): Promise<void> {
  await sql`
    delete from tracker_profile_version where organisation_id = ${organisationId} and id = ${versionId} and state = 'DRAFT'`.execute(
    trx,
  );
}

/** Of each kind in its order. */
export async function listButtons(db: Db | Trx, { organisationId, versionId }: OfVersion): Promise<KeptButton[]> {
  const { rows } = await sql<KeptButton>`
    select kind, ref_id as "refId" from profile_button
    where organisation_id = ${organisationId} and version_id = ${versionId} order by kind, position, ref_id`.execute(
    db,
  );
  return rows;
}

/** In place of all that it has, or of those of one kind. */
export async function putButtons(
  trx: Trx,
  { organisationId, versionId, kind = null }: OfVersion & { kind?: ButtonKind | null },
  buttons: readonly KeptButton[],
): Promise<void> {
  await sql`
    delete from profile_button where organisation_id = ${organisationId} and version_id = ${versionId} and (${kind}::text is null or kind = ${kind})`.execute(
    trx,
  );
  await sql`
    insert into profile_button (organisation_id, version_id, kind, ref_id, position)
    select ${organisationId}::bigint, ${versionId}::bigint, b.kind, b.ref_id, b.position
    from unnest(${buttons.map((one) => one.kind)}::text[], ${buttons.map((one) => one.refId)}::bigint[]) with ordinality as b (kind, ref_id, position)`.execute(
    trx,
  );
}

/** Those in use that somebody sees, of some locations or of all, by site, location and name. */
export async function listShowingDevices(
  db: Db | Trx,
  scope: Scope,
  { locationIds = null }: { locationIds?: readonly number[] | null } = {},
): Promise<ShowingDevice[]> {
  type Row = Omit<ShowingDevice, 'shown'> & {
    profileId: number | null;
    profileName: string;
    versionId: number;
    version: number;
    assignedAt: Date;
  };
  const { rows } = await sql<Row>`
    select seen.*, s.name as "siteName", p.id as "profileId", p.name as "profileName", v.id as "versionId", v.version, shown.assigned_at as "assignedAt"
    from (
      select d.organisation_id, d.id as "deviceId", d.name, l.site_id as "siteId", l.id as "locationId", l.name as "locationName"
      from ${seenDevices(scope)} and (${locationIds}::bigint[] is null or l.id = any(${locationIds}::bigint[]))) seen
    left join site s on s.organisation_id = seen.organisation_id and s.id = seen."siteId"
    left join device_profile shown on shown.organisation_id = seen.organisation_id and shown.device_id = seen."deviceId"
    left join tracker_profile_version v on v.organisation_id = shown.organisation_id and v.id = shown.version_id
    left join tracker_profile p on p.organisation_id = v.organisation_id and p.id = v.profile_id
    order by lower(s.name) nulls last, s.id, lower(seen."locationName"), seen."locationId", lower(seen.name), seen."deviceId"`.execute(
    db,
  );
  return rows.map(({ deviceId, name, siteId, siteName, locationId, locationName, ...row }) => ({
    deviceId,
    name,
    siteId,
    siteName,
    locationId,
    locationName,
    shown:
      row.profileId === null
        ? null
        : {
            profileId: row.profileId,
            profileName: row.profileName,
            versionId: row.versionId,
            version: row.version,
            assignedAt: row.assignedAt.toISOString(),
          },
  }));
}

/** Retired ones get none. */
export async function putDevices(
  trx: Trx,
  { organisationId, versionId }: OfVersion,
  { deviceIds, by, now }: By & { deviceIds: readonly number[] },
): Promise<void> {
  await sql`
    insert into device_profile (organisation_id, device_id, version_id, assigned_at, assigned_by)
    select d.organisation_id, d.id, ${versionId}::bigint, ${now}::timestamptz, ${by}::bigint from device d
    where d.organisation_id = ${organisationId} and d.id = any(${[...deviceIds]}::bigint[]) and d.status = 'A'
    on conflict (organisation_id, device_id) do update
      set version_id = excluded.version_id, assigned_at = excluded.assigned_at, assigned_by = excluded.assigned_by
      where device_profile.version_id <> excluded.version_id`.execute(trx);
}

/** They show no profile any more. */
export async function takeDevices(trx: Trx, organisationId: number, deviceIds: readonly number[]): Promise<void> {
  await trx
    .deleteFrom('device_profile')
    .where('organisation_id', '=', organisationId)
    .where('device_id', 'in', [...deviceIds])
    .execute();
}

/** A device that takes the place of another one shows what that showed. */
export async function handOverProfile(
  trx: Trx,
  organisationId: number,
  { from, to }: { from: number; to: number },
): Promise<void> {
  await sql`
    insert into device_profile (organisation_id, device_id, version_id, assigned_at, assigned_by)
    select organisation_id, ${to}::bigint, version_id, assigned_at, assigned_by from device_profile
    where organisation_id = ${organisationId} and device_id = ${from}
    on conflict (organisation_id, device_id) do nothing`.execute(trx);
}

/** Of all sites, seen or not. */
export async function countShowing(trx: Trx, { organisationId, profileId }: OfProfile): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from device_profile shown
    join tracker_profile_version v on v.organisation_id = shown.organisation_id and v.id = shown.version_id
    join device d on d.organisation_id = shown.organisation_id and d.id = shown.device_id
    where shown.organisation_id = ${organisationId} and v.profile_id = ${profileId} and d.status = 'A'`.execute(trx);
  return rows[0]?.count ?? 0;
}

/** Retired devices that come back show something else. */
export async function dropDevices(trx: Trx, { organisationId, profileId }: OfProfile): Promise<void> {
  await sql`
    delete from device_profile shown using tracker_profile_version v
    where shown.organisation_id = ${organisationId} and v.organisation_id = shown.organisation_id and v.id = shown.version_id and v.profile_id = ${profileId}`.execute(
    trx,
  );
}

/** Which of these devices are retired, of those that somebody sees. */
export async function listRetired(trx: Trx, scope: Scope, deviceIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select d.id from ${seenDevices(scope, 'I')} and d.id = any(${[...deviceIds]}::bigint[])`.execute(trx);
  return rows.map(({ id }) => id);
}

export interface ShownVersion {
  versionId: number;
  version: number;
  name: string;
}

export async function findShown(
  db: Db,
  { organisationId, deviceId }: { organisationId: number; deviceId: number },
): Promise<ShownVersion | null> {
  const { rows } = await sql<ShownVersion>`
    select v.id as "versionId", v.version, p.name from device_profile shown
    join tracker_profile_version v on v.organisation_id = shown.organisation_id and v.id = shown.version_id
    join tracker_profile p on p.organisation_id = v.organisation_id and p.id = v.profile_id
    where shown.organisation_id = ${organisationId} and shown.device_id = ${deviceId}`.execute(db);
  return rows[0] ?? null;
}

/** The language that names are in where nothing else is said. */
export async function findOwnLocale(db: Db, organisationId: number): Promise<string> {
  const { rows } = await sql<{ locale: string }>`
    select locale from organisation_directory where id = ${organisationId}`.execute(db);
  return rows[0]?.locale ?? 'en_US';
}

/** The profiles in use that show one of these values: in their draft, in what is published, or on a device. */
export async function listProfilesWith(
  db: Db,
  organisationId: number,
  refIds: readonly number[],
): Promise<{ profileId: number; name: string }[]> {
  if (refIds.length === 0) return [];
  const { rows } = await sql<{ profileId: number; name: string }>`
    select p.id as "profileId", p.name from tracker_profile p
    where p.organisation_id = ${organisationId} and p.archived_at is null and exists (
      select from tracker_profile_version v
      join profile_button b on b.organisation_id = v.organisation_id and b.version_id = v.id and b.kind <> 'stage'
      left join ref_merge m on m.organisation_id = b.organisation_id and m.old_id = b.ref_id
      where v.organisation_id = p.organisation_id and v.profile_id = p.id and coalesce(m.new_id, b.ref_id) = any(${[...refIds]}::bigint[])
        and (v.state = 'DRAFT'
          or v.version = (select max(version) from tracker_profile_version l where l.organisation_id = p.organisation_id and l.profile_id = p.id)
          or exists (select from device_profile d where d.organisation_id = v.organisation_id and d.version_id = v.id)))
    order by lower(p.name), p.id`.execute(db);
  return rows;
}
