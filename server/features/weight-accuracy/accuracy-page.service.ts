import { listAccuracyPlaces, type PlaceWithDays } from '../../domain/measures';
import {
  chosenRangeProblem,
  defaultRange,
  firstChoice,
  isChosen,
  latestEnd,
  modeOf,
  pickerLimits,
  tallyOf,
  weeksOf,
  type AccuracyPlace,
  type Choice,
  type DayRange,
  type Selection,
} from '../../domain/measures/weight-accuracy.rules';
import type { Viewer } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import { fail } from '../../platform/errors';
import type { Translate } from '../../platform/i18n/messages';
import type { AccuracyContent, AccuracyPageData, AccuracyRow } from './accuracy-page.contract';
import { inUnit, wireCheckweight } from './check-weights.service';
import { noNote, readNotes, readReferences } from './notes.service';
import { isDay, type CheckweightDay, type PageQuery } from './weight-accuracy.contract';
import { locationRows, readCheckWeights, readDays, siteRows } from './weight-accuracy.service';

/** @throws 404 for a site or location that is not in sight, and for a location of another site */
export async function readAccuracyPage(
  db: Db,
  viewer: Viewer,
  { query, t }: { query: PageQuery; t: Translate },
): Promise<AccuracyPageData> {
  const { today } = viewer;
  const usual = defaultRange(today);
  const range = { begin: query.beginDate || usual.begin, end: query.endDate || usual.end };
  const dates = isDay(range.begin) && isDay(range.end);
  const problem = dates ? chosenRangeProblem(range, today) : 'notADate';
  const asked: Selection = {
    site: query.siteId ?? '',
    location: typeof query.siteId === 'number' ? query.locationId : '',
  };
  const mode = modeOf(asked);
  const all = mode === 'organisation' && !problem ? await readDays(db, viewer, { range }) : null;
  const places = all ?? (await listAccuracyPlaces(db, viewer.scope));
  const site =
    query.siteId === undefined
      ? firstChoice((all ?? []).map(({ siteStatus, days }) => ({ status: siteStatus, days: days.length })))
      : asked.site;
  const selection = { ...asked, site };
  refuseUnknown(places, selection);
  const content: AccuracyContent = problem
    ? { kind: 'problem', problem }
    : all
      ? sitesContent(all, { range, site })
      : await contentIn(db, viewer, { t, range, selection });
  return {
    selection,
    mode,
    range,
    chosen: {
      begin: range.begin === usual.begin ? undefined : range.begin,
      end: range.end === usual.end ? undefined : range.end,
    },
    limits: dates ? pickerLimits(range, today) : null,
    latestEnd: latestEnd(today),
    sites: [
      ...new Map(
        places.map((place) => [place.siteId, { id: place.siteId, name: place.siteName, status: place.siteStatus }]),
      ).values(),
    ],
    locations: places
      .filter(({ siteId }) => siteId === site)
      .map((place) => ({ id: place.locationId, name: place.locationName, status: place.locationStatus })),
    content,
  };
}

function refuseUnknown(places: readonly AccuracyPlace[], { site, location }: Selection): void {
  if (typeof site === 'number' && !places.some(({ siteId }) => siteId === site))
    throw fail.notFound('weightAccuracy.unknownSite');
  if (
    typeof location === 'number' &&
    !places.some(({ siteId, locationId }) => siteId === site && locationId === location)
  )
    throw fail.notFound('weightAccuracy.unknownLocation');
}

function sitesContent(
  all: readonly PlaceWithDays[],
  { range, site }: { range: DayRange; site: Choice },
): AccuracyContent {
  const shown = all.filter(({ siteId, siteStatus }) => isChosen(site, { id: siteId, status: siteStatus }));
  return weeksContent('site', { range, places: shown, rows: siteRows(shown) });
}

interface AccuracyRequest {
  t: Translate;
  range: DayRange;
  selection: Selection;
}

/** Of a site, or of one of its locations. */
async function contentIn(
  db: Db,
  viewer: Viewer,
  { t, range, selection: { site, location } }: AccuracyRequest,
): Promise<AccuracyContent> {
  const siteId = Number(site);
  const places = await readDays(db, viewer, {
    range,
    siteId,
    ...(typeof location === 'number' ? { locationId: location } : {}),
  });
  const [only] = places;
  if (typeof location === 'number' && only) return daysContent(db, viewer, { t, range, place: only });
  const shown = places.filter(({ locationId, locationStatus }) =>
    isChosen(location, { id: locationId, status: locationStatus }),
  );
  return weeksContent('location', { range, places: shown, rows: locationRows(shown) });
}

function weeksContent(
  of: 'site' | 'location',
  { range, places, rows }: { range: DayRange; places: readonly PlaceWithDays[]; rows: AccuracyRow[] },
): AccuracyContent {
  return { kind: 'weeks', of, rows, weeks: weeksOf(range), total: tallyOf(places.flatMap(({ days }) => days)) };
}

async function daysContent(
  db: Db,
  viewer: Viewer,
  { t, range, place }: { t: Translate; range: DayRange; place: PlaceWithDays },
): Promise<AccuracyContent> {
  const { scope, unit } = viewer;
  const { locationId } = place;
  const references = await readReferences(db, scope, t);
  const notes = new Map(
    (await readNotes(db, scope, { range, references, locationIds: [locationId] })).map((note) => [note.date, note]),
  );
  const weighed = await readCheckWeights(db, viewer, { range, locationId });
  const days = place.days.map(({ day, closed, wasteGrams }): CheckweightDay => ({
    orgId: scope.organisationId,
    siteId: place.siteId,
    siteStatus: place.siteStatus,
    locationId,
    locationStatus: place.locationStatus,
    date: day,
    timeZone: place.timeZone,
    unit: unit.abbr,
    isClosed: closed,
    wasteEventWeightSum: inUnit(wasteGrams, unit),
    checkweights: weighed(locationId, day).map((one) => wireCheckweight(one, unit)),
    note: notes.get(day) ?? noNote({ locationId, day }),
  }));
  const { days: judged, ...only } = place;
  return { kind: 'days', place: only, days, references, total: tallyOf(judged) };
}
