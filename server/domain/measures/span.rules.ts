import { addDays, weekStartOf, type LocalDate } from '../../platform/time';

/** From when to when a location has data, and for which weeks its calendar was written. */
export interface LocationSpan {
  locationId: number;
  /** As stored on the location. */
  knownFirst: LocalDate | null;
  /** First and last day with an event that counts, as of now. */
  firstDay: LocalDate | null;
  lastDay: LocalDate | null;
  /** First and last Monday of location_week; there is never a gap between them. */
  writtenFrom: LocalDate | null;
  writtenTo: LocalDate | null;
}

interface Week {
  locationId: number;
  weekStart: LocalDate;
}

export interface SpanPlan {
  /** Locations whose first event is not the stored one any more. */
  moved: { locationId: number; firstDay: LocalDate | null }[];
  /** Locations with a calendar outside the Mondays that they should have; `from` is null when they should have none. */
  cut: { locationId: number; from: LocalDate | null; to: LocalDate | null }[];
  /** The calendar weeks to write: dirty ones, missing ones, and those whose open days change with the first event. */
  calendar: Week[];
}

/** Every location has a calendar from the week of its first event to the last data week of its organisation. */
export function planSpans(spans: readonly LocationSpan[], dirty: readonly Week[]): SpanPlan {
  const plan: SpanPlan = { moved: [], cut: [], calendar: [] };
  const lastDay = spans.reduce<LocalDate | null>((last, span) => later(last, span.lastDay), null);
  const dirtyOf = new Map<number, LocalDate[]>();
  for (const week of dirty) dirtyOf.set(week.locationId, [...(dirtyOf.get(week.locationId) ?? []), week.weekStart]);

  for (const { locationId, firstDay, knownFirst, writtenFrom, writtenTo } of spans) {
    if (firstDay !== knownFirst) plan.moved.push({ locationId, firstDay });
    const from = firstDay && weekStartOf(firstDay);
    const to = from && lastDay && weekStartOf(lastDay);
    const written = writtenFrom && writtenTo ? { from: writtenFrom, to: writtenTo } : null;
    if (written && (!from || !to || written.from < from || written.to > to)) plan.cut.push({ locationId, from, to });
    if (!from || !to) continue;
    const turning = firstDay === knownFirst || !knownFirst ? [] : [from, weekStartOf(knownFirst)];
    const touched = [...turning, ...(dirtyOf.get(locationId) ?? [])].filter((week) => from <= week && week <= to);
    for (const weekStart of new Set([...missing({ from, to }, written), ...touched]))
      plan.calendar.push({ locationId, weekStart });
  }
  return plan;
}

interface Mondays {
  from: LocalDate;
  to: LocalDate;
}

function missing(wanted: Mondays, written: Mondays | null): LocalDate[] {
  if (!written) return mondays(wanted);
  const before = addDays(written.from, -7);
  const after = addDays(written.to, 7);
  return [
    ...mondays({ from: wanted.from, to: before < wanted.to ? before : wanted.to }),
    ...mondays({ from: after > wanted.from ? after : wanted.from, to: wanted.to }),
  ];
}

function mondays({ from, to }: Mondays): LocalDate[] {
  const found: LocalDate[] = [];
  for (let week = from; week <= to; week = addDays(week, 7)) found.push(week);
  return found;
}

const later = (a: LocalDate | null, b: LocalDate | null) => (a === null || (b !== null && b > a) ? b : a);
