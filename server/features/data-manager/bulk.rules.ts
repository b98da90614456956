import { undoDays } from './bulk-limits.rules';
import type { BulkState } from './bulk.contract';

type Outcomes = Partial<Record<string, number>>;

const count = (outcomes: Outcomes, names: readonly string[]) =>
  names.reduce((sum, name) => sum + (outcomes[name] ?? 0), 0);

const all = ['waiting', 'changes', 'same', 'refused', 'written', 'returned', 'left'];

/** How many events were chosen. */
export const eventsOf = ({ outcomes }: { outcomes: Outcomes }) => count(outcomes, all);

/** With how many the step under way is done. */
export function doneOf({ state, outcomes }: { state: BulkState; outcomes: Outcomes }): number {
  const events = eventsOf({ outcomes });
  if (state === 'COUNTING') return events - count(outcomes, ['waiting']);
  if (state === 'RUNNING') return events - count(outcomes, ['changes']);
  if (state === 'UNDOING') return events - count(outcomes, ['written']);
  return events;
}

export const isUnderWay = (state: BulkState) => state === 'COUNTING' || state === 'RUNNING' || state === 'UNDOING';

const dayMs = 86_400_000;

/** A change that ran, wholly or until somebody lost the right to it, for so many days. */
export const mayUndo = ({ state, finishedAt }: { state: BulkState; finishedAt: Date | string | null }, now: Date) =>
  (state === 'DONE' || state === 'STOPPED') &&
  finishedAt !== null &&
  now.getTime() - new Date(finishedAt).getTime() <= undoDays * dayMs;
