import { listAccuracyPlaces, type AccuracyDay, type DaysQuery, type PlaceWithDays } from '../../domain/measures';
import {
  accuracyOfDay,
  averageOf,
  weeksOf,
  type AccuracyPlace,
  type DayRange,
  type Status,
} from '../../domain/measures/weight-accuracy.rules';
import type { Viewer } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import { wholePercent } from '../../platform/fraction.rules';
import type { Translate } from '../../platform/i18n/messages';
import { csvFile, type CsvColumn, type CsvFile } from '../../platform/table/csv';
import type { AccuracyRow } from './accuracy-page.contract';
import { inUnit } from './check-weights.service';
import { readNotes, readReferences } from './notes.service';
import { readDays } from './weight-accuracy.service';

/** What people's own programs look for. */
const fileNames = {
  sites: { accuracy: 'Sites Weight Accuracy.csv', incomplete: 'Sites Incomplete Days.csv' },
  locations: { accuracy: 'Locations Weight Accuracy.csv', incomplete: 'Locations Incomplete Days.csv' },
  days: 'Checkweight Accuracy.csv',
} as const;

const statusWord = (t: Translate, status: Status) => t(`weightAccuracy.status.${status}`);
/** Per cent without decimals, as on the screen. */
const percent = (fraction: number | null) => (fraction === null ? null : wholePercent(fraction));

type Kind = keyof (typeof fileNames)['sites'];

interface WeekFile {
  of: 'sites' | 'locations';
  kind: Kind;
  rows: readonly AccuracyRow[];
  range: DayRange;
}

/** A line for each site or location, a column for each week, named by its Monday. */
export function weekFile(t: Translate, { of, kind, rows, range }: WeekFile): CsvFile {
  const cell = (tally: AccuracyRow['total'] | undefined) => {
    if (!tally) return null;
    return kind === 'accuracy' ? percent(averageOf(tally)) : tally.openDays > 0 ? tally.incompleteDays : null;
  };
  const columns: CsvColumn<AccuracyRow>[] = [
    {
      header: t(of === 'sites' ? 'weightAccuracy.column.site' : 'weightAccuracy.column.location'),
      value: (row) => row.name,
    },
    { header: t('weightAccuracy.column.status'), value: (row) => statusWord(t, row.status) },
    {
      header: t(kind === 'accuracy' ? 'weightAccuracy.csv.average' : 'weightAccuracy.csv.incompleteDays'),
      value: (row) => cell(row.total),
    },
    ...(kind === 'incomplete'
      ? [{ header: t('weightAccuracy.csv.openDays'), value: (row: AccuracyRow) => row.total.openDays }]
      : []),
    ...weeksOf(range).map((week): CsvColumn<AccuracyRow> => ({
      header: week,
      value: (row) => cell(row.weeks.get(week)),
    })),
  ];
  return csvFile(fileNames[of][kind], columns, rows);
}

interface DayLine {
  place: AccuracyPlace;
  day: AccuracyDay;
  reason: string | null;
}

interface DayFile {
  viewer: Viewer;
  t: Translate;
  query: Omit<DaysQuery, 'now'>;
}

/** A line for each day of each location; as much as a few locations hold is in memory at a time. */
export function dayFile(db: Db, { viewer, t, query }: DayFile): CsvFile {
  const { unit } = viewer;
  const sum = (grams: number, { day }: DayLine) => (day.closed ? null : Number(inUnit(grams, unit).toFixed(1)));
  const accuracy = ({ day }: DayLine) => {
    const judged = accuracyOfDay(day);
    return judged.state === 'incomplete' ? t('weightAccuracy.incomplete') : percent(judged.accuracy);
  };
  const columns: CsvColumn<DayLine>[] = [
    { header: t('weightAccuracy.column.site'), value: ({ place }) => place.siteName },
    { header: t('weightAccuracy.csv.siteStatus'), value: ({ place }) => statusWord(t, place.siteStatus) },
    { header: t('weightAccuracy.column.location'), value: ({ place }) => place.locationName },
    { header: t('weightAccuracy.csv.locationStatus'), value: ({ place }) => statusWord(t, place.locationStatus) },
    { header: t('weightAccuracy.column.date'), value: ({ day }) => day.day },
    {
      header: t('weightAccuracy.column.closed'),
      value: ({ day }) => t(day.closed ? 'weightAccuracy.yes' : 'weightAccuracy.no'),
    },
    { header: `${t('weightAccuracy.column.waste')} (${unit.abbr})`, value: (line) => sum(line.day.wasteGrams, line) },
    { header: `${t('weightAccuracy.column.check')} (${unit.abbr})`, value: (line) => sum(line.day.checkGrams, line) },
    { header: t('weightAccuracy.csv.accuracy'), value: accuracy },
    { header: t('weightAccuracy.column.reason'), value: ({ reason }) => reason },
  ];
  return csvFile(fileNames.days, columns, dayLines(db, { viewer, t, query }));
}

const locationsAtOnce = 50;

async function* dayLines(db: Db, { viewer, t, query }: DayFile): AsyncGenerator<DayLine> {
  const { range, ...wanted } = query;
  const places = await listAccuracyPlaces(db, viewer.scope, wanted);
  const references = await readReferences(db, viewer.scope, t);
  for (let from = 0; from < places.length; from += locationsAtOnce) {
    const locationIds = places.slice(from, from + locationsAtOnce).map(({ locationId }) => locationId);
    const notes = await readNotes(db, viewer.scope, { range, references, locationIds });
    const reasons = new Map(notes.map((note) => [`${note.locationId} ${note.date}`, reasonOf(note)]));
    yield* linesOf(await readDays(db, viewer, { ...query, locationIds }), reasons);
  }
}

function* linesOf(places: readonly PlaceWithDays[], reasons: ReadonlyMap<string, string>): Generator<DayLine> {
  for (const { days, ...place } of places) {
    for (const day of days) yield { place, day, reason: reasons.get(`${place.locationId} ${day.day}`) ?? null };
  }
}

const reasonOf = ({
  checkweightNoteReference,
  content,
}: {
  checkweightNoteReference: string | null;
  content: string;
}) => [checkweightNoteReference, content].filter(Boolean).join(': ');
