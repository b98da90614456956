import type { LocalDate } from '../../platform/time';
import { chooseCostRule, costOf, type CostRule } from '../catalogue/cost.rules';
import type { CheckedEvent } from './checked-event.contract';
import { wasteStageIds, type IngestCandidate, type Refusal } from './ingest.contract';
import type { LocalDays } from './local-days.rules';
import { referenceFields, type ReferenceField } from './reference-fields.rules';
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
  /** That of the value which stands for it now, where it has been merged. */
  id: number;
  elementCode: string;
  tareGrams: number | null;
  countsAsWaste: boolean;
  /** Of an item: those that it lies in, nearest first. */
  categoryIds: readonly number[];
}

/** What a batch is held against; all of one organisation. */
export interface References {
  locations: ReadonlyMap<number, LocationFacts>;
  /** By the ids that the candidates name. */
  values: ReadonlyMap<number, ReferenceFacts>;
  /** Those of the operators that the candidates name, active or not: what was weighed before somebody left stays theirs. */
  operators: ReadonlySet<number>;
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
  const valueOf = (field: ReferenceField) => references.values.get(candidate[field] ?? -1);
  const [item, container, sink] = [valueOf('itemId'), valueOf('containerId'), valueOf('sinkId')];
  const gross = Math.round(candidate.grossGrams * 100);
  const tare = Math.round((candidate.tareGrams ?? container?.tareGrams ?? 0) * 100);
  const net = Math.max(gross - tare, 0);
  const question = {
    siteId: location.siteId,
    itemId: item?.id ?? null,
    categoryIds: item?.categoryIds,
    day: time.localDate,
    currency: location.currency,
  };
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
      itemId: item?.id ?? null,
      reasonId: valueOf('reasonId')?.id ?? null,
      sourceId: valueOf('sourceId')?.id ?? null,
      sinkId: sink?.id ?? null,
      daypartId: valueOf('daypartId')?.id ?? null,
      containerId: container?.id ?? null,
      operatorId: candidate.operatorId ?? null,
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

function timeOf(
  { occurredAt, localDate }: IngestCandidate,
  { location, days, now }: TimeFacts,
): Facts['time'] | { refusal: Refusal } {
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

function checkReferences(candidate: IngestCandidate, { values, operators }: References): Refusal | null {
  for (const [field, element] of referenceFields) {
    const id = candidate[field];
    if (id !== undefined && values.get(id)?.elementCode !== element)
      return { code: 'wasteEvents.unknownReference', field };
  }
  if (candidate.operatorId !== undefined && !operators.has(candidate.operatorId))
    return { code: 'wasteEvents.unknownReference', field: 'operatorId' };
  return null;
}

function refuse(code: Refusal['code'], field: Refusal['field'], params?: Refusal['params']): { refusal: Refusal } {
  return { refusal: { code, field, params } };
}
