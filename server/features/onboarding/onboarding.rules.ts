import { addDays, daysBetween, type LocalDate } from '../../platform/time';

/** In the order in which a site usually takes them. */
export const steps = [
  'agreement',
  'calendar',
  'hardware',
  'profile',
  'training',
  'firstWeighing',
  'readyWeeks',
  'baseline',
  'goal',
  'review',
] as const;
export type Step = (typeof steps)[number];

/** What only people know; the other steps tick themselves once their fact is stored. */
const manualSteps = ['agreement', 'training', 'review'] as const satisfies readonly Step[];
export type ManualStep = (typeof manualSteps)[number];
export const isManual = (step: Step): step is ManualStep => (manualSteps as readonly Step[]).includes(step);

/** Days after the start by which a step is to be done; a step without any is left out. */
export type StepDays = Partial<Record<Step, number>>;

/** Three months from the agreement to the first review: two weeks of delivery, three of weighing in, five to a baseline. */
export const usualDays = {
  agreement: 0,
  calendar: 7,
  hardware: 14,
  profile: 14,
  training: 21,
  firstWeighing: 21,
  readyWeeks: 49,
  baseline: 56,
  goal: 63,
  review: 90,
} as const satisfies Record<Step, number>;

export const mostDays = 730;

/** When a fact came to be. `undatedFact`: it stands, and nobody stored since when. */
export const undatedFact = 'undated' as const;
export type Fact = LocalDate | typeof undatedFact | null;
export type Facts = Record<Exclude<Step, ManualStep>, Fact>;

/** What people said of a step. */
export interface SaidOfStep {
  doneOn: LocalDate | null;
  people: number | null;
  dueOn: LocalDate | null;
  ownerId: number | null;
  ownerName: string | null;
  blocker: string | null;
  blockedOn: LocalDate | null;
  /** When its owner was last reminded of it. */
  remindedOn: LocalDate | null;
}

export const nothingSaid: SaidOfStep = {
  doneOn: null,
  people: null,
  dueOn: null,
  ownerId: null,
  ownerName: null,
  blocker: null,
  blockedOn: null,
  remindedOn: null,
};

type StepState = 'done' | 'blocked' | 'overdue' | 'open';

export interface ChecklistStep extends SaidOfStep {
  step: Step;
  state: StepState;
  dueOn: LocalDate;
}

export type SiteState = 'complete' | 'blocked' | 'overdue' | 'onTime';
export const siteStates = ['blocked', 'overdue', 'onTime', 'complete'] as const satisfies readonly SiteState[];

export interface Checklist {
  steps: ChecklistStep[];
  doneCount: number;
  /** The first that is not done; null where all are. */
  current: ChecklistStep | null;
  /** Since the last of the steps before it was done, or since the start. */
  daysInStep: number;
  state: SiteState;
}

interface Site {
  startedOn: LocalDate;
  days: StepDays;
  facts: Facts;
  said: ReadonlyMap<Step, SaidOfStep>;
}

/** @param today the site's local date */
export function checklistOf({ startedOn, days, facts, said }: Site, today: LocalDate): Checklist {
  const list = steps.flatMap((step): ChecklistStep[] => {
    const after = days[step];
    if (after === undefined) return [];
    const own = said.get(step) ?? nothingSaid;
    const fact = isManual(step) ? own.doneOn : facts[step];
    const dueOn = own.dueOn ?? addDays(startedOn, after);
    // What stood there before, such as a device from stock, has no day of this start.
    const doneOn = fact === undatedFact || (fact !== null && fact < startedOn && !isManual(step)) ? null : fact;
    return [{ ...own, step, dueOn, doneOn, state: stateOf({ done: fact !== null, ...own, dueOn }, today) }];
  });
  const current = list.find(({ state }) => state !== 'done') ?? null;
  const done = list.filter(({ state }) => state === 'done');
  const before = current === null ? list : list.slice(0, list.indexOf(current));
  const since = before.reduce(
    (latest, { doneOn }) => (doneOn !== null && doneOn > latest ? doneOn : latest),
    startedOn,
  );
  return {
    steps: list,
    doneCount: done.length,
    current,
    daysInStep: Math.max(0, daysBetween(since, today)),
    state: siteStateOf(list),
  };
}

function stateOf(
  { done, blocker, dueOn }: { done: boolean; blocker: string | null; dueOn: LocalDate },
  today: LocalDate,
): StepState {
  if (done) return 'done';
  if (blocker !== null) return 'blocked';
  return dueOn < today ? 'overdue' : 'open';
}

function siteStateOf(list: readonly ChecklistStep[]): SiteState {
  const has = (wanted: StepState) => list.some(({ state }) => state === wanted);
  if (list.every(({ state }) => state === 'done')) return 'complete';
  if (has('blocked')) return 'blocked';
  return has('overdue') ? 'overdue' : 'onTime';
}
