import {
  listAccuracyPlaces,
  listCheckWeights,
  listDays,
  type AccuracyDay,
  type DaysQuery,
  type PlaceWithDays,
  type StoredCheckWeight,
} from '../../domain/measures';
import {
  addDay,
  emptyTally,
  rangeProblem,
  type DayRange,
  type Tally,
} from '../../domain/measures/weight-accuracy.rules';
import { type Viewer, type WeightUnit, siteClock } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import { fail } from '../../platform/errors';
import type { LocalDate } from '../../platform/time';
import type { AccuracyRow, Tallied } from './accuracy-page.contract';
import { inUnit, wireCheckweight } from './check-weights.service';
import type { WeightReport } from './weight-accuracy.contract';

/** @throws 400 weightAccuracy.error.overSixMonths, errors.endDateBeforeStartDate */
export function rangeOf({ beginDate: begin, endDate: end }: { beginDate: LocalDate; endDate: LocalDate }): DayRange {
  const problem = rangeProblem({ begin, end });
  if (problem === null) return { begin, end };
  const code = problem === 'overSixMonths' ? 'weightAccuracy.error.overSixMonths' : 'errors.endDateBeforeStartDate';
  throw fail.badRequest(code, { fields: [{ field: 'endDate', code }] });
}

function tallyWeeks(days: Iterable<AccuracyDay>): Tallied {
  const weeks = new Map<LocalDate, Tally>();
  const total = emptyTally();
  for (const day of days) {
    let week = weeks.get(day.weekStart);
    if (!week) weeks.set(day.weekStart, (week = emptyTally()));
    addDay(week, day);
    addDay(total, day);
  }
  return { weeks, total };
}

export const locationRows = (places: readonly PlaceWithDays[]): AccuracyRow[] =>
  places.map(({ locationId, locationName, locationStatus, days }) => ({
    id: locationId,
    name: locationName,
    status: locationStatus,
    ...tallyWeeks(days),
  }));

/** In the order of the places, which come site by site. */
export function siteRows(places: readonly PlaceWithDays[]): AccuracyRow[] {
  const sites = new Map<number, PlaceWithDays[]>();
  for (const place of places) {
    const known = sites.get(place.siteId);
    if (known) known.push(place);
    else sites.set(place.siteId, [place]);
  }
  return [...sites.values()].flatMap(([first, ...rest]) =>
    first
      ? [
          {
            id: first.siteId,
            name: first.siteName,
            status: first.siteStatus,
            ...tallyWeeks([first, ...rest].flatMap(({ days }) => days)),
          },
        ]
      : [],
  );
}

export const readDays = (db: Db, viewer: Viewer, query: Omit<DaysQuery, 'now'>) =>
  listDays(db, viewer.scope, { ...query, now: siteClock(viewer) });

/** @throws 404 weightAccuracy.unknownSite, unknownLocation: also for a location of another site */
export async function findSiteOrFail(
  db: Db,
  { scope }: Viewer,
  place: { siteId: number; locationId?: number },
): Promise<void> {
  const [found] = await listAccuracyPlaces(db, scope, place);
  if (!found)
    throw fail.notFound(
      place.locationId === undefined ? 'weightAccuracy.unknownSite' : 'weightAccuracy.unknownLocation',
    );
}

const dayKey = (locationId: number, day: LocalDate) => `${locationId} ${day}`;

/** By location and day. */
export async function readCheckWeights(db: Db, { scope }: Viewer, query: { range: DayRange; locationId?: number }) {
  const found = new Map<string, StoredCheckWeight[]>();
  for (const one of await listCheckWeights(db, scope, query)) {
    const key = dayKey(one.locationId, one.day);
    const known = found.get(key);
    if (known) known.push(one);
    else found.set(key, [one]);
  }
  return (locationId: number, day: LocalDate): readonly StoredCheckWeight[] => found.get(dayKey(locationId, day)) ?? [];
}

/** Everything in the range, site by site, in the words of the wire. */
export async function readReport(db: Db, viewer: Viewer, range: DayRange): Promise<WeightReport> {
  const { scope, unit } = viewer;
  const places = await readDays(db, viewer, { range });
  const weighed = await readCheckWeights(db, viewer, { range });
  const sites = new Map<number, WeightReport['sites'][number]>();
  for (const place of places) {
    const { siteId, siteName, siteStatus, timeZone, locationId, locationName, locationStatus } = place;
    const site = sites.get(siteId) ?? { siteId, siteName, siteStatus, timeZone, locations: [] };
    site.locations.push({
      locationId,
      locationName,
      locationStatus,
      days: place.days.map((day) => wireDay(day, weighed(locationId, day.day), unit)),
    });
    sites.set(siteId, site);
  }
  return { organizationId: scope.organisationId, unit: unit.abbr, sites: [...sites.values()] };
}

const wireDay = (
  { day, closed, wasteGrams }: AccuracyDay,
  weights: readonly StoredCheckWeight[],
  unit: WeightUnit,
) => ({
  day,
  closed,
  wasteEventWeightSum: inUnit(wasteGrams, unit),
  checkweights: weights.map((one) => wireCheckweight(one, unit)),
});
