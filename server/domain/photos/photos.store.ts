import { sql } from 'kysely';
import type { Scope } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import { visibleLocations } from '../places';
import { retention } from './photo-limits.rules';
import type { EventPhoto, PhotoSettings } from './photos.contract';

interface NewPhoto {
  eventId: number;
  sha256: Buffer;
  mediaType: string;
  content: Buffer;
  small: Buffer;
  hash: Buffer;
  deviceId: number | null;
  addedBy: number | null;
  takenAt: Date;
  addedAt: Date;
  retentionUntil: Date;
}

export async function insertPhoto(trx: Trx, organisationId: number, photo: NewPhoto): Promise<number> {
  const { id } = await trx
    .insertInto('photo')
    .values({
      organisation_id: organisationId,
      event_id: photo.eventId,
      sha256: photo.sha256,
      media_type: photo.mediaType,
      content: photo.content,
      small: photo.small,
      hash: photo.hash,
      device_id: photo.deviceId,
      added_by: photo.addedBy,
      taken_at: photo.takenAt,
      added_at: photo.addedAt,
      retention_until: photo.retentionUntil,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Those of one event: the id of the one that was made of this file, and how many there are. */
export async function readKnown(
  db: Db | Trx,
  organisationId: number,
  { eventId, sha256 }: { eventId: number; sha256: Buffer },
): Promise<{ photoId: number | null; photos: number }> {
  const {
    rows: [known],
  } = await sql<{ photoId: number | null; photos: number }>`
    select max(p.id) filter (where p.sha256 = ${sha256}) as "photoId", count(*)::int as photos
    from photo p where p.organisation_id = ${organisationId} and p.event_id = ${eventId}`.execute(db);
  return known ?? { photoId: null, photos: 0 };
}

/** The photos of these events, the oldest of each first. */
export async function listPhotosOf(
  db: Db | Trx,
  organisationId: number,
  eventIds: readonly number[],
): Promise<EventPhoto[]> {
  if (eventIds.length === 0) return [];
  const { rows } = await sql<EventPhoto>`
    select p.id as "photoId", p.event_id as "eventId", p.taken_at as "takenAt", encode(p.sha256, 'hex') as sha256, p.hash
    from photo p where p.organisation_id = ${organisationId} and p.event_id = any(${[...eventIds]}::bigint[])
    order by p.event_id, p.id`.execute(db);
  return rows;
}

export interface PhotoFile {
  mediaType: string;
  content: Buffer;
}

/** A photo of an event whose location the scope sees. */
export async function findPhoto(
  db: Db,
  scope: Scope,
  { photoId, small }: { photoId: number; small: boolean },
): Promise<PhotoFile | undefined> {
  const { rows } = await sql<PhotoFile>`
    select p.media_type as "mediaType", ${sql.ref(small ? 'p.small' : 'p.content')} as content
    from photo p
    join waste_event e on e.organisation_id = p.organisation_id and e.id = p.event_id
    join location l on l.organisation_id = e.organisation_id and l.id = e.location_id
    where p.organisation_id = ${scope.organisationId} and p.id = ${photoId} and ${visibleLocations(scope)}`.execute(db);
  return rows[0];
}

export async function readPhotoSettings(db: Db | Trx, organisationId: number): Promise<PhotoSettings> {
  const row = await db
    .selectFrom('photo_setting')
    .select(['retention_days', 'training_consent', 'device_photos'])
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst();
  return {
    retentionDays: row?.retention_days ?? retention.usual,
    trainingConsent: row?.training_consent ?? false,
    devicePhotos: row?.device_photos ?? false,
  };
}

export async function writePhotoSettings(
  trx: Trx,
  organisationId: number,
  { retentionDays, trainingConsent, devicePhotos, by, now }: PhotoSettings & { by: number | null; now: Date },
): Promise<void> {
  const values = {
    retention_days: retentionDays,
    training_consent: trainingConsent,
    device_photos: devicePhotos,
    changed_by: by,
    changed_at: now,
  };
  await trx
    .insertInto('photo_setting')
    .values({ organisation_id: organisationId, ...values })
    .onConflict((conflict) => conflict.column('organisation_id').doUpdateSet(values))
    .execute();
}

/** How many photos are older than so many days. */
export async function countOlder(
  db: Db | Trx,
  organisationId: number,
  { retentionDays, now }: { retentionDays: number; now: Date },
): Promise<number> {
  const { rows } = await sql<{ photos: number }>`
    select count(*)::int as photos from photo
    where organisation_id = ${organisationId} and added_at + make_interval(days => ${retentionDays}) <= ${now}`.execute(
    db,
  );
  return rows[0]?.photos ?? 0;
}

/** Photos that are there already are kept as long, too. */
export async function moveRetention(trx: Trx, organisationId: number, retentionDays: number): Promise<void> {
  await sql`
    update photo set retention_until = added_at + make_interval(days => ${retentionDays})
    where organisation_id = ${organisationId}`.execute(trx);
}

/** An organisation that has photos whose time is over. */
export async function findPast(db: Db, now: Date): Promise<number | undefined> {
  const { rows } = await sql<{ organisationId: number }>`
    select organisation_id as "organisationId" from photo where retention_until <= ${now} order by retention_until limit 1`.execute(
    db,
  );
  return rows[0]?.organisationId;
}

/** @returns the events whose photos they were */
export async function deletePast(
  trx: Trx,
  organisationId: number,
  { now, limit }: { now: Date; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ eventId: number }>`
    delete from photo where organisation_id = ${organisationId} and id in (
      select id from photo where organisation_id = ${organisationId} and retention_until <= ${now} order by retention_until limit ${limit})
    returning event_id as "eventId"`.execute(trx);
  return rows.map(({ eventId }) => eventId);
}

/** @returns whether the event had it */
export async function deletePhotoOf(
  trx: Trx,
  organisationId: number,
  { eventId, photoId }: { eventId: number; photoId: number },
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('photo')
    .where('organisation_id', '=', organisationId)
    .where('event_id', '=', eventId)
    .where('id', '=', photoId)
    .executeTakeFirst();
  return numDeletedRows > 0;
}

/** Of these events, those that have no photo. */
export async function withoutPhoto(trx: Trx, organisationId: number, eventIds: readonly number[]): Promise<number[]> {
  const photographed = new Set((await listPhotosOf(trx, organisationId, eventIds)).map(({ eventId }) => eventId));
  return [...new Set(eventIds)].filter((eventId) => !photographed.has(eventId));
}
