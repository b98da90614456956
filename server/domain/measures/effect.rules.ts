import { isTracked, type Tracking } from './reliability.rules';

/** A week beside the day on which something was changed. */
export interface EffectWeek extends Tracking {
  /** What was acted on: grams, or money of one currency. */
  treated: number;
  /** The same location's other waste in the same measure; null where there is none to compare with. */
  control: number | null;
}

export interface Effect {
  kind: 'measured';
  /** From before to after per open day, set against what the control did in the same weeks; a fraction, −0.2 is a fifth less. */
  change: number;
  /** Bounds of the 95 % interval. */
  low: number;
  high: number;
  /** What the control did; null without one. */
  controlChange: number | null;
  /** Whether the interval holds no change at all. */
  chance: boolean;
  weeksBefore: number;
  weeksAfter: number;
}

/** Why no effect can be told: weeks that were tracked well enough are missing, or there was nothing to reduce. */
export type NoEffect = { kind: 'tooFewWeeks'; weeksBefore: number; weeksAfter: number } | { kind: 'nothingBefore' };

/** Weeks on either side that an effect needs, and those that it looks at. */
export const effectWeeks = { least: 4, most: 8 } as const;

const draws = 1_000;
/** Of the 95 % interval. */
const tails = [0.025, 0.975] as const;

interface Sides {
  /** Whole weeks in order of time, the last one closest to the change. */
  before: readonly EffectWeek[];
  after: readonly EffectWeek[];
  /** Fraction of a week's open days below which it is left out. */
  limit: number;
}

/**
 * The ratio of what was thrown away per open day after and before, divided by the same ratio of the control. Its interval is the
 * percentile interval of a bootstrap whose blocks are weeks, drawn with replacement on either side (Efron and Tibshirani, An
 * Introduction to the Bootstrap, 1993, chapters 8 and 13): days of a week hang together, and are drawn together. The draws are
 * the same each time, so that a figure stays what it was.
 */
export function effectOf({ before, after, limit }: Sides): Effect | NoEffect {
  const usable = (weeks: readonly EffectWeek[]) => weeks.filter((week) => week.openDays > 0 && isTracked(week, limit));
  const [earlier, later] = [usable(before).slice(-effectWeeks.most), usable(after).slice(0, effectWeeks.most)];
  if (earlier.length < effectWeeks.least || later.length < effectWeeks.least)
    return { kind: 'tooFewWeeks', weeksBefore: earlier.length, weeksAfter: later.length };
  const [was, is] = [totalsOf(earlier), totalsOf(later)];
  const controlled = was.control > 0 && is.control > 0;
  const ratio = ratioOf(was, is, controlled);
  if (ratio === null) return { kind: 'nothingBefore' };
  const random = generator();
  const drawn: number[] = [];
  for (let draw = 0; draw < draws; draw += 1) {
    const one = ratioOf(totalsOf(earlier, random), totalsOf(later, random), controlled);
    if (one !== null) drawn.push(one);
  }
  const ratios = Float64Array.from(drawn).sort();
  const [low, high] = tails.map((tail) => (ratios[Math.round(tail * (ratios.length - 1))] ?? ratio) - 1) as [
    number,
    number,
  ];
  return {
    kind: 'measured',
    change: ratio - 1,
    low,
    high,
    controlChange: controlled ? is.control / is.openDays / (was.control / was.openDays) - 1 : null,
    chance: low <= 0 && high >= 0,
    weeksBefore: earlier.length,
    weeksAfter: later.length,
  };
}

interface Totals {
  openDays: number;
  treated: number;
  control: number;
}

/** Of the weeks, or of as many drawn from them with replacement. */
function totalsOf(weeks: readonly EffectWeek[], random?: () => number): Totals {
  const totals = { openDays: 0, treated: 0, control: 0 };
  for (let at = 0; at < weeks.length; at += 1) {
    const week = weeks[random ? Math.floor(random() * weeks.length) : at] as EffectWeek;
    totals.openDays += week.openDays;
    totals.treated += week.treated;
    totals.control += week.control ?? 0;
  }
  return totals;
}

/** null where a side that something is divided by came to nothing. */
function ratioOf(before: Totals, after: Totals, controlled: boolean): number | null {
  if (!(before.treated > 0)) return null;
  const days = before.openDays / after.openDays;
  const change = (after.treated / before.treated) * days;
  if (!controlled) return change;
  return before.control > 0 && after.control > 0 ? change / ((after.control / before.control) * days) : null;
}

/** Numbers from 0 to below 1, the same each time: a linear congruential generator (Numerical Recipes, 2nd edition, 7.1). */
function generator(): () => number {
  let state = 20_261_128;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
