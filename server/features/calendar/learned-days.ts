import { sameDays } from '../../domain/calendar/learned-days.rules';
import { listLearnedDays, type LearnedLocation } from '../../domain/measures';
import { scopeOf, type Viewer } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import type { Context } from '../../platform/http/define-route';
import { localDateOf } from '../../platform/time';
import { mayConfigure } from './calendar-view.service';
import { confirmDaysHref, type UnconfirmedIds } from './confirm-days.rules';

type Asking = Pick<Context, 'db' | 'actor' | 'now'>;

const listLearned = ({ db, actor, now }: Asking) =>
  listLearnedDays(db, scopeOf(actor), localDateOf(now, actor.organisation.timeZone));

/** The locations whose weighings show these days. */
export const locationsShowing = async (asking: Asking, openDays: readonly boolean[]): Promise<number[]> =>
  (await listLearned(asking)).filter((one) => sameDays(one.openDays, openDays)).map((one) => one.locationId);

export interface LearnedView {
  /** Of the location: the days that its weighings show; null where there is nothing to ask. */
  proposal: (LearnedLocation & { alike: Alike }) | null;
  /** Others that wait to be asked, and the first of them. */
  others: number;
  next: LearnedLocation | null;
}

/** All that show the same days, this one among them. */
interface Alike {
  locations: number;
  /** The first event of any: before its own, no day of a location is open anyway. */
  validFrom: string;
}

export async function viewLearned(asking: Asking, locationId: number): Promise<LearnedView> {
  const all = await listLearned(asking);
  const own = all.find((one) => one.locationId === locationId);
  const others = all.filter((one) => one !== own);
  const alike = own ? all.filter((one) => sameDays(one.openDays, own.openDays)) : [];
  const [validFrom = ''] = alike.map((one) => one.firstEventDate).sort();
  return {
    proposal: own ? { ...own, alike: { locations: alike.length, validFrom } } : null,
    others: others.length,
    next: others[0] ?? null,
  };
}

export const nothingLearned: LearnedView = { proposal: null, others: 0, next: null };

export interface UnconfirmedLocations {
  locations: LearnedLocation[];
  ids: ReadonlySet<number>;
  /** The same for pages that say it of single locations. */
  listed: UnconfirmedIds;
  /** Where the first of them is confirmed; null for whoever may not. */
  href: string | null;
}

/** The locations that are not judged before somebody has confirmed their opening days. */
export async function findUnconfirmed(
  db: Db,
  viewer: Pick<Viewer, 'scope' | 'today' | 'permissions'>,
): Promise<UnconfirmedLocations> {
  const locations = await listLearnedDays(db, viewer.scope, viewer.today);
  const [first] = locations;
  const locationIds = locations.map((one) => one.locationId);
  const mayConfirm = mayConfigure(viewer);
  return {
    locations,
    ids: new Set(locationIds),
    listed: { locationIds, mayConfirm },
    href: first && mayConfirm ? confirmDaysHref(first.locationId) : null,
  };
}
