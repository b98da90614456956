import { z } from 'zod';
import { documentFormats } from '../../platform/document/document.contract';
import { localeCodes } from '../../platform/i18n/messages';
import { disposalSet, productionSet } from '../impact/impact.contract';
import {
  cadences,
  reportKinds,
  reportLogos,
  reportPeriods,
  type Cadence,
  type RelativePeriod,
  type ReportKind,
  type ReportLogo,
} from './report-kinds.rules';

const id = z.coerce
  .number()
  .int()
  .positive()
  .max(2 ** 53 - 1);
const currency = z
  .string()
  .regex(/^[A-Z]{3}$/)
  .nullable();
const orNull = (value: unknown) => (value === '' || value === undefined ? null : value);

/** What is asked for. Weights are written in the unit; costs in all currencies, each apart, unless one is named. */
const asked = {
  kind: z.enum(reportKinds),
  siteId: z.preprocess(orNull, id.nullable()).describe('Everything that you see without it.'),
  locationId: z.preprocess(orNull, id.nullable()),
  wasteStageId: z.coerce.number().int().positive().max(2_147_483_647).default(8),
  locale: z.enum(localeCodes as [string, ...string[]]),
  unitId: z.coerce.number().int().positive().max(1_000).describe('11 pound, 12 kilogram.'),
  currency: z.preprocess(orNull, currency),
  productionSet: productionSet.default('sel2021').describe('Of an impact update.'),
  disposalSet: disposalSet.default('epa2026').describe('Of an impact update.'),
  logo: z.enum(reportLogos).default('organization').describe('Of an impact update.'),
};
const period = z.enum(reportPeriods);
const day = z.string().max(40).default('');

export const reportRequest = z.strictObject({
  ...asked,
  period,
  startDate: day.describe('Of the period `custom`.'),
  endDate: day,
});
export type ReportRequest = z.infer<typeof reportRequest>;

/** As a report keeps it: with the dates that were meant. */
export interface ReportParameters {
  kind: ReportKind;
  siteId: number | null;
  locationId: number | null;
  stageId: number;
  locale: string;
  unitId: number;
  /** ISO 4217; null: all. */
  currency: string | null;
  /** Of an impact update alone. */
  productionSet?: z.infer<typeof productionSet>;
  disposalSet?: z.infer<typeof disposalSet>;
  logo?: ReportLogo;
  /** Local dates, both included. */
  start: string;
  end: string;
}

/** A form names a place in one field: nothing, `s12` or `l34`. */
const place = z.preprocess(
  (value) => value ?? '',
  z.string().regex(/^([sl]\d{1,15})?$/, { error: 'leaderboard.error.unknownGroup' }),
);
const formFields = {
  kind: asked.kind,
  place,
  wasteStageId: asked.wasteStageId,
  locale: asked.locale,
  unitId: asked.unitId,
  currency: asked.currency,
  productionSet: asked.productionSet,
  disposalSet: asked.disposalSet,
  logo: asked.logo,
};

export const runForm = z.strictObject({ ...formFields, period, startDate: day, endDate: day });

export const scheduleForm = z.strictObject({
  ...formFields,
  period: z.enum(['lastWeek', 'last4Weeks', 'last13Weeks', 'lastMonth']),
  cadence: z.enum(cadences),
  weekDay: z.coerce.number().int().min(1).max(7),
  monthDay: z.coerce.number().int().min(1).max(28),
  hour: z.coerce.number().int().min(0).max(23),
  recipientId: z.preprocess(
    (value) => (value === undefined ? [] : Array.isArray(value) ? value : [value]),
    z.array(id).max(500),
  ),
  version: z.coerce.number().int().min(0).default(0),
});
export type ScheduleForm = z.infer<typeof scheduleForm>;

export const kindQuery = z.object({ kind: asked.kind.catch('managerSummary').default('managerSummary') });
export const runParams = z.object({ runId: id });
export const scheduleParams = z.object({ scheduleId: id });
export const fileParams = z.object({ runId: id, format: z.enum(documentFormats) });
export const runStepParams = z.object({ runId: id, step: z.enum(['cancel', 'again', 'send', 'delete']) });
export const scheduleStepParams = z.object({ scheduleId: id, step: z.enum(['pause', 'resume', 'now', 'delete']) });

const runStates = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;
export type RunState = (typeof runStates)[number];

export const runView = z.strictObject({
  runId: z.number(),
  kind: z.enum(reportKinds),
  state: z.enum(runStates),
  step: z.number().describe('Of a report that is made: 1 its figures, 2 its pages.'),
  startDate: z.string(),
  endDate: z.string(),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
});
export type RunView = z.infer<typeof runView>;

export interface StoredRun {
  runId: number;
  kind: ReportKind;
  parameters: ReportParameters;
  state: RunState;
  step: number;
  failure: string | null;
  requestedBy: number;
  /** null where the account is gone. */
  requestedByName: string | null;
  scheduleId: number | null;
  createdAt: Date;
  finishedAt: Date | null;
}

export interface StoredDelivery {
  deliveryId: number;
  userId: number;
  name: string | null;
  email: string | null;
  /** Why it was not mailed. */
  reason: string | null;
  state: 'sent' | 'waiting' | 'failed' | 'leftOut';
  error: string | null;
  createdAt: Date;
}

/** What a schedule asks for. */
type ScheduledParameters = Omit<ReportParameters, 'start' | 'end'> & { period: RelativePeriod };

export interface ScheduleTerms {
  parameters: ScheduledParameters;
  cadence: Cadence;
  /** 1 to 7 from Monday, or 1 to 28. */
  day: number;
  hour: number;
  recipientIds: number[];
}

export interface StoredSchedule extends ScheduleTerms {
  scheduleId: number;
  kind: ReportKind;
  ownerId: number;
  ownerName: string | null;
  nextAt: Date;
  paused: boolean;
  /** A key of messages. */
  pausedFor: string | null;
  version: number;
}

/** What the forms of a report offer. */
export interface ReportChoices {
  sites: { siteId: number; siteName: string; locations: { locationId: number; locationName: string }[] }[];
  stages: { wasteStageId: number; wasteStageName: string }[];
  units: { unitId: number; abbr: string }[];
  /** ISO 4217. */
  currencies: string[];
  locales: { locale: string; name: string }[];
}

/** A link to a report that has not ended. */
export interface Share {
  shareId: number;
  expiresAt: Date;
  createdAt: Date;
  /** null where the account is gone. */
  createdBy: string | null;
}

export type { ReportKind };
