import { retireUnusedValues, reviveValues } from '../../domain/catalogue';
import { findCounted } from '../../domain/events';
import { closeUnusedPlaces, reopenPlaces } from '../../domain/places';
import type { Acting } from '../../platform/acting';
import type { Trx } from '../../platform/db/database';
import { forgetTakenBack, isEmpty, listMade, noteTakenBack, type MadeNames } from './made-names.store';

/**
 * Closes the sites and locations, and retires the values, that only undone imports have made and nothing else needs. They are
 * kept, as the voided events name them. Call it when the events are voided.
 */
export async function takeBackMade(
  trx: Trx,
  { scope: { organisationId }, now }: Acting,
  importId: number,
): Promise<Record<keyof MadeNames, number>> {
  const made = await listMade(trx, { organisationId, id: importId });
  const counted = await findCounted(trx, organisationId, { locationIds: made.locations, valueIds: made.values });
  const unused = (ids: readonly number[], used: readonly number[]) => ids.filter((id) => !used.includes(id));
  const closed = await closeUnusedPlaces(trx, organisationId, {
    siteIds: made.sites,
    locationIds: unused(made.locations, counted.locationIds),
    now,
  });
  const values = await retireUnusedValues(trx, organisationId, unused(made.values, counted.valueIds));
  const taken = { ...closed, values };
  await noteTakenBack(trx, organisationId, { taken, now });
  return { sites: taken.sites.length, locations: taken.locations.length, values: values.length };
}

/** Reopens what was taken back and is named again: it belongs to the import that names it now. */
export async function bringBack(trx: Trx, organisationId: number, names: MadeNames): Promise<void> {
  if (isEmpty(names)) return;
  await reopenPlaces(trx, organisationId, { siteIds: names.sites, locationIds: names.locations });
  await reviveValues(trx, organisationId, names.values);
  await forgetTakenBack(trx, organisationId, names);
}
