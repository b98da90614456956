import { z } from 'zod';
import { localDay } from '../../domain/calendar/calendar.contract';
import { wasteStageIds } from '../../domain/events/ingest.contract';
import type { CompareQuery, ComparedSums, NoChange } from '../../domain/measures/measure.contract';
import type { UnreliableReason } from '../../domain/measures/reliability.rules';
import { lineOfText } from '../../platform/text-input';
import type { LocalDate } from '../../platform/time';
import { leaderboardLimits, metrics, rankedBy } from './leaderboard-terms.rules';

export type Metric = (typeof metrics)[number];
export type RankedBy = (typeof rankedBy)[number];

/** What is ranked: one stage over whole weeks. */
export interface Question extends CompareQuery {
  metric: Metric;
  by: RankedBy;
}

/** Why a site or location has no rank, the first that holds. */
const notRankedReasons = [
  'unconfirmed',
  'noBaseline',
  'noOpenDay',
  'zeroBaseline',
  'noDays',
  'stopped',
  'excluded',
  'notTracked',
  'accuracy',
  'noGoals',
  'goalsTooEarly',
] as const;
export type NotRanked = (typeof notRankedReasons)[number];

/** Goals that ran in the weeks: those on track or met, those that can be judged, and all. */
export interface GoalCounts {
  reached: number;
  judged: number;
  all: number;
}

/** A site or location with all that it is ranked by. */
export interface Entrant {
  /** Of the site, or of the location. */
  id: number;
  siteId: number;
  siteName: string;
  /** null for a site. */
  locationName: string | null;
  locationIds: readonly number[];
  /** Of them, those that are compared with a baseline. */
  comparedLocations: number;
  compared: ComparedSums | null;
  /** Fraction of the baseline: −0.2 is a fifth less. */
  change: number | null;
  estimatedShare: number | null;
  noChange: NoChange | null;
  unreliable: UnreliableReason | null;
  /** A reduction that the organization does not count. */
  excluded: boolean;
  openDays: number;
  trackedDays: number;
  scoredWeeks: number;
  compliantWeeks: number;
  /** Of weights, as a fraction; null where too few days have a check weight to say. */
  accuracy: number | null;
  /** A location of it whose opening days nobody has confirmed. */
  unconfirmedId: number | null;
  /** A location of it without a baseline. */
  withoutBaselineId: number | null;
  goals: GoalCounts;
}

export interface Ranked extends Entrant {
  rank: number;
}
export interface Unranked extends Entrant {
  reason: NotRanked;
}

const plain = lineOfText(100).min(1);
const groupFields = {
  countryCode: plain.optional(),
  regionName: plain.optional(),
  segmentName: plain.optional(),
};

const stageId = z.enum(wasteStageIds.map(String) as [string, ...string[]]).transform(Number);

/** Query of the calls. */
export const standingsQuery = z.strictObject({
  /** Local dates `YYYY-MM-DD`: a Monday, and a Sunday that is over. */
  startDate: z.string().max(40),
  endDate: z.string().max(40),
  wasteStageId: stageId,
  metric: z.enum(metrics).default('reduction'),
  by: z.enum(rankedBy).default('sites'),
  ...groupFields,
});
export type StandingsQuery = z.infer<typeof standingsQuery>;
export const standingsPage = standingsQuery.extend({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
});

const fraction = z.number().nullable();
const standing = z.object({
  rank: z.number().nullable().describe('Equal results share a rank: 1, 2, 2, 4. null: not ranked.'),
  notRanked: z.enum(notRankedReasons).nullable(),
  siteId: z.number(),
  siteName: z.string(),
  locationId: z.number().nullable(),
  locationName: z.string().nullable(),
  weightVsBaseline: fraction.describe('As a fraction of the baseline per open day.'),
  estimatedShare: fraction.describe('Of the compared weight, estimated from servings.'),
  openDays: z.number(),
  trackedDays: z.number(),
  scoredWeeks: z.number(),
  compliantWeeks: z.number(),
  weightAccuracy: fraction,
  goals: z.object({ reached: z.number(), judged: z.number(), all: z.number() }),
});
export type StandingAnswer = z.infer<typeof standing>;
export const standingsAnswer = z.object({
  metric: z.enum(metrics),
  by: z.enum(rankedBy),
  startDate: z.string(),
  endDate: z.string(),
  ranked: z.number().describe('How many have a rank.'),
  total: z.number(),
  limit: z.number(),
  offset: z.number(),
  standings: z.array(standing).describe('By rank, then those that are not ranked, by name.'),
});

const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);
export const contestParams = z.strictObject({ contestId: id });
export const siteParams = z.strictObject({ siteId: id });

const version = z.coerce
  .number()
  .int()
  .positive()
  .describe('Send this with a change. The change is rejected if someone else has made one since.');
const group = lineOfText(100)
  .nullable()
  .default(null)
  .transform((text) => text || null);
const contestFields = {
  name: lineOfText(leaderboardLimits.name).min(1),
  metric: z.enum(metrics),
  by: z.enum(rankedBy),
  startDate: localDay.describe('A Monday.'),
  endDate: localDay.describe('A Sunday.'),
  countryCode: group,
  regionName: group,
  segmentName: group,
};
export const newContest = z.strictObject({ ...contestFields, wasteStageId: z.coerce.number().int().positive() });
export const contestEdit = newContest.extend({ version });
export type ContestTerms = z.infer<typeof newContest>;
export type ContestEdit = z.infer<typeof contestEdit>;

/** A contest as it is stored. */
export interface Contest extends ContestTerms {
  contestId: number;
  version: number;
}

/** What a form starts with. */
export const newContestQuery = z.object({
  metric: z.enum(metrics).optional().catch(undefined),
  by: z.enum(rankedBy).optional().catch(undefined),
  wasteStageId: id.optional().catch(undefined),
});

const contestStates = ['upcoming', 'running', 'ended'] as const;
export type ContestState = (typeof contestStates)[number];
/** A contest as of today. */
export type ContestNow = Contest & { state: ContestState };
const contestAnswer = z.object({
  contestId: z.number(),
  version: z.number(),
  name: z.string(),
  metric: z.enum(metrics),
  by: z.enum(rankedBy),
  wasteStageId: z.number(),
  startDate: z.string(),
  endDate: z.string(),
  countryCode: z.string().nullable(),
  regionName: z.string().nullable(),
  segmentName: z.string().nullable(),
  state: z.enum(contestStates),
});
export const contestsAnswer = z.object({ contests: z.array(contestAnswer) });
export const contestSaved = z.object({ contestId: z.number() });

export const optOutBody = z.strictObject({ reason: lineOfText(leaderboardLimits.reason).default('') });
export const optOutsAnswer = z.object({
  sites: z.array(z.object({ siteId: z.number(), siteName: z.string(), reason: z.string(), since: z.string() })),
});

/** A site in the list of those that may opt out. */
export interface ParticipantSite {
  siteId: number;
  siteName: string;
  /** Whether all of it is seen; of the rest nothing is changed. */
  whole: boolean;
  reason: string | null;
  /** null: it takes part. */
  optedOutOn: LocalDate | null;
}
