export const partNames = ['profile', 'costRules', 'alerts', 'calendar'] as const;
export type PartName = (typeof partNames)[number];

export const conflictRules = ['skip', 'merge', 'replace'] as const;
export type ConflictRule = (typeof conflictRules)[number];

/** One thing that a place has. */
export interface Entry<Data = unknown> {
  /** What it is about: two of one place with the same key concern the same thing. */
  key: string;
  /** Two that say the same have the same. */
  same: string;
  data: Data;
}

/** What a place has of a part. */
export interface PartState {
  entries: Entry[];
  /** What else decides over a copy: the devices of a location, the currency of a site. */
  around: string;
}

type Outcome = 'changes' | 'same' | 'left' | 'none' | 'refused';

/** What a copy makes of one part of one target. */
export interface PartPlan {
  part: PartName;
  outcome: Outcome;
  /** Why there is nothing to copy, or why it cannot be. */
  code?: string;
  params?: Record<string, string | number>;
  added: Entry[];
  removed: Entry[];
  /** How many things stay as they are. */
  kept: number;
}

/** A plan as it was followed. */
export interface DonePlan extends PartPlan {
  counts: PlanCounts;
}

interface Planning {
  part: PartName;
  rule: ConflictRule;
  source: readonly Entry[];
  target: readonly Entry[];
}

/**
 * What a target gets and loses. Skip leaves whatever has something of its own; merge adds what the target has nothing about;
 * replace makes it the same as the source.
 */
export function planPart({ part, rule, source, target }: Planning): PartPlan {
  const wanted = onceEach(source);
  const missing = without(wanted, target);
  const extra = without(target, wanted);
  const plan = (outcome: Outcome, added: Entry[] = [], removed: Entry[] = []): PartPlan => ({
    part,
    outcome,
    added,
    removed,
    kept: target.length - removed.length,
  });
  if (missing.length === 0 && (rule !== 'replace' || extra.length === 0)) return plan('same');
  if (rule === 'replace') return plan('changes', missing, extra);
  const known = new Set(target.map(({ key }) => key));
  const added = rule === 'skip' ? (target.length === 0 ? missing : []) : missing.filter(({ key }) => !known.has(key));
  return added.length === 0 ? plan('left') : plan('changes', added);
}

/** A plan for a part of which nothing is copied. */
export const noPlan = (
  { part, target }: Pick<Planning, 'part' | 'target'>,
  why: { outcome: 'none' | 'refused'; code: string; params?: Record<string, string | number> },
): PartPlan => ({ part, ...why, added: [], removed: [], kept: why.outcome === 'none' ? 0 : target.length });

function onceEach(entries: readonly Entry[]): Entry[] {
  return [...new Map(entries.map((one) => [one.same, one])).values()];
}

function without(entries: readonly Entry[], others: readonly Entry[]): Entry[] {
  const known = new Set(others.map(({ same }) => same));
  return entries.filter(({ same }) => !known.has(same));
}

/** What a target has after a plan. */
export const afterPlan = (
  target: readonly Entry[],
  { added, removed }: Pick<PartPlan, 'added' | 'removed'>,
): Entry[] => [...without(target, removed), ...added];

export interface PlanCounts {
  added: number;
  replaced: number;
  removed: number;
  kept: number;
}

/** Things that are given up for something about the same are replaced. */
export function countPlan({ added, removed, kept }: Pick<PartPlan, 'added' | 'removed' | 'kept'>): PlanCounts {
  const keys = (entries: readonly Entry[]) => new Set(entries.map(({ key }) => key));
  const [coming, going] = [keys(added), keys(removed)];
  const replaced = [...coming].filter((key) => going.has(key)).length;
  return { added: coming.size - replaced, replaced, removed: going.size - replaced, kept };
}

export interface PlanLine {
  key: string;
  before: Entry[];
  after: Entry[];
}

/** What changes, thing by thing. */
export function linesOf({ added, removed }: Pick<PartPlan, 'added' | 'removed'>): PlanLine[] {
  const keys = new Set([...removed, ...added].map(({ key }) => key));
  const about = (entries: readonly Entry[], wanted: string) => entries.filter(({ key }) => key === wanted);
  return [...keys].map((key) => ({ key, before: about(removed, key), after: about(added, key) }));
}

export type TargetState = 'WAITING' | 'DONE' | 'SAME' | 'FAILED' | 'UNDONE' | 'LEFT';

/** What becomes of a target: where nothing is changed because something stands in the way, it has failed. */
export function settledAs(plans: readonly PartPlan[]): {
  state: 'DONE' | 'SAME' | 'FAILED';
  code: string | null;
  params: Record<string, string | number> | null;
} {
  const refused = plans.find(({ outcome }) => outcome === 'refused');
  if (plans.some(({ outcome }) => outcome === 'changes')) return { state: 'DONE', code: null, params: null };
  if (refused) return { state: 'FAILED', code: refused.code ?? null, params: refused.params ?? null };
  return { state: 'SAME', code: null, params: null };
}

export type JobState = 'PREVIEW' | 'RUNNING' | 'DONE' | 'UNDOING' | 'UNDONE' | 'STOPPED';
export const isUnderWay = (state: JobState) => state === 'RUNNING' || state === 'UNDOING';

/** So many days long a copy can be taken back. */
export const undoDays = 30;
/** As many targets as one copy may have. */
export const mostTargets = 500;
/** As many things as a part of the source may have. */
export const mostEntries = 500;
/** Targets on a page. */
export const targetsOnPage = 25;

const dayMs = 86_400_000;

interface Ran {
  state: JobState;
  finishedAt: Date | null;
  outcomes: Partial<Record<TargetState, number>>;
}

export const mayUndo = ({ state, finishedAt, outcomes }: Ran, now: Date): boolean =>
  (state === 'DONE' || state === 'STOPPED') &&
  (outcomes.DONE ?? 0) > 0 &&
  finishedAt !== null &&
  now.getTime() - finishedAt.getTime() <= undoDays * dayMs;

/** Also what was never begun, because whoever asked lost the right to it. */
export const mayRetry = ({ state, outcomes }: Ran): boolean =>
  (state === 'DONE' || state === 'STOPPED') && (outcomes.FAILED ?? 0) + (outcomes.WAITING ?? 0) > 0;

/** With how many targets the step under way is done. */
export function doneOf({ state, outcomes }: Pick<Ran, 'state' | 'outcomes'>): number {
  const all = targetsOf({ outcomes });
  if (state === 'RUNNING') return all - (outcomes.WAITING ?? 0);
  if (state === 'UNDOING') return all - (outcomes.DONE ?? 0);
  return all;
}

export const targetsOf = ({ outcomes }: Pick<Ran, 'outcomes'>): number =>
  Object.values(outcomes).reduce((sum, count) => sum + count, 0);
