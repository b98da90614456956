import { createHash } from 'node:crypto';
import { userIdOf, type Acting } from '../../platform/acting';
import { defineActions } from '../../platform/audit';
import type { Trx } from '../../platform/db/database';
import { lockOrganisation } from '../../platform/db/organisation-lock';
import { fail } from '../../platform/errors';
import { hashOfPicture, pictureType, remadePicture } from '../../platform/pictures/pictures';
import { seesAll } from '../../platform/restriction.rules';
import { awaitClassification, lockEventOf, seesEvent } from '../events';
import { mostPhotos } from './photo-limits.rules';
import type { PhotoSettings, PhotoSettingsForm } from './photos.contract';
import {
  countOlder,
  deletePast,
  deletePhotoOf,
  insertPhoto,
  moveRetention,
  readKnown,
  readPhotoSettings,
  withoutPhoto,
  writePhotoSettings,
} from './photos.store';

const photoActions = defineActions('photo', {
  add: {},
  delete: { severity: 'warning' },
  // Photos may leave the house from then on, or are deleted earlier.
  changeSettings: { severity: 'warning' },
});

const dayMs = 86_400_000;
const sizes = {
  large: { width: 1_280, height: 1_280, fit: 'inside' },
  small: { width: 160, height: 160, fit: 'inside' },
} as const;

interface Given {
  eventId: number;
  file: Buffer;
  /** Without it, when the event happened. */
  takenAt?: Date | undefined;
}

/**
 * Keeps a photo of what was weighed; the same file of the same event is kept once. From then on the event waits until somebody's
 * answer about it is published; one that was classified before stays so.
 * @throws Failure 404 unknownEvent, 422 notAPicture, photos.tooMany, notFromDevices, 429
 */
export async function addPhoto(
  acting: Acting,
  { eventId, file, takenAt }: Given,
): Promise<{ photoId: number; known: boolean }> {
  const { scope, now, actor } = acting;
  const { organisationId } = scope;
  const sha256 = createHash('sha256').update(file).digest();
  if (!(await seesEvent(acting.db, scope, eventId))) throw fail.notFound('wasteEvents.unknownEvent');
  // What cannot be added is not worth its decoding.
  const before = await readKnown(acting.db, organisationId, { eventId, sha256 });
  if (before.photoId !== null) return { photoId: before.photoId, known: true };
  if (before.photos >= mostPhotos) throw tooMany();
  if (actor.kind === 'device') checkDevices(await readPhotoSettings(acting.db, organisationId));
  const content = await remadePicture(file, sizes.large);
  const small = await remadePicture(content, sizes.small);
  const hash = await hashOfPicture(content);
  return acting.db.transaction().execute(async (trx) => {
    // Whoever changes how long photos are kept waits for it, or it for them.
    await lockOrganisation(trx, organisationId);
    const event = await lockEventOf(trx, scope, eventId);
    if (!event) throw fail.notFound('wasteEvents.unknownEvent');
    const known = await readKnown(trx, organisationId, { eventId, sha256 });
    if (known.photoId !== null) return { photoId: known.photoId, known: true };
    if (known.photos >= mostPhotos) throw tooMany();
    const settings = await readPhotoSettings(trx, organisationId);
    if (actor.kind === 'device') checkDevices(settings);
    const photoId = await insertPhoto(trx, organisationId, {
      eventId,
      sha256,
      mediaType: pictureType,
      content,
      small,
      hash,
      deviceId: actor.kind === 'device' ? actor.deviceId : null,
      addedBy: userIdOf(acting),
      takenAt: takenAt ?? event.occurredAt,
      addedAt: now,
      retentionUntil: new Date(now.getTime() + settings.retentionDays * dayMs),
    });
    await awaitClassification(trx, organisationId, eventId);
    await acting.audit(trx, { action: photoActions.add, entity: 'photo', entityId: photoId, after: { eventId } });
    await acting.touch(trx);
    return { photoId, known: false };
  });
}

function checkDevices({ devicePhotos }: PhotoSettings): void {
  if (!devicePhotos) throw fail.unprocessable('photos.notFromDevices');
}

const tooMany = () => fail.unprocessable('photos.tooMany', { params: { max: mostPhotos } });

/** What is left of events whose photos were deleted. */
interface Deleted {
  /** How many photos. */
  photos: number;
  /** The events that have none any longer. */
  bare: number[];
}

/** In the caller's transaction, under the organization's lock. @throws Failure 404 unknownPhoto, or of an event that the scope does not see */
export async function deletePhotoIn(
  trx: Trx,
  acting: Acting,
  { eventId, photoId }: { eventId: number; photoId: number },
): Promise<Deleted> {
  const { organisationId } = acting.scope;
  const event = await lockEventOf(trx, acting.scope, eventId);
  if (!event || !(await deletePhotoOf(trx, organisationId, { eventId, photoId })))
    throw fail.notFound('photos.unknownPhoto');
  await acting.audit(trx, { action: photoActions.delete, entity: 'photo', entityId: photoId, before: { eventId } });
  return { photos: 1, bare: await withoutPhoto(trx, organisationId, [eventId]) };
}

/** Photos are kept no longer than their organization wants; at most `limit` of them, under its lock. */
export async function deletePastIn(
  trx: Trx,
  organisationId: number,
  { now, limit }: { now: Date; limit: number },
): Promise<Deleted> {
  const eventIds = await deletePast(trx, organisationId, { now, limit });
  return { photos: eventIds.length, bare: await withoutPhoto(trx, organisationId, eventIds) };
}

/**
 * How long photos are kept, and whether they may train a model. Where photos are deleted by it, somebody has agreed to that.
 * @throws Failure 422 limitedToSites, confirmDeletion
 */
export async function changePhotoSettings(acting: Acting, { deletes, ...settings }: PhotoSettingsForm): Promise<void> {
  const { scope, now } = acting;
  if (!seesAll(scope)) throw fail.unprocessable('photos.limitedToSites');
  await acting.db.transaction().execute(async (trx) => {
    await lockOrganisation(trx, scope.organisationId);
    const before = await readPhotoSettings(trx, scope.organisationId);
    const same = (Object.keys(settings) as (keyof typeof settings)[]).every((name) => before[name] === settings[name]);
    if (same) return;
    const shorter = settings.retentionDays < before.retentionDays;
    if (shorter && deletes !== String(settings.retentionDays)) await refuseDeletion(trx, acting, settings);
    await writePhotoSettings(trx, scope.organisationId, { ...settings, by: userIdOf(acting), now });
    if (before.retentionDays !== settings.retentionDays)
      await moveRetention(trx, scope.organisationId, settings.retentionDays);
    await acting.audit(trx, {
      action: photoActions.changeSettings,
      entity: 'organisation',
      entityId: scope.organisationId,
      before,
      after: settings,
    });
    await acting.touch(trx);
  });
}

/** @throws Failure 422 confirmDeletion where photos are older than so many days */
async function refuseDeletion(
  trx: Trx,
  { scope, now }: Acting,
  { retentionDays }: { retentionDays: number },
): Promise<void> {
  if ((await countOlder(trx, scope.organisationId, { retentionDays, now })) > 0)
    throw fail.unprocessable('photos.confirmDeletion', {
      fields: [{ field: 'deletes', code: 'photos.confirmDeletion' }],
    });
}
