import type { Capture } from '../../domain/measures/capture.contract';
import type { Changes, ComparedSums, NoChange } from '../../domain/measures/measure.contract';
import type { Look, UnreliableReason } from '../../domain/measures/reliability.rules';

/** What the dashboard is made of; the calls answer the same in the words of the wire. */

export type Status = 'ACTIVE' | 'INACTIVE';
export type ViewType = 'sites' | 'locations';

/** A site or a location. Changes are fractions: −0.2 is a fifth less. */
export interface PerformanceRow extends Changes {
  /** Id of the location or site. */
  id: number;
  siteId: number;
  siteName: string;
  siteStatus: Status;
  /** null for a site. */
  locationName: string | null;
  locationStatus: Status | null;
  locationIds: number[];
  currency: string;
  /** First Monday of the earliest baseline. */
  minBaselineStartDate: string | null;
  noChange: NoChange | null;
  /** Whether any day of the range has an event. */
  recorded: boolean;
  /** Why its changes are no result; null where they are, or where there is none. */
  unreliable: UnreliableReason | null;
  /** Why somebody should look at it; an inactive one is left in peace. */
  look: Look | null;
  activeGoals: number | null;
  /** 0 to 100. */
  percentDaysTracking: number | null;
  compliantWeeks: number;
  weeksWithComplianceScore: number;
  /** Locations that count for the overall figures, and those that the threshold left out. */
  countedLocations: number;
  excludedLocations: number;
  /** Of those with something to compare, the ones that probably stopped tracking. */
  stoppedLocations: number;
  compared: ComparedSums | null;
}

/** With what its check weights say. */
export type CapturedRow = PerformanceRow & {
  capture: Capture;
  /** Whether a page says that its opening days are not confirmed, where it would say why its changes are no result. */
  unconfirmed: boolean;
};

/** What pages say instead of judging, while opening days are not confirmed. The calls answer figures and judgements as they are. */
export interface UnconfirmedDays {
  /** Of the headline. */
  headline: boolean;
  /** Of the counted locations that look as if they had stopped tracking, those that may only be closed on some weekdays. */
  stopped: number;
}

/** The changes of several locations together. */
export interface JointChanges {
  weightChange: number | null;
  transactionChange: number | null;
  /** One for each currency of the locations, in alphabetical order; never added up. */
  costChanges: { currency: string; change: number | null; derivedShare: number | null }[];
  /** Fraction of the weight; null of nothing. */
  estimatedShare: number | null;
  /** Why they are no result. */
  unreliable: UnreliableReason | null;
}

/** What stands large: of the locations that still track, or of all that count where none of them stopped. */
export interface Headline extends JointChanges {
  /** As the addresses of its figures name them. */
  place: 'all' | 'rest';
  locations: number;
  /** 0 to 100. */
  percentOfDaysTracking: number | null;
}

/** Over one population: the locations that have something to compare and that the threshold does not leave out. */
export interface OverallFigures extends JointChanges {
  /** The same without the counted locations that probably stopped tracking; null where none did. */
  withoutStopped: JointChanges | null;
  headline: Headline;
  /** 0 to 100; null without a week to judge. */
  compliance: number | null;
  averageOfActiveGoals: number | null;
  /** 0 to 100. */
  percentOfDaysTracking: number | null;
  /** All in view: those that count, and each of the others once. */
  locations: number;
  countedLocations: number;
  excludedLocations: number;
  withoutBaseline: number;
  /** With a baseline, but without an open day to compare. */
  withoutOpenDay: number;
  /** Counted, and probably no longer tracking. */
  stoppedLocations: number;
  /** Monday of the newest week of the range with an event in any of them. */
  newestWeek: string | null;
}

/** A bar of the weekly charts. */
export interface TrendWeek {
  weekStart: string;
  /** Weeks that were put together to keep a long range readable. */
  weeks: number;
  /** Grams or money; null when no open day was tracked. */
  actual: number | null;
  /** What the baseline would have given on the same open days. */
  expected: number;
  /** Of `actual`, what was not measured. */
  estimated: number;
  openDays: number;
  /** `partly`: fewer open days were tracked than a comparison needs. */
  state: 'compared' | 'partly' | 'baseline' | 'closed' | 'untracked';
}
