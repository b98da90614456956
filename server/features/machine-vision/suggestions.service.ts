import type { WasteEvent } from '../../domain/events/event-list.contract';
import { listPhotosOf } from '../../domain/photos';
import type { Scope } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import { listLabelled } from './labels.store';
import { mostLabelled, nearestNeighbours, type PhotoModel } from './photo-model.rules';
import { readFollower } from './taxonomy.service';
import type { ShownSuggestion } from './vision.contract';
import type { NamedItem } from './vision.rules';

/** The model that suggests; another one takes its place here. */
const model: PhotoModel = nearestNeighbours;

/** What an event may be, by what the organization has published before, and how much that is. */
export async function suggestFor(
  db: Db,
  scope: Scope,
  { event, items }: { event: WasteEvent; items: readonly NamedItem[] },
): Promise<{ suggestions: ShownSuggestion[]; known: number }> {
  const follow = await readFollower(db, scope.organisationId);
  const labelled = (await listLabelled(db, scope, mostLabelled)).flatMap(({ itemId, taxonomyNumber, ...one }) => {
    const now = follow(itemId, taxonomyNumber);
    return now === null ? [] : [{ ...one, itemId: now }];
  });
  const photos = await listPhotosOf(db, scope.organisationId, [
    event.eventId,
    ...labelled.map(({ eventId }) => eventId),
  ]);
  const hashes = new Map<number, Uint8Array>();
  // The oldest photo of an event stands for it.
  for (const { eventId, hash } of photos) if (!hashes.has(eventId)) hashes.set(eventId, hash);
  const hashOf = (eventId: number) => hashes.get(eventId) ?? null;
  const { eventId, netGrams, daypartId, locationId } = event;
  const names = new Map(items.map(({ itemId, name }) => [itemId, name]));
  const suggested = model.suggest(
    { hash: hashOf(eventId), netGrams, daypartId, locationId },
    labelled
      // What is in use no more is no answer.
      .filter(({ itemId }) => names.has(itemId))
      .map((one) => ({ ...one, hash: hashOf(one.eventId) })),
  );
  return {
    suggestions: suggested.map((one) => ({ ...one, name: names.get(one.itemId) ?? '' })),
    known: labelled.length,
  };
}
