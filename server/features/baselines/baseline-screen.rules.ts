import { hasOpenDay } from '../../domain/measures/baseline.rules';
import type { ReadinessIssue } from '../../domain/measures/readiness.contract';
import { changeOf } from '../../platform/fraction.rules';
import type { LocalDate } from '../../platform/time';

/** What a week is held against, for pages. */
export { readinessCriteria, readinessIssues } from '../../domain/measures/readiness.contract';

/** What asks for somebody first. */
export const baselineStates = ['ready', 'rejected', 'collecting', 'none', 'accepted'] as const;
export type StandingState = (typeof baselineStates)[number];

interface Stands {
  period: 'ACTIVATION' | 'BASELINE' | 'REDUCTION';
  baselineId: number | null;
  proposals: number;
  lastState: 'PROPOSED' | 'ACTIVE' | 'REJECTED' | 'RETIRED' | null;
}

/** A baseline that is compared with counts before what became of later proposals. */
export function stateOf({ period, baselineId, proposals, lastState }: Stands): StandingState {
  if (baselineId !== null) return 'accepted';
  if (proposals > 0) return 'ready';
  if (lastState === 'REJECTED') return 'rejected';
  return period === 'ACTIVATION' ? 'none' : 'collecting';
}

/** Whether a row is among those that are asked for: a proposal waits beside an accepted baseline, too. */
export const isAmong = (row: Stands, wanted: StandingState) =>
  stateOf(row) === wanted || (wanted === 'ready' && row.proposals > 0);

export interface CandidateWeek {
  weekStart: LocalDate;
  openDays: number;
  transactions: number;
  grams: number;
  cost: number;
  /** Against the prior week, per open day, as fractions. */
  gramsChange: number | null;
  costChange: number | null;
  issues: readonly ReadinessIssue[];
  /** Not over yet: no baseline may hold it. */
  running: boolean;
}

export const mayBeChosen = (week: Pick<CandidateWeek, 'openDays' | 'running'>) => hasOpenDay(week) && !week.running;

/** Most weeks that are held against two baselines. */
export const longestOverlap = 12;

interface Bridge {
  fromWeek: LocalDate;
  /** Weeks with an open day. */
  overlapWeeks: number;
  /** Grams per open day of the baseline before and of the one after. */
  before: number;
  after: number;
}

export interface OverlapWeek {
  weekStart: LocalDate;
  gPerOpenDay: number;
  againstBefore: number | null;
  againstAfter: number | null;
}

/**
 * Weeks held against two baselines: how far apart both changes are is what the new start did, and nobody's work.
 * @param weeks in any order
 */
export function overlapOf(weeks: readonly CandidateWeek[], { fromWeek, overlapWeeks, before, after }: Bridge) {
  return weeks
    .filter((week) => week.weekStart >= fromWeek && mayBeChosen(week))
    .sort((a, b) => (a.weekStart < b.weekStart ? -1 : 1))
    .slice(0, overlapWeeks)
    .map(({ weekStart, grams, openDays }): OverlapWeek => {
      const gPerOpenDay = grams / openDays;
      return {
        weekStart,
        gPerOpenDay,
        againstBefore: changeOf(gPerOpenDay, before),
        againstAfter: changeOf(gPerOpenDay, after),
      };
    });
}

/** What was recorded less what the baseline would have given, in grams and money; null where nothing is compared. */
export function apartOf(compared: { g: number; expectedG: number; cost: number; expectedCost: number } | null) {
  if (compared === null) return { g: null, cost: null };
  return {
    g: compared.g - compared.expectedG,
    cost: compared.expectedCost > 0 ? compared.cost - compared.expectedCost : null,
  };
}
