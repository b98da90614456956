import { effectOf, effectWeeks, type EffectWeek } from '../../domain/measures/effect.rules';
import type { RatioRow } from '../../domain/measures/volume-ratios.contract';
import { addDays, daysBetween, type LocalDate } from '../../platform/time';
import type { CampaignEffect } from './campaigns.contract';
import type { PerGuest } from './guest.contract';
import { allOf } from './guest.rules';

/** Weeks on either side that are looked at, so that guests are known in enough of them. */
const looked = effectWeeks.most + 4;

interface Week {
  start: LocalDate;
  end: LocalDate;
}

/** Whole weeks from the first day of a campaign on, and as far back; the days of both fall on the same weekdays. */
export function weeksAround(
  { startsOn, endsOn }: { startsOn: LocalDate; endsOn: LocalDate | null },
  today: LocalDate,
): { before: Week[]; after: Week[] } {
  const yesterday = addDays(today, -1);
  const last = endsOn !== null && endsOn < yesterday ? endsOn : yesterday;
  const over = Math.floor((daysBetween(startsOn, last) + 1) / 7);
  const week = (start: LocalDate): Week => ({ start, end: addDays(start, 6) });
  return {
    before: Array.from({ length: looked }, (_, at) => week(addDays(startsOn, -7 * (looked - at)))),
    after: Array.from({ length: Math.max(0, Math.min(over, looked)) }, (_, at) => week(addDays(startsOn, 7 * at))),
  };
}

interface Sided {
  weeks: { before: readonly Week[]; after: readonly Week[] };
  /** Days of what was acted on, and of what was not. */
  treated: readonly RatioRow[];
  control: readonly RatioRow[];
}

type Known = Week & { treated: PerGuest & { perGuest: number }; control: PerGuest };

/**
 * Grams a guest before and after, over as many weeks on either side in which guests are known well enough. Its interval is that of
 * `effectOf`, with guests in the place of open days: a week counts by its guests, and the control is what the same guests would
 * have left elsewhere.
 */
export function campaignEffect({ weeks, treated, control }: Sided): CampaignEffect {
  if (weeks.after.length === 0) return { kind: 'notYet' };
  const known = (side: readonly Week[]) => side.flatMap((week): Known[] => knownWeek(week, { treated, control }));
  const [allBefore, allAfter] = [known(weeks.before), known(weeks.after)];
  const count = Math.min(allBefore.length, allAfter.length, effectWeeks.most);
  if (count === 0) return { kind: 'noGuests' };
  const [before, after] = [allBefore.slice(-count), allAfter.slice(0, count)];
  const controlled = [...before, ...after].every((week) => week.control.perGuest !== null);
  const asEffectWeek = (week: Known): EffectWeek => ({
    openDays: week.treated.countedVolume,
    trackedDays: week.treated.countedVolume,
    treated: week.treated.countedG,
    control: controlled ? (week.control.perGuest ?? 0) * week.treated.countedVolume : null,
  });
  return {
    kind: 'sides',
    days: 7 * count,
    before: sideOf(before),
    after: sideOf(after),
    effect: effectOf({ before: before.map(asEffectWeek), after: after.map(asEffectWeek), limit: 0 }),
  };
}

function knownWeek(week: Week, { treated, control }: Pick<Sided, 'treated' | 'control'>): Known[] {
  const within = (rows: readonly RatioRow[]) =>
    allOf(rows.filter(({ start }) => start >= week.start && start <= week.end));
  const own = within(treated);
  return own.perGuest === null
    ? []
    : [{ ...week, treated: { ...own, perGuest: own.perGuest }, control: within(control) }];
}

function sideOf(weeks: readonly Known[]) {
  const sum = (of: (one: PerGuest) => number) => weeks.reduce((total, { treated }) => total + of(treated), 0);
  const guests = sum((one) => one.countedVolume);
  return {
    perGuest: sum((one) => one.countedG) / guests,
    guests,
    countedDays: sum((one) => one.countedDays),
    start: weeks[0]?.start ?? '',
    end: weeks.at(-1)?.end ?? '',
  };
}

/** What the same guests left that a campaign for one serving line did not act on. */
export function restOf(whole: readonly RatioRow[], part: readonly RatioRow[]): RatioRow[] {
  const own = new Map(part.map((row) => [row.start, row]));
  return whole.map((row) => ({
    ...row,
    g: row.g - (own.get(row.start)?.g ?? 0),
    countedG: row.countedG - (own.get(row.start)?.countedG ?? 0),
  }));
}
