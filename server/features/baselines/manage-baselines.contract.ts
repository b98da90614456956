import { z } from 'zod';
import { readinessIssues } from '../../domain/measures/readiness.contract';
import { stagePlace } from '../../domain/places/place.contract';
import { pageParameter, sortParameter } from '../../platform/table/table-query';
import { lineOfText, linesOfText } from '../../platform/text-input';
import { isLocalDate } from '../../platform/time';

const id = z.coerce.number().int().positive();
const stage = id.max(2_147_483_647);
const bodyId = z.int().positive();
const monday = z.string().refine(isLocalDate, 'errors.notADate');
const reason = linesOfText(500);

const baselineSorts = [
  'siteName',
  'locationName',
  'wasteStageId',
  'period',
  'autoBaselineEnabled',
  'weeksPassing',
  'firstWeek',
  'gPerOpenDay',
  'costPerOpenDay',
  'method',
] as const;
export type BaselineSort = (typeof baselineSorts)[number];

export const baselineQuery = z.strictObject({
  siteId: id.optional(),
  locationId: id.optional(),
  wasteStageId: stage.optional(),
  period: z.enum(['ACTIVATION', 'BASELINE', 'REDUCTION']).optional(),
  /** Only where a proposal waits for a decision. */
  proposed: z.enum(['true']).optional(),
  text: lineOfText(100).optional(),
  sort: sortParameter(baselineSorts, { column: 'siteName', direction: 'asc' }),
  page: pageParameter,
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export type BaselineQuery = z.infer<typeof baselineQuery>;

const stageRow = z.strictObject({
  ...stagePlace,
  period: z.enum(['ACTIVATION', 'BASELINE', 'REDUCTION']),
  enteredOn: z.string(),
  autoBaselineEnabled: z.boolean(),
  currencyCode: z.string(),
  weeksJudged: z.number().describe('Weeks compared with the criteria; 0 if auto-baseline is off.'),
  weeksPassing: z.number(),
  baselineId: z.number().nullable(),
  method: z.enum(['AUTO', 'MANUAL']).nullable(),
  firstWeek: z.string().nullable(),
  lastWeek: z.string().nullable(),
  gPerOpenDay: z.number().nullable(),
  costPerOpenDay: z.number().nullable(),
  txnPerOpenDay: z.number().nullable(),
  proposals: z.number(),
});
export type BaselineStageRow = z.infer<typeof stageRow>;
export const baselineList = z.strictObject({
  stages: z.array(stageRow),
  total: z.number(),
  page: z.number(),
  limit: z.number(),
});
export type BaselineList = z.infer<typeof baselineList>;

const storedBaseline = z.strictObject({
  baselineId: z.number(),
  state: z.enum(['PROPOSED', 'ACTIVE', 'REJECTED', 'RETIRED']),
  method: z.enum(['AUTO', 'MANUAL']),
  weeks: z.array(z.string()).describe('Mondays.'),
  reductionFrom: z.string(),
  openDays: z.number(),
  gPerOpenDay: z.number(),
  costPerOpenDay: z.number(),
  txnPerOpenDay: z.number(),
  currencyCode: z.string(),
  reason: z.string(),
  createdAt: z.string(),
  createdByName: z.string().nullable(),
  endedAt: z.string().nullable(),
});
export type StoredBaseline = z.infer<typeof storedBaseline>;

export const baselineStage = z.strictObject({
  stage: stageRow,
  weeks: z
    .array(
      z.strictObject({
        weekStart: z.string(),
        openDays: z.number(),
        transactions: z.number(),
        grams: z.number(),
        cost: z.number(),
        /** Against the prior week, per open day, as fractions. */
        gramsChange: z.number().nullable(),
        costChange: z.number().nullable(),
        issues: z.array(z.enum(readinessIssues)),
        /** Not over yet: no baseline may hold it. */
        running: z.boolean(),
      }),
    )
    .describe('Newest first.'),
  baselines: z.array(storedBaseline).describe('Newest first.'),
});
export type BaselineStage = z.infer<typeof baselineStage>;

export const stageParams = z.strictObject({ locationId: id, stageId: stage });
export const weeksBody = z.strictObject({ weeks: z.array(monday).min(1, 'baselines.noWeeks').max(260), reason });
export const decisionBody = z.strictObject({ baselineId: bodyId, reason });
export const rebaseBody = z.strictObject({ fromWeek: monday, reason });
export const autoBody = z.strictObject({ enabled: z.boolean(), reason });
export const baselineCreated = z.strictObject({ baselineId: z.number() });
