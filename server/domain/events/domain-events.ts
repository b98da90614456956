import type { Trx } from '../../platform/db/database';
import type { JobSender } from '../../platform/jobs/job-handle';
import type { LocationWeek } from '../weeks/location-week.contract';
import type { EventContent } from './event-content.contract';

/** Waste events came in, or were changed by somebody. */
export interface EventsTaken {
  organisationId: number;
  change: 'taken' | 'corrected' | 'voided' | 'restored';
  /** Those of an import that is undone may be a million, so they are named by the import. */
  events: { ids: readonly number[] } | { importBatchId: number };
  /** What they hold, where whoever tells knows it; else a listener reads them. */
  content?: () => readonly EventContent[];
  /** Every week whose figures may differ now; also the one that a corrected event has left. */
  weeks: readonly LocationWeek[];
  now: Date;
  /** Another transaction with more of them follows at once: what is done once for all may wait for the last. */
  moreFollow?: boolean;
}

/** The roll-ups of these weeks have been recomputed, under the organisation's lock. */
export interface WeeksChanged {
  organisationId: number;
  weeks: readonly LocationWeek[];
  /** The locations of the weeks, each once. */
  locationIds: readonly number[];
  now: Date;
}

/** A reference value has become another one of its element; what named the old one is to name the new one. */
export interface ValueMerged {
  organisationId: number;
  elementCode: string;
  oldId: number;
  newId: number;
  now: Date;
}

/** What happens elsewhere in the transaction in which something happens, in the order in which they stand here. */
export interface DomainListeners {
  eventsTaken?: readonly ((trx: Trx, taken: EventsTaken, jobs: JobSender) => Promise<void>)[];
  weeksChanged?: readonly ((trx: Trx, changed: WeeksChanged, jobs: JobSender) => Promise<void>)[];
  valueMerged?: readonly ((trx: Trx, merged: ValueMerged, jobs: JobSender) => Promise<void>)[];
}

/** Tells the listeners; whoever calls it knows none of them. */
export interface DomainEvents {
  /** Call it after the change and before its audit row: enqueueing may wait for another transaction that does the same. */
  eventsTaken(trx: Trx, taken: EventsTaken): Promise<void>;
  weeksChanged(trx: Trx, changed: WeeksChanged): Promise<void>;
  /** In the transaction that merges, under the organisation's lock; the events follow in later ones. */
  valueMerged(trx: Trx, merged: ValueMerged): Promise<void>;
}

export function domainEvents(
  { eventsTaken = [], weeksChanged = [], valueMerged = [] }: DomainListeners,
  jobs: JobSender,
): DomainEvents {
  return {
    async eventsTaken(trx, taken) {
      for (const hear of eventsTaken) await hear(trx, taken, jobs);
    },
    async weeksChanged(trx, changed) {
      for (const hear of weeksChanged) await hear(trx, changed, jobs);
    },
    async valueMerged(trx, merged) {
      for (const hear of valueMerged) await hear(trx, merged, jobs);
    },
  };
}

declare module '../../platform/domain-port' {
  interface DomainPort extends DomainEvents {}
}

/** For a command line, which does at its end by itself what a job would do. */
export const enqueueNothing: JobSender = { send: async () => undefined };
