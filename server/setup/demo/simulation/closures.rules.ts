import { addDays, weekdayOf, type LocalDate } from '../../../platform/time';
import type { CountryCode, Segment } from './places.rules';
import type { Random } from './random.rules';

export interface Closure {
  from: LocalDate;
  /** Included. */
  to: LocalDate;
  /** A day that the pattern or a holiday would close and that is open. */
  open: boolean;
  reason: string;
}

/** Month and day of the first and the last day; one that ends in January ends in the next year. */
type Yearly = readonly [first: string, last: string, reason: string];

/** Typical dates; real ones differ by region and year. */
const schoolHolidays: Record<CountryCode, readonly Yearly[]> = {
  GB: [
    ['02-16', '02-20', 'Half-term'],
    ['03-30', '04-10', 'Easter holidays'],
    ['05-25', '05-29', 'Half-term'],
    ['07-22', '09-02', 'Summer holidays'],
    ['10-26', '10-30', 'Half-term'],
    ['12-19', '01-03', 'Christmas holidays'],
  ],
  DE: [
    ['03-30', '04-11', 'Osterferien'],
    ['07-20', '09-01', 'Sommerferien'],
    ['10-12', '10-24', 'Herbstferien'],
    ['12-23', '01-06', 'Weihnachtsferien'],
  ],
  US: [
    ['03-23', '03-27', 'Spring break'],
    ['06-13', '08-21', 'Summer break'],
    ['11-25', '11-28', 'Thanksgiving break'],
    ['12-21', '01-02', 'Winter break'],
  ],
};

const endOfYear: Record<CountryCode, Yearly> = {
  GB: ['12-24', '01-01', 'Closed between Christmas and New Year'],
  DE: ['12-24', '01-01', 'Betriebsferien zwischen den Jahren'],
  US: ['12-24', '01-01', 'Closed for the holidays'],
};

/** Weeks without lectures: open, with fewer guests. */
const betweenTerms: Record<CountryCode, readonly (readonly [first: string, last: string])[]> = {
  GB: [
    ['03-21', '04-20'],
    ['06-15', '09-25'],
    ['12-10', '12-31'],
    ['01-01', '01-12'],
  ],
  DE: [
    ['02-10', '04-06'],
    ['07-20', '10-05'],
    ['12-22', '12-31'],
    ['01-01', '01-06'],
  ],
  US: [
    ['03-14', '03-22'],
    ['05-15', '08-20'],
    ['12-15', '12-31'],
    ['01-01', '01-14'],
  ],
};

const sudden: Record<CountryCode, readonly string[]> = {
  GB: ['Burst pipe', 'Power cut', 'Inset day', 'Deep clean'],
  DE: ['Wasserrohrbruch', 'Warnstreik', 'Betriebsausflug', 'Grundreinigung'],
  US: ['Snow day', 'Power outage', 'Staff training', 'Deep clean'],
};

const opening: Record<CountryCode, string> = { GB: 'Open day', DE: 'Tag der offenen Tür', US: 'Open house' };

interface Place {
  country: CountryCode;
  segment: Segment;
  /** Weekdays that are open as a rule, 1 Monday … 7 Sunday. */
  weekdays: ReadonlySet<number>;
}

interface Span {
  from: LocalDate;
  to: LocalDate;
}

/** What a location's calendar says beside its weekly schedule, oldest first. Hospitals never close. */
export function closuresOf({ country, segment, weekdays }: Place, span: Span, random: Random): Closure[] {
  if (segment === 'Hospitals') return [];
  const closures = yearlyOf(country, segment).flatMap((yearly) => inYears(yearly, span));
  for (let from = addDays(span.from, 40); from < span.to; from = addDays(from, 180)) {
    const day = addDays(from, Math.floor(random.between(0, 160)));
    if (random.chance(0.75)) closures.push({ from: day, to: day, open: false, reason: random.pick(sudden[country]) });
    if (!weekdays.has(6) && random.chance(0.3)) {
      const saturday = addDays(day, 6 + 7 * 3 - weekdayOf(day));
      closures.push({ from: saturday, to: saturday, open: true, reason: opening[country] });
    }
  }
  return closures
    .filter((one) => one.to >= span.from && one.from <= span.to)
    .sort((a, b) => (a.from < b.from ? -1 : 1));
}

function yearlyOf(country: CountryCode, segment: Segment): readonly Yearly[] {
  return segment === 'Schools' ? schoolHolidays[country] : [endOfYear[country]];
}

function inYears([first, last, reason]: Yearly, span: Span): Closure[] {
  const years = [];
  for (let year = Number(span.from.slice(0, 4)) - 1; year <= Number(span.to.slice(0, 4)); year += 1) years.push(year);
  return years.map((year) => ({
    from: `${year}-${first}`,
    to: `${last < first ? year + 1 : year}-${last}`,
    open: false,
    reason,
  }));
}

/** Share of the usual guests in that season. */
export function seasonOf({ country, segment }: Pick<Place, 'country' | 'segment'>, day: LocalDate): number {
  const monthDay = day.slice(5);
  if (segment === 'Universities')
    return betweenTerms[country].some(([first, last]) => first <= monthDay && monthDay <= last) ? 0.62 : 1;
  if (segment === 'Business & industry') return monthDay >= '07-20' && monthDay <= '08-31' ? 0.84 : 1;
  return 1;
}
