import { daysBetween, type LocalDate } from '../../platform/time';

/** Why a change is no result: what was not weighed counts as nothing thrown away. */
export const unreliableReasons = ['NOT_ENOUGH_TRACKED_DAYS', 'PROBABLY_STOPPED_TRACKING'] as const;
export type UnreliableReason = (typeof unreliableReasons)[number];

/** A weight change below this is a scale that is no longer used. */
const stoppedBelow = -0.9;
/** A single week that does not comply is a day forgotten; two or more without one that does are a habit lost. */
const leastWeeks = 2;
/** Stored figures per open day are rounded to six decimals, so a share or change at a limit may miss it by less than this. */
const rounding = 1e-8;

/** Days of a span that were open, and those of them with an event. */
export interface Tracking {
  trackedDays: number;
  openDays: number;
}

/** Whether at least `limit` (a fraction) of the open days were tracked; nothing speaks against a span without one. */
export const isTracked = ({ trackedDays, openDays }: Tracking, limit: number) =>
  trackedDays >= (limit - rounding) * openDays;

export interface Evidence {
  /** Fraction; null where nothing can be compared. */
  weightChange: number | null;
  /** Weeks with an open day, and those of them that comply. */
  scoredWeeks: number;
  compliantWeeks: number;
  /** Each span that the change is read with: the chosen weeks, and those of them that are compared. */
  spans: readonly Tracking[];
}

/** Whether weighing most likely stopped: the weight fell below −90 %, or no week complies. */
export function hasProbablyStopped({ weightChange, scoredWeeks, compliantWeeks }: Omit<Evidence, 'spans'>): boolean {
  return (
    (weightChange !== null && weightChange < stoppedBelow - rounding) ||
    (scoredWeeks >= leastWeeks && compliantWeeks === 0)
  );
}

/** Why a change over these days must not be shown as a result; null where it may. `limit`: fraction of open days. */
export function unreliableReasonOf(evidence: Evidence, limit: number): UnreliableReason | null {
  if (hasProbablyStopped(evidence)) return 'PROBABLY_STOPPED_TRACKING';
  return evidence.spans.every((span) => isTracked(span, limit)) ? null : 'NOT_ENOUGH_TRACKED_DAYS';
}

/** Days after which figures say how old they are. */
const freshDays = 10;

export const isStale = (newest: LocalDate, today: LocalDate) => daysBetween(newest, today) > freshDays;

/** Why somebody should look at a kitchen. */
export type Look = UnreliableReason | 'RISING';

const urgency = { RISING: 3, PROBABLY_STOPPED_TRACKING: 2, NOT_ENOUGH_TRACKED_DAYS: 1 } as const satisfies Record<
  Look,
  number
>;
/** More than any change counts for. */
const apart = 1_000_000;

/** What shows as more than nothing in per cent with two decimals is above the baseline. */
const isRising = (change: number | null) => change !== null && Math.round(change * 10_000) > 0;

export function lookOf(unreliable: UnreliableReason | null, weightChange: number | null): Look | null {
  return unreliable ?? (isRising(weightChange) ? 'RISING' : null);
}

/** The worst has the largest: by the reason to look, then by the change; null for what is not known and gives no reason. */
export function urgencyOf(look: Look | null, weightChange: number | null): number | null {
  if (look === null) return weightChange;
  return urgency[look] * apart + Math.min(weightChange ?? 0, apart / 2);
}
