import { addDays, addMonths, weekStartOf, type LocalDate } from '../../platform/time';

/** Of the check weight, in per cent: from here on, more was recorded than the bins can have held. */
export const incompletePercent = 105;
/** The longest range, in months of the calendar. */
const longestRange = 6;
/** Days that a week may still change; a range that somebody chooses ends before them. */
const settlingDays = 28;
/** In grams: the largest floor scales, those for pallets and bins, end at 3,000 kg. */
export const heaviestCheckGrams = 3_000_000;
/** Letters of a reason in one’s own words. */
export const longestContent = 500;

/** A day of a location: what was recorded as waste, and what its bins weighed, both in grams. */
export interface DaySums {
  closed: boolean;
  wasteGrams: number;
  checkGrams: number;
}

/** An accuracy is a fraction: 0.96 is 96 %. */
export type DayAccuracy =
  { state: 'closed'; accuracy: null } | { state: 'incomplete'; accuracy: 0 } | { state: 'complete'; accuracy: number };

/** Hundredths of a gram, as they are stored: whole numbers, so that a limit is met exactly. */
const exact = (grams: number) => Math.round(grams * 100);

/** Whether an open day says nothing: its bins were not weighed, or weigh too little for what was recorded. */
const isIncomplete = ({ wasteGrams, checkGrams }: Omit<DaySums, 'closed'>) =>
  exact(checkGrams) === 0 || exact(wasteGrams) * 100 >= exact(checkGrams) * incompletePercent;

export function accuracyOfDay(day: DaySums): DayAccuracy {
  if (day.closed) return { state: 'closed', accuracy: null };
  return isIncomplete(day)
    ? { state: 'incomplete', accuracy: 0 }
    : { state: 'complete', accuracy: day.wasteGrams / day.checkGrams };
}

/** Several days together. The weights are of the complete days alone. */
export interface Tally {
  days: number;
  openDays: number;
  incompleteDays: number;
  wasteGrams: number;
  checkGrams: number;
}

export const emptyTally = (): Tally => ({ days: 0, openDays: 0, incompleteDays: 0, wasteGrams: 0, checkGrams: 0 });

export function addDay(tally: Tally, day: DaySums): void {
  tally.days += 1;
  if (day.closed) return;
  tally.openDays += 1;
  if (isIncomplete(day)) {
    tally.incompleteDays += 1;
    return;
  }
  tally.wasteGrams += day.wasteGrams;
  tally.checkGrams += day.checkGrams;
}

export function tallyOf(days: Iterable<DaySums>): Tally {
  const tally = emptyTally();
  for (const day of days) addDay(tally, day);
  return tally;
}

/** All that was recorded on the complete days by all that their bins weighed, so that a heavy day counts more than a light one; null without such a day. */
export const averageOf = ({ wasteGrams, checkGrams }: Pick<Tally, 'wasteGrams' | 'checkGrams'>): number | null =>
  checkGrams > 0 ? wasteGrams / checkGrams : null;

/** Why some days have no average together. */
export type NoAverage = 'noDays' | 'allClosed' | 'allIncomplete';

export function noAverageOf(tally: Tally): NoAverage | null {
  if (averageOf(tally) !== null) return null;
  if (tally.days === 0) return 'noDays';
  return tally.openDays === 0 ? 'allClosed' : 'allIncomplete';
}

export interface DayRange {
  begin: LocalDate;
  /** Included. */
  end: LocalDate;
}

/** From a month before today to yesterday. */
export const defaultRange = (today: LocalDate): DayRange => ({ begin: addMonths(today, -1), end: addDays(today, -1) });

export const latestEnd = (today: LocalDate): LocalDate => addDays(today, -settlingDays);

/** What the two fields of dates may take while they hold this range. */
export const pickerLimits = ({ begin, end }: DayRange, today: LocalDate) => ({
  beginMax: end,
  endMin: begin,
  endMax: latestEnd(today),
});

export type RangeProblem = 'endDateBeforeStartDate' | 'overSixMonths' | 'endTooLate';

/** Why days cannot be reported at all; null where they can. */
export function rangeProblem({ begin, end }: DayRange): Exclude<RangeProblem, 'endTooLate'> | null {
  if (end < begin) return 'endDateBeforeStartDate';
  return end > addMonths(begin, longestRange) ? 'overSixMonths' : null;
}

/** The same for dates that somebody has chosen: the usual end stays, any other lies at least 28 days back. */
export function chosenRangeProblem(range: DayRange, today: LocalDate): RangeProblem | null {
  const problem = rangeProblem(range);
  if (problem) return problem;
  return range.end !== defaultRange(today).end && range.end > latestEnd(today) ? 'endTooLate' : null;
}

/** The Mondays of the weeks that a range touches, in order. */
export function weeksOf({ begin, end }: DayRange): LocalDate[] {
  const weeks: LocalDate[] = [];
  for (let week = weekStartOf(begin); week <= end; week = addDays(week, 7)) weeks.push(week);
  return weeks;
}

export type Status = 'A' | 'I';

/** A location whose bins are weighed, in its site. */
export interface AccuracyPlace {
  siteId: number;
  siteName: string;
  siteStatus: Status;
  /** IANA. */
  timeZone: string;
  locationId: number;
  locationName: string;
  locationStatus: Status;
}

/** All, all active ones, all inactive ones, or one by its id. */
export type Choice = '' | Status | number;

/** What the selector holds. A location is chosen within a site. */
export interface Selection {
  site: Choice;
  location: Choice;
}

export type Mode = 'organisation' | 'site' | 'location';

/** Which of the three tables is shown. */
export function modeOf({ site, location }: Selection): Mode {
  if (typeof site !== 'number') return 'organisation';
  return typeof location === 'number' ? 'location' : 'site';
}

/** All sites take the location with them; all locations stay in their site. */
export function select(before: Selection, change: Partial<Selection>): Selection {
  if (change.site !== undefined) return { site: change.site, location: '' };
  return { site: before.site, location: typeof before.site === 'number' ? (change.location ?? before.location) : '' };
}

/** What is chosen before anybody chooses: what is active where any of it has days, else what is inactive. */
export function firstChoice(places: readonly { status: Status; days: number }[]): Status {
  const withDays = places.filter(({ days }) => days > 0);
  return withDays.length > 0 && withDays.every(({ status }) => status === 'I') ? 'I' : 'A';
}

/** Whether something of this id and state is among what is chosen. */
export const isChosen = (choice: Choice, { id, status }: { id: number; status: Status }) =>
  choice === '' || choice === status || choice === id;
