import { el, type Child } from '../../../client/legacy/element';
import p from '../../../client/legacy/page.module.css';
import type { LegacyPage } from '../../../client/legacy/page';
import { stageName } from '../../../server/platform/i18n/stage-name.rules';
import type { EventRevision, WasteEvent } from '../../../server/features/waste-events/event-list.contract';

type Described = WasteEvent | EventRevision['before'];

const thin = '\u202f';

/** Each value of an event in words, in the order in which they are read; null where there is none. */
export function describe({ t, format }: LegacyPage, event: Described): Record<string, string | null> {
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
    cost: costOf({ format }, event),
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

const enteredNumber = (locale: string, value: number) => new Intl.NumberFormat(locale.replace('_', '-'), { maximumFractionDigits: 4 }).format(value);

export function costOf({ format }: Pick<LegacyPage, 'format'>, event: Described): string | null {
  return event.costAmount === null || event.costCurrency === null ? null : format.money(event.costAmount, event.costCurrency);
}

/** A dash with a reason that is read out; never 0. */
export function missing({ t }: LegacyPage, reason = 'legacy.events.notSaid'): Child {
  return el('span', { title: t(reason) }, el('span', { 'aria-hidden': 'true' }, '–'), el('span', { class: 'visually-hidden' }, t(reason)));
}

export const orMissing = (page: LegacyPage, text: string | null): Child => text ?? missing(page);

/** Terms and values, those that are there. */
export function facts({ t }: LegacyPage, values: Record<string, string | null>, { large = false } = {}): HTMLElement {
  return el('dl', { class: large ? `${p.facts ?? ''} ${p.numbers ?? ''}` : p.facts }, ...Object.entries(values).filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => el('div', {}, el('dt', {}, t(`legacy.fields.${name}`)), el('dd', {}, value))));
}

/** What differs between two states of an event, in words. */
export function differences(page: LegacyPage, before: Described, after: Described): { name: string; before: string | null; after: string | null }[] {
  const [old, now] = [describe(page, before), describe(page, after)];
  return Object.keys(old).filter((name) => name !== 'createdByName' && old[name] !== now[name])
    .map((name) => ({ name, before: old[name] ?? null, after: now[name] ?? null }));
}
