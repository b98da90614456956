import type { Suspicion, SuspicionFacts } from './suspicious.contract';

/** Where each suspicion begins. Grams, seconds, minutes, shares of 1. */
export const suspicionLimits = {
  /** Fewer weighings say nothing about what is usual. */
  leastAlike: 8,
  /** In units of the median distance, scaled to a standard deviation. */
  deviations: 6,
  timesUsual: 3,
  twinSeconds: 60,
  leastOfDaypart: 20,
  /** Beyond the hours in which nine of ten weighings of a daypart lie. */
  graceMinutes: 120,
  /** A daypart that spans more of the day runs over midnight, or names nothing. */
  widestDaypart: 720,
  namedShare: 0.8,
  aheadSeconds: 60,
} as const;

/** A median distance times this is the standard deviation of what is spread as chance spreads it. */
const deviationsOfMedian = 1.4826;

const rules: Record<Suspicion, (facts: SuspicionFacts) => boolean> = {
  heavy: ({ netGrams, alike, usualGrams, spreadGrams }) =>
    alike >= suspicionLimits.leastAlike &&
    netGrams > suspicionLimits.timesUsual * usualGrams &&
    netGrams - usualGrams > suspicionLimits.deviations * deviationsOfMedian * spreadGrams,
  noTare: ({ tareGrams, containerTareGrams, netGrams, isPart }) =>
    !isPart && tareGrams === 0 && netGrams > 0 && (containerTareGrams ?? 0) > 0,
  twin: ({ secondsSinceTwin, isPart }) =>
    !isPart && secondsSinceTwin !== null && secondsSinceTwin <= suspicionLimits.twinSeconds,
  hour: ({ minute, dayparts, earliestMinute, latestMinute }) =>
    dayparts >= suspicionLimits.leastOfDaypart &&
    latestMinute - earliestMinute <= suspicionLimits.widestDaypart &&
    (minute < earliestMinute - suspicionLimits.graceMinutes || minute > latestMinute + suspicionLimits.graceMinutes),
  noItem: ({ hasItem, namedShare }) => !hasItem && namedShare >= suspicionLimits.namedShare,
  unconfirmed: (facts) => facts.unconfirmed,
  closedDay: (facts) => facts.closedDay,
  clock: ({ secondsAhead }) => secondsAhead > suspicionLimits.aheadSeconds,
};

/** What is suspicious about an event, the gravest first. */
export const suspicionsOf = (facts: SuspicionFacts): Suspicion[] =>
  (Object.keys(rules) as Suspicion[]).filter((name) => rules[name](facts));
