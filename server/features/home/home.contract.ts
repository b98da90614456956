import type { Capture } from '../../domain/measures/capture.contract';
import type { RunningWeek } from '../../domain/measures/measure.contract';
import type { OverallFigures, TrendWeek, UnconfirmedDays } from '../performance/report.contract';
import type { StepView } from './first-steps.rules';

/** What home is made of; grams and local dates throughout. */

export interface Cost {
  /** ISO 4217. */
  currency: string;
  amount: number;
}

export interface WeekTotal {
  /** The Monday, or the day. */
  start: string;
  grams: number;
  estimatedGrams: number;
  openDays: number;
  trackedDays: number;
  /** In the order of the currencies; only those in which something was recorded. */
  costs: Cost[];
}

export interface TopValue {
  /** null: what names no value. */
  refId: number | null;
  name: string | null;
  grams: number;
  /** Fraction of the week's weight. */
  share: number;
  costs: Cost[];
}

export interface Top {
  /** The heaviest first. */
  named: TopValue[];
  unnamed: TopValue | null;
}

export interface Noticed {
  count: number;
  /** The first of them. */
  names: string[];
}

export interface Verdict {
  /** Open, and nothing recorded. */
  silent: Noticed;
  /** Recorded, but too little for their change to be a result. */
  unreliable: Noticed;
  aboveBaseline: Noticed;
  /** Their weighings show other opening days than their calendar. */
  unconfirmed: Noticed;
}

export interface HomeWeek {
  /** Monday and Sunday of the newest week with data that is over. */
  start: string;
  end: string;
  /** Of that week, and of the locations behind its headline. */
  overall: OverallFigures;
  capture: Capture;
  unconfirmed: UnconfirmedDays;
  /** Of all locations, the week itself the last; only that one and the one before it where there is a baseline. */
  totals: WeekTotal[];
  /** From the week before, per open day, of the locations that still track. */
  change: number | null;
  /** Whether there is none because opening days are not confirmed. */
  changeWaits: boolean;
  items: Top;
  reasons: Top;
  /** The weeks of the locations behind the headline; empty while there are none. */
  trend: TrendWeek[];
}

export interface HomeFigures {
  stageId: number;
  week: HomeWeek | null;
  /** Fractions, as the overall figures were made with them. */
  threshold: number;
  limit: number;
  today: string;
  newestDay: string | null;
  /** The days of the week of `today` that have a calendar, in the stage of `week`. */
  days: WeekTotal[];
  attention: Verdict & {
    notStarted: number;
    withoutBaseline: number;
    activeLocations: number;
  };
  /** Where opening days are confirmed; null for whoever may not, or where all are. */
  confirmHref: string | null;
  mayCompare: boolean;
  /** The week that is not over, while no other has data. */
  running: RunningWeek | null;
  /** null once there is a baseline. */
  steps: StepView[] | null;
}
