/** What can be wrong with one end of a range; each has a sentence of its own. */
export type RangeProblem =
  | 'required'
  | 'notADate'
  | 'dateTooEarly'
  | 'dateInFuture'
  | 'nonMondayStartDate'
  | 'nonSundayEndDate'
  | 'endDateBeforeStartDate';

export interface RangeProblems {
  start: RangeProblem | null;
  end: RangeProblem | null;
}

/** The oldest day that is taken; before it a typing error is likelier than data. */
export const earliestRangeDate = '2000-01-01';

const sunday = 0;
const monday = 1;

function weekday(date: string): number | null {
  const noon = /^\d{4}-\d{2}-\d{2}$/.test(date) ? new Date(`${date}T12:00:00Z`) : null;
  return noon && !Number.isNaN(noon.getTime()) && noon.toISOString().startsWith(date) ? noon.getUTCDay() : null;
}

const plusDays = (date: string, days: number) =>
  new Date(Date.parse(`${date}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

export type Snap = 'monday' | 'sunday' | 'lastSunday';

/**
 * The Monday or the Sunday of the week in which a day was chosen from a calendar; of the week of `today` the Sunday before, for it is
 * not over.
 * @returns null for a day that stands as it is
 */
export function snapToWeek(date: string, end: 'start' | 'end', today: string): { date: string; by: Snap } | null {
  const day = weekday(date);
  if (day === null || day === (end === 'start' ? monday : sunday)) return null;
  const start = plusDays(date, -((day + 6) % 7));
  if (end === 'start') return { date: start, by: 'monday' };
  const last = plusDays(start, 6);
  return last > today ? { date: plusDays(start, -1), by: 'lastSunday' } : { date: last, by: 'sunday' };
}

function problemOf(date: string): RangeProblem | null {
  if (date === '') return 'required';
  if (weekday(date) === null) return 'notADate';
  return date < earliestRangeDate ? 'dateTooEarly' : null;
}

/** What a range counts. */
export type RangeGrain = 'week' | 'day';

interface Range {
  start: string;
  end: string;
  /** In the organisation's zone. */
  today: string;
  /** Weeks start on a Monday and end on a Sunday. */
  grain?: RangeGrain;
}

/** Checks a range of local dates: its end is not after `today`, and not before its start. One problem for each end, the most basic first. */
export function rangeProblems({ start, end, today, grain = 'week' }: Range): RangeProblems {
  const fits = (date: string, day: number) => grain === 'day' || weekday(date) === day;
  const startProblem = problemOf(start) ?? (fits(start, monday) ? null : 'nonMondayStartDate');
  const basic = problemOf(end);
  if (basic) return { start: startProblem, end: basic };
  if (problemOf(start) === null && end < start) return { start: startProblem, end: 'endDateBeforeStartDate' };
  if (end > today) return { start: startProblem, end: 'dateInFuture' };
  return { start: startProblem, end: fits(end, sunday) ? null : 'nonSundayEndDate' };
}

type WeeksProblem = Extract<RangeProblem, 'nonMondayStartDate' | 'nonSundayEndDate' | 'endDateBeforeStartDate'>;

interface WeeksProblems {
  start: Extract<WeeksProblem, 'nonMondayStartDate'> | null;
  end: Exclude<WeeksProblem, 'nonMondayStartDate'> | 'tooLong' | null;
}

/** Checks weeks that may lie ahead, from a Monday to a Sunday, and no more of them than `mostWeeks`. The dates are there. */
export function weeksProblems({
  start,
  end,
  mostWeeks,
}: {
  start: string;
  end: string;
  mostWeeks: number;
}): WeeksProblems {
  return {
    start: weekday(start) === monday ? null : 'nonMondayStartDate',
    end:
      weekday(end) !== sunday
        ? 'nonSundayEndDate'
        : end < start
          ? 'endDateBeforeStartDate'
          : end >= plusDays(start, mostWeeks * 7)
            ? 'tooLong'
            : null,
  };
}
