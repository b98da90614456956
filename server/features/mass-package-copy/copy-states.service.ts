import { listActiveLocations } from '../../domain/calendar';
import { selectHome } from '../../domain/places';
import type { Acting } from '../../platform/acting';
import type { Scope } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import { covers, type Permission } from '../../platform/permissions';
import { seesAll } from '../../platform/restriction.rules';
import { revisionOf } from '../../platform/revision';
import { localDateOf, type LocalDate } from '../../platform/time';
import { copyParts, type CopyPlace } from './copy-parts';
import type { ShownProfile, States } from './copy-plan.rules';
import type { PartOffer } from './copy.contract';
import { partNames, type PartName, type PartState } from './copy.rules';

export const looking = 'VIEW_CCM_TOOLS_TAB' as const;

/** What somebody needs to change a part by hand. */
const needs: Record<PartName, readonly Permission[]> = {
  profile: ['VIEW_TRACKER_PROFILE_MANAGER'],
  costRules: ['EDIT_COST_RULES'],
  alerts: ['EDIT_NOTIFICATIONS'],
  calendar: ['VIEW_BASE_LPO_PAGE', 'VIEW_CONFIGURATION_DROPDOWN'],
};

/** Prices belong to the whole organization. */
const wholeOrganisation: readonly PartName[] = ['costRules'];

/** Why somebody may not copy a part. */
export function refusePart(
  { actor, scope }: Acting,
  part: PartName,
): Extract<PartOffer['refusal'], 'notAllowed' | 'limitedToSites'> | null {
  const may = actor.kind === 'person' && needs[part].every((one) => covers(actor.permissions, one));
  if (!may) return 'notAllowed';
  return wholeOrganisation.includes(part) && !seesAll(scope) ? 'limitedToSites' : null;
}

export const partsAllowed = (acting: Acting): PartName[] =>
  partNames.filter((part) => refusePart(acting, part) === null);

export interface NamedPlace extends CopyPlace {
  locationName: string;
  siteName: string;
}

/** The locations in use that somebody sees, by id in the order of their names. */
export const readPlaces = async (db: Db | Trx, scope: Scope): Promise<Map<number, NamedPlace>> =>
  new Map((await listActiveLocations(db, scope)).map((one) => [one.locationId, one]));

/** Whether whoever takes a copy back does not see one of its targets, which others do: it is not left for good on their account. */
export async function anyHidden(
  trx: Trx,
  { scope }: Pick<Acting, 'scope'>,
  targets: readonly { locationId: number }[],
): Promise<boolean> {
  if (seesAll(scope)) return false;
  const seen = await readPlaces(trx, scope);
  const unseen = targets.filter(({ locationId }) => !seen.has(locationId));
  if (unseen.length === 0) return false;
  const all = await readPlaces(trx, { ...scope, restriction: null });
  return unseen.some(({ locationId }) => all.has(locationId));
}

/** The day from which on a copy changes something. */
export const dayOf = async (db: Db | Trx, { scope, now }: Pick<Acting, 'scope' | 'now'>): Promise<LocalDate> =>
  localDateOf(now, (await selectHome(db, scope.organisationId)).timeZone);

interface Reading {
  parts: readonly PartName[];
  places: readonly CopyPlace[];
  day: LocalDate;
}

/** So many places at a time, that other requests have their turn in between. */
const placesAtOnce = 50;

/** What places have, part by part. */
export async function readStates(
  db: Db | Trx,
  scope: Scope,
  { parts, places, day }: Reading,
): Promise<Map<number, States>> {
  const states = new Map<number, States>(places.map(({ locationId }) => [locationId, {}]));
  for (let at = 0; at < places.length; at += placesAtOnce) {
    const some = places.slice(at, at + placesAtOnce);
    for (const part of parts)
      for (const [locationId, state] of await copyParts[part].read(db, scope, { places: some, day }))
        states.set(locationId, { ...states.get(locationId), [part]: state });
  }
  return states;
}

interface Source {
  place: CopyPlace | undefined;
  deviceId: number | null;
}

/** What the source has; of its profile only what the chosen device shows. Nothing where it is not there any more. */
export async function readSource(
  db: Db | Trx,
  scope: Scope,
  { place, deviceId, parts, day }: Source & Omit<Reading, 'places'>,
): Promise<States> {
  if (!place) return {};
  const states = (await readStates(db, scope, { parts, places: [place], day })).get(place.locationId) ?? {};
  const { profile } = states;
  if (!profile || deviceId === null) return states;
  const entries = profile.entries.filter(({ data }) => (data as ShownProfile).deviceId === deviceId);
  return { ...states, profile: { ...profile, entries } };
}

export const markOf = ({ entries, around }: PartState): string =>
  revisionOf([entries.map(({ same }) => same).sort(), around]);

/** Prices of a site change with the first of its locations: to the others they say nothing. */
export const partsOf = (parts: readonly PartName[], { leadsSite }: { leadsSite: boolean }): PartName[] =>
  parts.filter((part) => leadsSite || part !== 'costRules');

/** Changes whenever something of the parts does. */
export const markOfStates = (states: States, parts: readonly PartName[]): string =>
  revisionOf(parts.map((part) => states[part] && markOf(states[part])));
