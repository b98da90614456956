import { z } from 'zod';
import { conflictRules, partNames, type JobState, type PartName, type PartPlan, type TargetState } from './copy.rules';

const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);
/** Ticks send a name several times; a form that is sent again sends them in one text. */
const several = (value: unknown) =>
  typeof value === 'string' ? value.split(',').filter((one) => one !== '') : (value ?? []);

export const jobParams = z.object({ organisationId: id, jobId: id });
export type JobAddress = z.infer<typeof jobParams>;

export const copyForm = z.strictObject({
  organisationId: id,
  sourceId: id,
  sourceDeviceId: z.preprocess((value) => (value === '' ? undefined : value), id.optional()),
  parts: z.preprocess(several, z.array(z.enum(partNames)).max(partNames.length)),
  rule: z.enum(conflictRules),
  targets: z.preprocess(several, z.array(id).max(5_000)),
  /** All that the filters left. */
  all: z.literal('yes').optional(),
  shown: z.preprocess(several, z.array(id).max(5_000)),
});
export type CopyForm = z.infer<typeof copyForm>;

/** What the page showed. */
export const confirmForm = z.strictObject({ seen: z.string().max(100) });

export const jobDone = z.enum(['dropped']).optional().catch(undefined);

export const standingParams = z.strictObject({ jobId: id });
/** How far it is. */
export const copyStanding = z.strictObject({
  jobId: z.number(),
  state: z.enum(['PREVIEW', 'RUNNING', 'DONE', 'UNDOING', 'UNDONE', 'STOPPED']),
  targets: z.number(),
  done: z.number().describe('Targets that the step under way is done with.'),
});

export interface CopyJob {
  jobId: number;
  sourceId: number;
  sourceName: string;
  sourceSite: string;
  sourceDeviceId: number | null;
  sourceDevice: string | null;
  parts: PartName[];
  rule: (typeof conflictRules)[number];
  state: JobState;
  byName: string | null;
  createdAt: Date;
  finishedAt: Date | null;
  undoneAt: Date | null;
  /** By what became of the targets. */
  outcomes: Partial<Record<TargetState, number>>;
}

export interface CopyTarget {
  locationId: number;
  locationName: string;
  siteName: string;
  state: TargetState;
  code: string | null;
  params: Record<string, string | number> | null;
  /** What would change, or has been. */
  plans: PartPlan[];
}

/** What all targets together get and lose, part by part. */
export interface PartTotals {
  part: PartName;
  added: number;
  replaced: number;
  removed: number;
  kept: number;
  /** Targets in which something changes. */
  changing: number;
  refused: number;
}

export interface Differences {
  targets: CopyTarget[];
  totals: PartTotals[];
  /** Of what is shown: only that is confirmed. */
  seen: string;
  changing: number;
}

/** What the source has of a part. */
export interface PartOffer {
  part: PartName;
  count: number;
  /** Why it cannot be copied. */
  refusal: 'notAllowed' | 'limitedToSites' | 'emptySource' | 'tooMuch' | null;
  /** The profile versions that its devices show. */
  versions: { deviceId: number; deviceName: string; profileName: string; version: number }[];
}

export interface OfferedTarget {
  locationId: number;
  locationName: string;
  siteId: number;
  siteName: string;
}
