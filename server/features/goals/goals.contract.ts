import { z } from 'zod';
import { localDay } from '../../domain/calendar/calendar.contract';
import { lineOfText, linesOfText } from '../../platform/text-input';
import type { LocalDate } from '../../platform/time';
import { goalLimits, goalMetrics, notNamed, targetKinds } from './goal-limits.rules';

export type GoalMetric = (typeof goalMetrics)[number];
export type TargetKind = (typeof targetKinds)[number];
const goalStates = ['active', 'paused', 'closed'] as const;
export type GoalState = (typeof goalStates)[number];

/**
 * How a goal stands. Before it has begun, without figures, on too few tracked days or after a single week nothing is judged; while it runs, the
 * forecast of its last week decides; once its weeks are over, or it is closed, what came of it.
 */
const standings = [
  'notStarted',
  'noFigures',
  'otherCurrency',
  'notTracked',
  'tooEarly',
  'onTrack',
  'offTrack',
  'met',
  'missed',
] as const;
export type Standing = (typeof standings)[number];

const value = z.union([z.literal(notNamed), z.coerce.number().int().positive()]).optional();
/** The values that a goal is narrowed to; without any it is of all waste of the stage. */
const goalValues = {
  itemId: value,
  reasonId: value,
  sourceId: value,
  sinkId: value,
  daypartId: value,
  containerId: value,
};
export type GoalValues = z.infer<z.ZodObject<typeof goalValues>>;

const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);
const stageId = z.coerce.number().int().positive().max(2_147_483_647);
/** What a goal is of; it stays so. */
const goalSubject = { locationId: id, wasteStageId: stageId, ...goalValues };

/** In a body: what may be changed later. */
const goalTerms = {
  title: lineOfText(goalLimits.title).min(1),
  plan: linesOfText(goalLimits.plan).default(''),
  metric: z.enum(goalMetrics),
  targetKind: z.enum(targetKinds).describe('`percent` of the baseline, or an amount per open day.'),
  target: z
    .number()
    .describe('As a fraction of the baseline by which waste falls (0.2), or grams or money per open day.'),
  startDate: localDay.describe('A Monday.'),
  endDate: localDay.describe('A Sunday.'),
  ownerId: z.int().positive().nullable().default(null),
};
export type GoalTerms = z.infer<z.ZodObject<typeof goalTerms>>;

export const newGoal = z.strictObject({ ...goalSubject, ...goalTerms });
export type NewGoal = z.infer<typeof newGoal>;
const version = z.coerce
  .number()
  .int()
  .positive()
  .describe('Send this with a change. The change is rejected if someone else has made one since.');
const reason = lineOfText(goalLimits.reason).default('');
export const goalEdit = z.strictObject({ ...goalTerms, reason, version });
export type GoalEdit = z.infer<typeof goalEdit>;

const goalSteps = ['pause', 'resume', 'close', 'rebase'] as const;
export type GoalStep = (typeof goalSteps)[number];
export const stepParams = z.strictObject({ goalId: id, step: z.enum(goalSteps) });
export const stepBody = z.strictObject({ reason, version });

export const goalParams = z.strictObject({ goalId: id });
export const actionParams = z.strictObject({ goalId: id, actionId: id });

const actionFields = {
  title: lineOfText(goalLimits.action).min(1),
  startedOn: localDay,
  endedOn: localDay.nullable().default(null),
};
export const newAction = z.strictObject(actionFields);
export type ActionFields = z.infer<typeof newAction>;

export const copyBody = z.strictObject({ locationIds: z.array(id).min(1).max(goalLimits.copies) });

/** A form sends texts. */
const optionalDay = z.union([z.literal(''), localDay]).transform((text) => text || null);
const goalForm = {
  title: goalTerms.title,
  plan: goalTerms.plan,
  metric: goalTerms.metric,
  targetKind: goalTerms.targetKind,
  /** Per cent, or the reader's unit of weight or money a day: as number fields send them. The one that is not chosen stays unread. */
  percent: z.string().max(40).default(''),
  amount: z.string().max(40).default(''),
  startDate: localDay,
  endDate: localDay,
  ownerId: z.union([z.literal('').transform(() => null), id]).default(null),
};
const chosen = z.union([z.literal('').transform(() => undefined), value]).catch(undefined);
const chosenValues = {
  itemId: chosen,
  reasonId: chosen,
  sourceId: chosen,
  sinkId: chosen,
  daypartId: chosen,
  containerId: chosen,
};
export const newGoalForm = z.strictObject({ locationId: id, wasteStageId: stageId, ...chosenValues, ...goalForm });
export const goalEditForm = z.strictObject({ ...goalForm, reason, version });
export const actionForm = z.strictObject({ ...actionFields, endedOn: optionalDay.default(null) });
export const endForm = z.strictObject({ endedOn: localDay });
export const copyForm = z.strictObject({
  locationId: z.union([id.transform((one) => [one]), z.array(id).max(goalLimits.copies)]).default([]),
});

export type GoalForm = Omit<z.infer<typeof goalEditForm>, 'reason' | 'version'>;

/** What the form for a new goal is asked for in its address. */
export const newGoalQuery = z.object({
  locationId: id.optional().catch(undefined),
  wasteStageId: stageId.optional().catch(undefined),
  ...chosenValues,
  metric: z.enum(goalMetrics).optional().catch(undefined),
  choose: z.literal('1').optional().catch(undefined),
});
export type NewGoalQuery = z.infer<typeof newGoalQuery>;

/** A goal as it is stored. */
export interface Goal {
  goalId: number;
  siteId: number;
  siteName: string;
  locationId: number;
  locationName: string;
  timeZone: string;
  stageId: number;
  values: GoalValues;
  title: string;
  plan: string;
  metric: GoalMetric;
  /** ISO 4217, of the goal; that of the site may be another one by now. */
  currency: string;
  siteCurrency: string;
  targetKind: TargetKind;
  target: number;
  /** A Monday, and the Monday of the last week. */
  startWeek: LocalDate;
  endWeek: LocalDate;
  baselineWeeks: LocalDate[];
  ownerId: number | null;
  /** Of a goal that was set from one of the organization: its target is reached along a straight line, as that one's is. */
  ramp: boolean;
  state: GoalState;
  result: GoalResult | null;
  version: number;
}

/** What a goal of these values at a location would be measured against. */
export interface Subject {
  siteId: number;
  siteName: string;
  locationId: number;
  locationName: string;
  locationStatus: 'A' | 'I';
  timeZone: string;
  stageId: number;
  currency: string;
  baseline: {
    /** Mondays. */
    weeks: LocalDate[];
    reductionFrom: LocalDate;
    openDays: number;
    /** Per open day; of what names the values. */
    grams: number;
    cost: number;
  } | null;
}

/** A location that a goal may be copied to. */
export interface CopyTarget {
  siteName: string;
  locationId: number;
  locationName: string;
}

/** A week of a goal. */
export interface GoalWeek {
  weekStart: LocalDate;
  openDays: number;
  trackedDays: number;
  /** Grams, or money. */
  actual: number;
  /** What the baseline and the target give for its open days. */
  expected: number;
  allowed: number;
  /** Whether its last day is over. */
  over: boolean;
}

/** How far a goal has come, in grams or in money of its currency. */
export interface Progress {
  standing: Standing;
  /** null where the baseline's weeks have no open day left. */
  basePerOpenDay: number | null;
  allowedPerOpenDay: number | null;
  /** Weeks of the goal that are over, and all of them. */
  weeksOver: number;
  weeksAll: number;
  openDays: number;
  trackedDays: number;
  /** Over the weeks that are over. */
  actual: number;
  expected: number;
  /** actual / expected − 1; null of nothing. */
  change: number | null;
  /** The change over all weeks of the goal, if the rest goes on as the last weeks did; null where it is too early to tell. */
  forecast: number | null;
  weeks: GoalWeek[];
}

/** What a goal came to when it was closed, in grams or money. */
export interface GoalResult {
  standing: Standing;
  actual: number;
  expected: number;
  change: number | null;
  /** Local date of the location. */
  closedOn: LocalDate;
}

/** What of a goal is kept of before and after a change. */
export type KeptTerms = Pick<
  Goal,
  'metric' | 'targetKind' | 'target' | 'startWeek' | 'endWeek' | 'currency' | 'baselineWeeks'
>;

export type ChangeKind = 'set' | 'copied' | 'changed' | 'paused' | 'resumed' | 'closed' | 'rebased';

export interface GoalChange {
  kind: ChangeKind;
  reason: string;
  before: KeptTerms | null;
  after: KeptTerms | null;
  /** null where no person did it, or they are gone. */
  changedBy: string | null;
  changedAt: Date;
}

export type NamedGoal = Pick<Goal, 'goalId' | 'title' | 'siteName' | 'locationName'>;

/** A change is a fraction, −0.2 is a fifth less; `low` and `high` are the bounds of its 95 % interval. */
export interface ActionResult extends NamedGoal {
  action: string;
  startedOn: LocalDate;
  change: number;
  low: number;
  high: number;
}

export interface ReachedGoal extends NamedGoal {
  standing: Standing;
  change: number | null;
}

/** What came of the goals of some weeks. */
export interface GoalResults {
  /** How many could be judged, and how many of them were met or on track. */
  judged: number;
  reached: number;
  /** Those that were. */
  goals: ReachedGoal[];
  /** What worked. */
  actions: ActionResult[];
}

const progressFields = {
  standing: z.enum(standings),
  basePerOpenDay: z.number().nullable().describe('Grams or money.'),
  allowedPerOpenDay: z.number().nullable(),
  weeksOver: z.number(),
  weeksAll: z.number(),
  openDays: z.number(),
  trackedDays: z.number(),
  actual: z.number(),
  expected: z.number(),
  change: z.number().nullable().describe('As a fraction of the baseline.'),
  forecast: z.number().nullable(),
};
/** A goal in a call's answer. */
export const goalAnswer = z.object({
  goalId: z.number(),
  siteId: z.number(),
  siteName: z.string(),
  locationId: z.number(),
  locationName: z.string(),
  wasteStageId: z.number(),
  itemId: value,
  reasonId: value,
  sourceId: value,
  sinkId: value,
  daypartId: value,
  containerId: value,
  title: z.string(),
  plan: z.string(),
  metric: z.enum(goalMetrics),
  currency: z.string(),
  targetKind: z.enum(targetKinds),
  target: z.number(),
  startDate: z.string(),
  endDate: z.string(),
  baselineWeeks: z.array(z.string()).describe('Mondays.'),
  ownerId: z.number().nullable(),
  state: z.enum(goalStates),
  ramp: z
    .boolean()
    .describe('The target is reached along a straight line, as that of the organization’s goal behind it.'),
  version: z.number(),
  ...progressFields,
});
export type GoalAnswer = z.infer<typeof goalAnswer>;

const effectAnswer = z.union([
  z.object({
    kind: z.literal('measured'),
    change: z.number().describe('As a fraction, compared with what the rest of the location did.'),
    low: z.number(),
    high: z.number().describe('Bounds of the 95 % interval.'),
    controlChange: z.number().nullable(),
    chance: z.boolean().describe('Whether the interval includes no change.'),
    weeksBefore: z.number(),
    weeksAfter: z.number(),
  }),
  z.object({ kind: z.literal('tooFewWeeks'), weeksBefore: z.number(), weeksAfter: z.number() }),
  z.object({ kind: z.literal('nothingBefore') }),
]);
const actionAnswer = z.object({
  actionId: z.number(),
  title: z.string(),
  startedOn: z.string(),
  endedOn: z.string().nullable(),
  effect: effectAnswer,
});

export const goalDetail = goalAnswer.extend({
  weeks: z.array(
    z.object({
      weekStart: z.string(),
      openDays: z.number(),
      trackedDays: z.number(),
      actual: z.number(),
      expected: z.number(),
      allowed: z.number(),
      over: z.boolean(),
    }),
  ),
  actions: z.array(actionAnswer),
});

/** Goal state of the specification, section 3: whether goals can be set for a location. */
export const baselineCheck = z.object({
  hasBaseline: z.boolean(),
  siteName: z.string(),
  locationName: z.string(),
  locationId: z.number(),
  locationStatus: z.enum(['A', 'I']),
});
export const baselineCheckQuery = z.strictObject({ locationId: id, wasteStageId: stageId.default(8) });

export const goalSaved = z.object({ goalId: z.number() });
export const goalsCopied = z.object({ goalIds: z.array(z.number()) });
export const actionSaved = z.object({ actionId: z.number() });

/** A goal with how far it has come. */
export interface GoalRow extends Goal {
  progress: Progress;
  /** Names of the values that it is narrowed to, or of the stage. */
  subject: string;
}
