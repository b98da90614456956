import { gramsPerUnit, type WeightUnitCode } from '../../server/platform/weight-units.rules';
import { correctedTime, type Measured } from './drift.rules';

/** For how long a weighing stays on the tablet, so that it can be undone without a trace. */
export const undoMs = 60_000;
/** Few enough that somebody who weighs meanwhile, on a slow tablet, does not notice. */
export const mostInBatch = 100;
const longestPauseMs = 300_000;

/**
 * `waiting`: nothing of it has left the tablet. `sending`: it may have arrived, so its content is fixed from here on; the server
 * knows a repetition by its id. `sent` and `refused` are the server's last word. `foreign`: of an organization whose device this
 * tablet is no longer; it goes to no other.
 */
type OutboxState = 'waiting' | 'sending' | 'sent' | 'refused' | 'foreign';

type ValueName = 'itemId' | 'reasonId' | 'sourceId' | 'sinkId' | 'daypartId' | 'containerId' | 'operatorId';

/** A weighing as the tablet keeps it. Times in milliseconds of the tablet's own clock. */
export interface KeptEvent {
  id: string;
  organisationId: number;
  state: OutboxState;
  /** What it was before the tablet became another organization's. */
  was?: 'waiting' | 'sending' | 'refused' | undefined;
  savedAt: number;
  /** By how much the clock was known to be ahead then; null where nobody could tell. */
  driftMs: number | null;
  heldUntil: number;
  /** ISO 8601, fixed when it is sent for the first time. */
  occurredAt: string | null;
  /** Of the location's calendar. */
  day: string;
  locationId: number;
  stageId: number;
  values: Partial<Record<ValueName, number | null>>;
  weight: number;
  unit: WeightUnitCode;
  tareGrams: number;
  netGrams: number;
  cost: number | null;
  currency: string | null;
  itemName: string;
  /** Why it was refused, in the server's words. */
  why: string | null;
}

/** A clock that was set back must not hold a weighing for days. */
export const isDue = ({ state, heldUntil }: KeptEvent, now: number): boolean =>
  state === 'sending' || (state === 'waiting' && (heldUntil <= now || heldUntil > now + undoMs));

export const mayUndo = (event: KeptEvent, now: number): boolean => event.state === 'waiting' && !isDue(event, now);

interface Sending {
  now: number;
  most: number;
  measured: Measured | null;
  /** Whose device sends. */
  organisationId: number;
}

/** What goes with the next call; one that may have arrived goes as it went before. */
export function beginSending(
  events: readonly KeptEvent[],
  { now, most, measured, organisationId }: Sending,
): KeptEvent[] {
  return events
    .filter((event) => event.organisationId === organisationId && isDue(event, now))
    .slice(0, most)
    .map((event) => ({
      ...event,
      state: 'sending',
      occurredAt: event.occurredAt ?? new Date(correctedTime(event, measured)).toISOString(),
    }));
}

/** As `POST /rest/v1/waste-events` takes it: the weight as it was read, the tare in the same unit. */
export function wireOf({ id, occurredAt, locationId, stageId, values, weight, unit, tareGrams }: KeptEvent): object {
  const said = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
  return {
    clientEventUuid: id,
    occurredAt,
    locationId,
    wasteStageId: stageId,
    ...said,
    grossWeight: weight,
    unit,
    // Said even where it is 0, as the server would take the container's own.
    tareWeight: Number((tareGrams / gramsPerUnit[unit]).toFixed(6)),
  };
}

interface RowSaid {
  index: number;
  status: string;
  message?: string;
  code?: string;
}

/** What the server said of each; a row of which it said nothing goes again. */
export function settle(batch: readonly KeptEvent[], rows: readonly RowSaid[]): KeptEvent[] {
  const said = new Map(rows.map((row) => [row.index, row]));
  return batch.map((event, index) => {
    const row = said.get(index);
    if (row?.status === 'taken' || row?.status === 'known') return { ...event, state: 'sent', why: null };
    if (row?.status === 'refused') return { ...event, state: 'refused', why: row.message ?? row.code ?? '' };
    return event;
  });
}

/** One that was refused never arrived: it is sent anew, as if it had just been weighed then. */
export const sendAgain = (event: KeptEvent): KeptEvent => ({
  ...event,
  state: 'waiting',
  heldUntil: 0,
  occurredAt: null,
  why: null,
});

/** Once the tablet is a device of this organization. @returns null where nobody needs it any more */
export function ownedBy(event: KeptEvent, organisationId: number): KeptEvent | null {
  const { state, was } = event;
  if (event.organisationId === organisationId)
    return state === 'foreign' ? { ...event, state: was ?? 'waiting', was: undefined } : event;
  if (state === 'sent') return null;
  return state === 'foreign' ? event : { ...event, state: 'foreign', was: state };
}

export type Outcome =
  /** It arrived, or never will: go on. */
  | { kind: 'answered' }
  /** The key opens nothing any more. */
  | { kind: 'revoked' }
  /** Too much for one call. */
  | { kind: 'smaller' }
  /** Nobody can take it as it is. */
  | { kind: 'unfit' }
  | { kind: 'later'; pauseMs: number };

interface Said {
  /** 0: no answer. */
  status: number;
  retryAfterSeconds: number | null;
  /** Calls in a row that failed before this one. */
  failures: number;
  /** From 0 to 1: tablets that lost the same router do not come back in the same second. */
  chance: number;
}

/** The server answered and wants none of it; a refusal without a body of ours may be that of a network's sign-in page. */
export const isUnfit = (status: number): boolean =>
  status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status);

/** What an answer to a batch means, or to a heartbeat: one of size 0. */
export function outcomeOf({ status, retryAfterSeconds, failures, chance }: Said, size: number): Outcome {
  if (status >= 200 && status < 300) return { kind: 'answered' };
  if (status === 401) return { kind: 'revoked' };
  if (isUnfit(status) && size > 0) return { kind: size > 1 ? 'smaller' : 'unfit' };
  const usual = Math.min(1_000 * 2 ** Math.min(failures, 20), longestPauseMs);
  return {
    kind: 'later',
    pauseMs: Math.max(usual * (0.5 + chance / 2), Math.min(retryAfterSeconds ?? 0, 3_600) * 1_000),
  };
}

/** What a day adds up to on this tablet. Amounts of two currencies are never added. */
export interface Totals {
  day: string;
  events: number;
  grams: number;
  costs: Record<string, number>;
}

export const nothing = (day: string): Totals => ({ day, events: 0, grams: 0, costs: {} });

const counts = ({ state }: KeptEvent) => state !== 'refused' && state !== 'foreign';

function moved({ day, events, grams, costs }: Totals, event: KeptEvent, by: 1 | -1): Totals {
  if (event.day !== day || !counts(event)) return { day, events, grams, costs };
  const { cost, currency } = event;
  return {
    day,
    events: events + by,
    grams: grams + by * event.netGrams,
    costs: cost === null || currency === null ? costs : { ...costs, [currency]: (costs[currency] ?? 0) + by * cost },
  };
}

export const plus = (totals: Totals, event: KeptEvent): Totals => moved(totals, event, 1);
export const minus = (totals: Totals, event: KeptEvent): Totals => moved(totals, event, -1);

export const totalsOf = (day: string, events: readonly KeptEvent[]): Totals => events.reduce(plus, nothing(day));
