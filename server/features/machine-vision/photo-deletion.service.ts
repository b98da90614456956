import { stopAwaiting } from '../../domain/events';
import { deletePastIn, deletePhotoIn, findPast } from '../../domain/photos';
import type { ActingPersonally } from '../../platform/acting';
import type { Db, Trx } from '../../platform/db/database';
import { lockOrganisation } from '../../platform/db/organisation-lock';
import { touch } from '../../platform/freshness';
import { listOpenLabels } from './labels.store';

/** Nobody can say what was on a photo that is gone: its event waits only for what was said before. */
async function leaveQueue(trx: Trx, organisationId: number, bare: readonly number[]): Promise<void> {
  const answered = new Set((await listOpenLabels(trx, organisationId, bare)).map(({ eventId }) => eventId));
  await stopAwaiting(
    trx,
    organisationId,
    bare.filter((eventId) => !answered.has(eventId)),
  );
}

/** @throws Failure 404 unknownPhoto */
export async function deletePhoto(
  acting: ActingPersonally,
  photo: { eventId: number; photoId: number },
): Promise<void> {
  const { organisationId } = acting.scope;
  await acting.db.transaction().execute(async (trx) => {
    await lockOrganisation(trx, organisationId);
    const { bare } = await deletePhotoIn(trx, acting, photo);
    await leaveQueue(trx, organisationId, bare);
    await acting.touch(trx);
  });
}

const inOneGo = 500;

/** Deletes the photos of every organization whose time is over. */
export async function purgePhotos(db: Db, now: Date): Promise<void> {
  for (
    let organisationId = await findPast(db, now);
    organisationId !== undefined;
    organisationId = await findPast(db, now)
  )
    await purgeSome(db, organisationId, now);
}

const purgeSome = (db: Db, organisationId: number, now: Date): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await lockOrganisation(trx, organisationId);
    const { photos, bare } = await deletePastIn(trx, organisationId, { now, limit: inOneGo });
    await leaveQueue(trx, organisationId, bare);
    if (photos > 0) await touch(trx, organisationId);
  });
