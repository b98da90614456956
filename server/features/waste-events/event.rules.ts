import type { LocalDate } from '../../platform/time';
import type { CheckedEvent } from './checked-event.contract';
import { chooseCostRule, costOf, type CostRule } from './cost.rules';
import { wasteStageIds, type IngestCandidate, type Refusal } from './ingest.contract';
import type { LocalDays } from './local-days.rules';
import { referenceFields } from './reference-fields.rules';
import { checkNumbers, checkTexts, isInvalidUuid, largestCost } from './values.rules';

export interface LocationFacts {
  id: number;
  siteId: number;
  active: boolean;
  /** The site's zone (IANA), currency and its number of decimals. */
  timeZone: string;
  currency: string;
  exponent: number;
}

export interface ReferenceFacts {
  elementCode: string;
  tareGrams: number | null;
  countsAsWaste: boolean;
}

/** What a batch is held against; all of one organisation. */
export interface References {
  locations: ReadonlyMap<number, LocationFacts>;
  values: ReadonlyMap<number, ReferenceFacts>;
  costRules: readonly CostRule[];
  days: LocalDays;
}

export type { CheckedEvent };

export type Check = { event: CheckedEvent; refusal?: undefined } | { event?: undefined; refusal: Refusal };

const allowedClockLead = 5 * 60_000;
const firstDay = '2000-01-01';

/** Checks one candidate and derives what follows from it: day and week, net weight, cost, whether it counts as waste. */
export function checkEvent(candidate: IngestCandidate, references: References, now: Date): Check {
  if (isInvalidUuid(candidate.clientEventUuid)) return refuse('wasteEvents.invalidUuid', 'clientEventUuid');
  const location = references.locations.get(candidate.locationId);
  if (!location) return refuse('wasteEvents.unknownLocation', 'locationId');
  if (!location.active) return refuse('wasteEvents.inactiveLocation', 'locationId');
  if (!wasteStageIds.some((id) => id === candidate.stageId)) return refuse('wasteEvents.unknownStage', 'stageId');
  const time = timeOf(candidate, { location, days: references.days, now });
  if ('refusal' in time) return time;
  const refusal = checkNumbers(candidate) ?? checkTexts(candidate) ?? checkReferences(candidate, references);
  if (refusal) return { refusal };
  if (candidate.costCurrency !== undefined && candidate.costCurrency !== location.currency) {
    return refuse('wasteEvents.otherCurrency', 'costCurrency', { currency: location.currency });
  }
  return priced(candidate, { references, location, time });
}

interface Facts {
  references: References;
  location: LocationFacts;
  time: { occurredAt: Date; localDate: LocalDate };
}

function priced(candidate: IngestCandidate, { references, location, time }: Facts): Check {
  const container = references.values.get(candidate.containerId ?? -1);
  const sink = references.values.get(candidate.sinkId ?? -1);
  const gross = Math.round(candidate.grossGrams * 100);
  const tare = Math.round((candidate.tareGrams ?? container?.tareGrams ?? 0) * 100);
  const net = Math.max(gross - tare, 0);
  const question = { siteId: location.siteId, itemId: candidate.itemId ?? null, day: time.localDate, currency: location.currency };
  const rule = candidate.costAmount === undefined ? chooseCostRule(references.costRules, question) : null;
  const costAmount = candidate.costAmount ?? (rule && costOf(rule, net, location.exponent));
  if (costAmount !== null && Number(costAmount) >= largestCost) return refuse('wasteEvents.costTooLarge', 'costAmount');
  return {
    event: {
      clientEventUuid: candidate.clientEventUuid.toLowerCase(),
      locationId: location.id,
      occurredAt: time.occurredAt,
      localDate: time.localDate,
      weekStart: references.days.weekOf(time.localDate),
      stageId: candidate.stageId,
      itemId: candidate.itemId ?? null,
      reasonId: candidate.reasonId ?? null,
      sourceId: candidate.sourceId ?? null,
      sinkId: candidate.sinkId ?? null,
      daypartId: candidate.daypartId ?? null,
      containerId: candidate.containerId ?? null,
      grossGrams: gross / 100,
      tareGrams: tare / 100,
      netGrams: net / 100,
      enteredValue: candidate.enteredValue,
      enteredUnit: candidate.enteredUnit,
      estimated: candidate.estimated ?? false,
      countsAsWaste: candidate.countsAsWaste ?? sink?.countsAsWaste ?? true,
      costAmount,
      costCurrency: costAmount === null ? null : location.currency,
      costRuleId: rule?.id ?? null,
      quantity: candidate.quantity ?? null,
      note: candidate.note ?? null,
      importLine: candidate.importLine ?? null,
    },
  };
}

interface TimeFacts {
  location: LocationFacts;
  days: LocalDays;
  now: Date;
}

function timeOf({ occurredAt, localDate }: IngestCandidate, { location, days, now }: TimeFacts): Facts['time'] | { refusal: Refusal } {
  const { timeZone } = location;
  if (occurredAt === undefined) {
    if (localDate === undefined) return refuse('wasteEvents.timeMissing', 'occurredAt');
    if (!days.exists(localDate)) return refuse('wasteEvents.invalidTime', 'localDate');
    if (localDate < firstDay) return refuse('wasteEvents.tooLongAgo', 'localDate');
    if (localDate > days.dayOf(now, timeZone)) return refuse('wasteEvents.inTheFuture', 'localDate');
    return { occurredAt: days.noonOf(localDate, timeZone), localDate };
  }
  if (Number.isNaN(occurredAt.getTime())) return refuse('wasteEvents.invalidTime', 'occurredAt');
  if (occurredAt.getTime() > now.getTime() + allowedClockLead) return refuse('wasteEvents.inTheFuture', 'occurredAt');
  const day = days.dayOf(occurredAt, timeZone);
  if (day < firstDay) return refuse('wasteEvents.tooLongAgo', 'occurredAt');
  return { occurredAt, localDate: day };
}

function checkReferences(candidate: IngestCandidate, { values }: References): Refusal | null {
  for (const [field, element] of referenceFields) {
    const id = candidate[field];
    if (id !== undefined && values.get(id)?.elementCode !== element) return { code: 'wasteEvents.unknownReference', field };
  }
  return null;
}

function refuse(code: Refusal['code'], field: Refusal['field'], params?: Refusal['params']): { refusal: Refusal } {
  return { refusal: { code, field, params } };
}
