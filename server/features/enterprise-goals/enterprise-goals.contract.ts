import { z } from 'zod';
import { localDay } from '../../domain/calendar/calendar.contract';
import { lineOfText, linesOfText } from '../../platform/text-input';
import type { LocalDate } from '../../platform/time';
import { cascades, enterpriseLimits, metrics } from './enterprise-limits.rules';

export type Metric = (typeof metrics)[number];
export type Cascade = (typeof cascades)[number];

/**
 * How a goal, or a site's part in it, stands: the last thirteen weeks against what the straight line from the baseline to its
 * target asks for in each of them; once its weeks are over, that is what came of it.
 */
const standings = [
  'notStarted',
  'noBaseline',
  'noFigures',
  'otherCurrency',
  'notTracked',
  'exempt',
  'onTrack',
  'offTrack',
  'met',
  'missed',
] as const;
export type Standing = (typeof standings)[number];

const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);
const terms = {
  title: lineOfText(enterpriseLimits.title).min(1),
  plan: linesOfText(enterpriseLimits.plan).default(''),
  target: z.number().describe('As a fraction of the baseline by which waste falls (0.5).'),
  startDate: localDay.describe('A Monday.'),
  endDate: localDay.describe('A Sunday.'),
  cascade: z
    .enum(cascades)
    .describe('`equal`: each site by the target; `share`: the other sites make up for exempt ones.'),
};
const stageId = z.coerce.number().int().positive().max(2_147_483_647);
const subject = { wasteStageId: stageId, metric: z.enum(metrics) };
const currency = z
  .string()
  .regex(/^[A-Z]{3}$/)
  .describe('Of cost. Sites in another currency take no part.');
export const newEnterpriseGoal = z.strictObject({
  ...subject,
  ...terms,
  currency: currency.optional(),
  siteIds: z.array(id).min(1).max(enterpriseLimits.sites),
});
export type NewEnterpriseGoal = z.infer<typeof newEnterpriseGoal>;
export type EnterpriseTerms = Pick<
  NewEnterpriseGoal,
  'title' | 'plan' | 'target' | 'startDate' | 'endDate' | 'cascade'
>;

const version = id.describe('Send this with a change. The change is rejected if someone else has made one since.');
const reason = lineOfText(enterpriseLimits.reason).default('');
export const enterpriseEdit = z.strictObject({
  ...terms,
  siteIds: z.array(id).min(1).max(enterpriseLimits.sites),
  reason,
  version,
});
export type EnterpriseEdit = z.infer<typeof enterpriseEdit>;

export const enterpriseParams = z.strictObject({ goalId: id });
const steps = ['close', 'reopen', 'rebase', 'cascade'] as const;
export type Step = (typeof steps)[number];
export const stepParams = z.strictObject({ goalId: id, step: z.enum(steps) });
export const stepBody = z.strictObject({ reason, version });
export const siteParams = z.strictObject({ goalId: id, siteId: id });
export const exemptBody = z.strictObject({
  exempt: z.boolean(),
  reason,
  version,
});

/** A form sends texts, and a list of one as its one text. */
const several = z.union([id.transform((one) => [one]), z.array(id).max(enterpriseLimits.sites)]).default([]);
const form = {
  title: terms.title,
  plan: terms.plan,
  percent: z.string().max(40).default(''),
  startDate: localDay,
  endDate: localDay,
  cascade: terms.cascade,
  siteId: several,
};
export const newForm = z.strictObject({
  ...subject,
  ...form,
  currency: z.union([z.literal('').transform(() => undefined), currency]).optional(),
});
export const editForm = z.strictObject({ ...form, reason, version });
export const exemptForm = z.strictObject({
  exempt: z.enum(['true', 'false']).transform((text) => text === 'true'),
  reason,
  version,
});

/** A goal as it is stored. */
export interface EnterpriseGoal {
  goalId: number;
  title: string;
  plan: string;
  stageId: number;
  metric: Metric;
  /** ISO 4217; of cost alone it means something. */
  currency: string;
  target: number;
  /** A Monday, and the Monday of the last week. */
  startWeek: LocalDate;
  endWeek: LocalDate;
  cascade: Cascade;
  state: 'active' | 'closed';
  version: number;
}

export interface GoalSite {
  siteId: number;
  siteName: string;
  currency: string;
  /** null: it takes part. */
  exemptReason: string | null;
}

/** Some weeks of a goal put together, in grams or money. */
export interface GoalSpan {
  /** A Monday. */
  weekStart: LocalDate;
  weeks: number;
  openDays: number;
  trackedDays: number;
  actual: number;
  /** What the baselines, and the line to the target, give for the open days. */
  expected: number;
  allowed: number;
}

interface Judged {
  standing: Standing;
  /** actual / expected − 1 over the last weeks; null of nothing. */
  change: number | null;
  /** By how much it should be less in these weeks by the line, and at the end: fractions. */
  required: number;
  target: number;
  openDays: number;
  trackedDays: number;
  actual: number;
  expected: number;
  /** Grams or money above what the line allows in these weeks; below it is negative. */
  gap: number;
}

export interface SiteProgress extends GoalSite, Judged {
  /** Locations with a baseline that are counted, and all that are set up for the stage. */
  measuredLocations: number;
  locations: number;
  /** With a baseline, and left out: they have probably stopped tracking. */
  stoppedLocations: number;
  /** Whether the sums are all that the site recorded in these weeks. */
  whole: boolean;
}

export interface EnterpriseProgress extends Judged {
  /** The weeks that are judged: a Monday and a Sunday; null before the first is over. */
  window: { start: LocalDate; end: LocalDate } | null;
  spans: GoalSpan[];
  /** Those furthest above their line first. */
  sites: SiteProgress[];
}

const judged = {
  standing: z.enum(standings),
  change: z.number().nullable(),
  required: z.number(),
  target: z.number(),
  openDays: z.number(),
  trackedDays: z.number(),
  actual: z.number().describe('Grams or money, in the last thirteen weeks of the goal that have ended.'),
  expected: z.number(),
  gap: z.number(),
};
export const enterpriseAnswer = z.object({
  goalId: z.number(),
  title: z.string(),
  plan: z.string(),
  wasteStageId: z.number(),
  metric: z.enum(metrics),
  currency: z.string(),
  startDate: z.string(),
  endDate: z.string(),
  cascade: z.enum(cascades),
  state: z.enum(['active', 'closed']),
  version: z.number(),
  ...judged,
});
export type EnterpriseAnswer = z.infer<typeof enterpriseAnswer>;
export const enterpriseDetail = enterpriseAnswer.extend({
  sites: z.array(
    z.object({
      siteId: z.number(),
      siteName: z.string(),
      currency: z.string(),
      exemptReason: z.string().nullable(),
      measuredLocations: z.number(),
      locations: z.number(),
      stoppedLocations: z
        .number()
        .describe('Locations with a baseline that are left out because they have probably stopped tracking.'),
      whole: z.boolean().describe('Whether the sums are all that the site recorded in these weeks.'),
      ...judged,
    }),
  ),
});
export const enterpriseSaved = z.object({ goalId: z.number() });

export interface EnterpriseChange {
  changeId: number;
  kind: 'set' | 'changed' | 'exempted' | 'included' | 'rebased' | 'cascaded' | 'closed' | 'reopened';
  siteName: string | null;
  reason: string;
  changedBy: string | null;
  changedAt: Date;
}
