import { z } from 'zod';
import type { StageStanding } from '../../domain/measures/baseline-standing.contract';
import { linesOfText } from '../../platform/text-input';
import { isLocalDate, type LocalDate } from '../../platform/time';
import { longestOverlap, type CandidateWeek, type OverlapWeek, type StandingState } from './baseline-screen.rules';
import type { StoredBaseline } from './manage-baselines.contract';

const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);
const monday = z.string().refine(isLocalDate, 'errors.notADate');
const weekCount = z.coerce.number().int().min(0).max(longestOverlap).default(0);
const reason = linesOfText(500).min(1, 'errors.required');
/** What was shown when somebody decided. */
const seen = z.string().max(100);
const mostWeeks = 260;

export const standingParams = z.object({
  organisationId: id,
  locationId: id,
  stageId: id.max(2_147_483_647),
});

/** Ticked boxes send a name several times, a form that is sent on sends them in one text. */
const weeks = z.preprocess(
  (value) => (typeof value === 'string' ? value.split(',') : value),
  z.array(monday).min(1, 'baselines.noWeeks').max(mostWeeks),
);

const enabled = z.enum(['on', 'off']);

/** What is chosen on the page of a location and stage, in the address of the page that shows what it would do. */
const choices = {
  propose: { weeks },
  manual: { weeks },
  accept: { baselineId: id },
  reject: { baselineId: id },
  rebase: { fromWeek: monday, overlapWeeks: weekCount },
  auto: { enabled },
} as const;
export const changeKinds = ['propose', 'manual', 'accept', 'reject', 'rebase', 'auto'] as const;
export type ChangeKind = (typeof changeKinds)[number];

export const choiceOf = {
  propose: z.object(choices.propose),
  manual: z.object(choices.manual),
  accept: z.object(choices.accept),
  reject: z.object(choices.reject),
  rebase: z.object(choices.rebase),
  auto: z.object(choices.auto),
} as const;
/** Any of it, in an address: what does not fit is read as not given. */
export const choiceAddress = z.object({
  weeks: weeks.optional().catch(undefined),
  baselineId: id.optional().catch(undefined),
  fromWeek: monday.optional().catch(undefined),
  overlapWeeks: weekCount.catch(0),
  enabled: enabled.optional().catch(undefined),
});
export const changeForms = {
  propose: z.strictObject({ ...choices.propose, reason, seen }),
  manual: z.strictObject({ ...choices.manual, reason, seen }),
  accept: z.strictObject({ ...choices.accept, reason, seen }),
  reject: z.strictObject({ ...choices.reject, reason, seen }),
  rebase: z.strictObject({ ...choices.rebase, reason, seen }),
  auto: z.strictObject({ ...choices.auto, reason, seen }),
} as const;

/** What the page says that was just done. */
export const baselineDone = z.enum(changeKinds).optional().catch(undefined);
export type BaselineDone = z.infer<typeof baselineDone>;

export interface StandingRow extends StageStanding {
  state: StandingState;
}

interface HistoryFigures {
  baselineId: number;
  weeks: LocalDate[];
  gPerOpenDay: number;
}

export interface HistoryEntry {
  key: string;
  at: string;
  /** null: the rule, or weeks that were worked out again. */
  by: string | null;
  kind: Exclude<ChangeKind, 'auto'> | 'chosen' | 'followed' | 'autoOn' | 'autoOff';
  reason: string;
  before: HistoryFigures | null;
  after: HistoryFigures | null;
}

/** Weeks that a new start is held against both baselines in. */
export interface Overlap {
  fromWeek: LocalDate;
  weeks: OverlapWeek[];
}

export interface BaselineStanding {
  row: StandingRow;
  /** Newest first. */
  weeks: CandidateWeek[];
  active: StoredBaseline | null;
  proposed: StoredBaseline[];
  history: HistoryEntry[];
  overlap: Overlap | null;
  version: string;
}

/** How a location, or its site, stands against the baseline in the weeks that the dashboard shows. */
export interface PlaceStanding {
  gPerOpenDay: number | null;
  costPerOpenDay: number | null;
  comparedFrom: LocalDate | null;
  weightChange: number | null;
  valueChange: number | null;
  /** Recorded less expected: grams, and money of the site's currency. */
  g: number | null;
  cost: number | null;
}

export interface PlaceEffect {
  place: 'location' | 'site';
  name: string;
  stageId: number;
  stageName: string;
  currency: string;
  before: PlaceStanding;
  after: PlaceStanding;
}

interface GoalNamed {
  goalId: number;
  title: string;
  weeks: LocalDate[];
}

export interface BaselineEffect {
  start: LocalDate;
  end: LocalDate;
  /** Empty where nothing changes. */
  places: PlaceEffect[];
  goals: GoalNamed[];
  goalCount: number;
  enterpriseGoals: GoalNamed[];
  frozenReports: number;
  /** Of a new start. */
  overlap: Overlap | null;
  version: string;
}
