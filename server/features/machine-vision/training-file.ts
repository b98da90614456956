import { findValueNames } from '../../domain/catalogue';
import { listPhotosOf, readPhotoSettings } from '../../domain/photos';
import type { Locale, Scope } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import { fail } from '../../platform/errors';
import { csvFile, type CsvFile } from '../../platform/table/csv';
import { listTraining, type TrainingLabel } from './labels.store';
import { readFollower } from './taxonomy.service';

interface Line extends Pick<TrainingLabel, 'labelId' | 'eventId' | 'kind' | 'taxonomyNumber' | 'at'> {
  photoId: number;
  sha256: string;
  itemId: number | null;
  itemName: string | null;
  share: number | null;
  /** What the item is today. */
  currentItemId: number | null;
  currentItemName: string | null;
}

const inOneGo = 1_000;

/**
 * The published answers about photos, a line for each photo and part, for programs that learn from them.
 * @throws Failure 422 noConsent
 */
export async function trainingFile(db: Db, scope: Scope, locale: Locale): Promise<CsvFile> {
  const { trainingConsent } = await readPhotoSettings(db, scope.organisationId);
  if (!trainingConsent) throw fail.unprocessable('machineVision.noConsent');
  return csvFile<Line>(
    'Labels.csv',
    [
      { header: 'photo_id', value: (line) => line.photoId },
      { header: 'sha256', value: (line) => line.sha256 },
      { header: 'event_id', value: (line) => line.eventId },
      { header: 'label_id', value: (line) => line.labelId },
      { header: 'label', value: (line) => line.kind },
      { header: 'item_id', value: (line) => line.itemId },
      { header: 'item', value: (line) => line.itemName },
      { header: 'share_percent', value: (line) => line.share },
      { header: 'labeled_at', value: (line) => line.at.toISOString() },
      { header: 'taxonomy_version', value: (line) => line.taxonomyNumber },
      { header: 'current_item_id', value: (line) => line.currentItemId },
      { header: 'current_item', value: (line) => line.currentItemName },
    ],
    linesOf(db, scope, locale),
  );
}

async function* linesOf(db: Db, scope: Scope, locale: Locale): AsyncGenerator<Line> {
  const { organisationId } = scope;
  const follow = await readFollower(db, organisationId);
  for (let afterEventId = 0; ;) {
    const labels = await listTraining(db, scope, { afterEventId, limit: inOneGo });
    const photos = await listPhotosOf(
      db,
      organisationId,
      labels.map(({ eventId }) => eventId),
    );
    const ids = labels.flatMap(({ parts, taxonomyNumber }) =>
      parts.flatMap(({ itemId }) => [itemId, follow(itemId, taxonomyNumber) ?? itemId]),
    );
    const names = await findValueNames(db, { organisationId, ids: [...new Set(ids)], locale });
    const nameOf = (id: number | null) => (id === null ? null : (names.get(id) ?? null));
    for (const { parts, ...label } of labels)
      for (const { photoId, sha256 } of photos.filter(({ eventId }) => eventId === label.eventId))
        for (const part of parts.length > 0 ? parts : [null]) {
          const itemId = part?.itemId ?? null;
          const currentItemId = itemId === null ? null : follow(itemId, label.taxonomyNumber);
          yield {
            ...label,
            photoId,
            sha256,
            itemId,
            itemName: nameOf(itemId),
            share: part?.share ?? null,
            currentItemId,
            currentItemName: nameOf(currentItemId),
          };
        }
    const last = labels.at(-1);
    if (!last || labels.length < inOneGo) return;
    afterEventId = last.eventId;
  }
}
