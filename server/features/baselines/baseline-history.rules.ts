import { isLocalDate } from '../../platform/time';
import type { HistoryEntry } from './baseline-screen.contract';
import { longestOverlap } from './baseline-screen.rules';
import type { StoredBaseline } from './manage-baselines.contract';

/** A row of the audit, about baselines of one location and stage. */
export interface Recorded {
  id: number;
  at: string;
  action: string;
  actor: string;
  entityId: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** What is decided about a baseline, as audit rows name it. */
const kinds: Record<string, HistoryEntry['kind']> = {
  'baseline.propose': 'propose',
  'baseline.accept': 'accept',
  'baseline.reject': 'reject',
  'baseline.setManual': 'manual',
  'baseline.rebase': 'rebase',
};

const figuresOf = (baseline: StoredBaseline | undefined) =>
  baseline ? { baselineId: baseline.baselineId, weeks: baseline.weeks, gPerOpenDay: baseline.gPerOpenDay } : null;

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** What happened to the baselines of a location and stage, the newest first: what people decided, and what followed by itself. */
export function historyOf(baselines: readonly StoredBaseline[], recorded: readonly Recorded[]): HistoryEntry[] {
  const byId = new Map(baselines.map((one) => [one.baselineId, one]));
  const decided = recorded.map((row): HistoryEntry => {
    const kind = kinds[row.action];
    const switched = row.after?.enabled === true ? 'autoOn' : 'autoOff';
    return {
      key: `a${row.id}`,
      at: row.at,
      by: row.actor,
      kind: kind ?? switched,
      reason: textOf(row.after?.reason),
      before: figuresOf(byId.get(Number(row.before?.id))),
      after: kind ? figuresOf(byId.get(Number(row.entityId))) : null,
    };
  });
  const named = new Set(recorded.map(({ entityId }) => Number(entityId)));
  const followed = baselines
    .filter(({ baselineId }) => !named.has(baselineId))
    .map((one): HistoryEntry => ({
      key: `b${one.baselineId}`,
      at: one.createdAt,
      by: null,
      kind: one.method === 'AUTO' ? 'chosen' : 'followed',
      reason: '',
      before: figuresOf(
        baselines.find(({ baselineId, endedAt }) => baselineId < one.baselineId && endedAt === one.createdAt),
      ),
      after: figuresOf(one),
    }));
  return [...decided, ...followed].sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
}

/** The new start that the active baseline comes from, where it is to be held against the one before; null otherwise. */
export function lastBridge(baselines: readonly StoredBaseline[], recorded: readonly Recorded[]) {
  const active = baselines.find(({ state }) => state === 'ACTIVE');
  const newest = recorded.find(({ action }) =>
    ['baseline.rebase', 'baseline.setManual', 'baseline.accept', 'baseline.switchAuto'].includes(action),
  );
  if (!active || newest?.action !== 'baseline.rebase') return null;
  const { fromWeek, overlapWeeks } = newest.after ?? {};
  const before = baselines.find(({ baselineId }) => baselineId === Number(newest.before?.id))?.gPerOpenDay;
  if (typeof fromWeek !== 'string' || !isLocalDate(fromWeek) || before === undefined) return null;
  const count = Math.min(Number(overlapWeeks) || 0, longestOverlap);
  return count > 0 ? { fromWeek, overlapWeeks: count, before, after: active.gPerOpenDay } : null;
}
