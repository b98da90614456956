import type { LegacyPage } from '../../../client/legacy/page';
import type { EventRevision, WasteEvent } from '../../../server/domain/events/event-list.contract';
import { stageName } from '../../../server/domain/places/stage-name.rules';

type Described = WasteEvent | EventRevision['before'];

const thin = '\u202f';

/** Each value of an event in words, in the order in which they are read; null where there is none. */
export function describe({ t, format }: Pick<LegacyPage, 't' | 'format'>, event: Described) {
  const yesNo = (value: boolean) => t(value ? 'legacy.yes' : 'legacy.no');
  return {
    occurredAt: format.dateTime(event.occurredAt, event.timeZone),
    siteName: event.siteName,
    locationName: event.locationName,
    wasteStageId: stageName(t, event.wasteStageId, event.wasteStageName),
    itemId: event.itemName,
    reasonId: event.reasonName,
    sourceId: event.sourceName,
    sinkId: event.sinkName,
    daypartId: event.daypartName,
    containerId: event.containerName,
    grossGrams: format.weight(event.grossGrams, { decimals: 2 }),
    tareGrams: format.weight(event.tareGrams, { decimals: 2 }),
    netGrams: format.weight(event.netGrams, { decimals: 2 }),
    entered: `${enteredNumber(format.locale, event.enteredValue)}${thin}${event.enteredUnit}`,
    estimated: yesNo(event.estimated),
    countsAsWaste: yesNo(event.countsAsWaste),
    quantity: event.quantity === null ? null : enteredNumber(format.locale, event.quantity),
    cost:
      event.costAmount === null || event.costCurrency === null
        ? null
        : format.money(event.costAmount, event.costCurrency),
    note: event.note,
    deviceId: event.deviceName,
    origin: t(`legacy.origins.${event.origin}`),
    importLine: event.importLine === null ? null : format.number(event.importLine),
    clientEventUuid: event.clientEventUuid,
    createdAt: format.dateTime(event.createdAt, event.timeZone),
    createdByName: 'createdByName' in event ? event.createdByName : null,
    state: t(event.voidedAt === null ? 'legacy.events.counts' : 'legacy.events.voided'),
    voidReason: event.voidReason,
  };
}

export type EventField = keyof ReturnType<typeof describe>;

const enteredNumber = (locale: string, value: number) =>
  new Intl.NumberFormat(locale.replace('_', '-'), { maximumFractionDigits: 4 }).format(value);

export interface Difference {
  name: EventField;
  before: string | null;
  after: string | null;
}

/** What differs between two states of an event, in words. */
export function differences(page: Pick<LegacyPage, 't' | 'format'>, before: Described, after: Described): Difference[] {
  const [old, now] = [describe(page, before), describe(page, after)];
  return (Object.keys(old) as EventField[])
    .filter((name) => name !== 'createdByName' && old[name] !== now[name])
    .map((name) => ({ name, before: old[name], after: now[name] }));
}
