import type { Actor, WeightUnit } from '../../platform/actor';
import type { Translate } from '../../platform/i18n/messages';
import { memoize } from '../../platform/memoize';
import { defineTable, type Reader, type ScreenColumn, type SortColumn } from '../../platform/table/define-table';
import { stageName } from '../places/stage-name.rules';
import type { WasteEvent } from './event-list.contract';

interface EventReader extends Reader {
  unit: WeightUnit;
  clock(timeZone: string): Intl.DateTimeFormat;
  yesNo(value: boolean): string;
  originOf(origin: WasteEvent['origin']): string;
  stageOf(id: number, name: string): string;
}

/** For as long as one file takes: making a clock for a zone takes longer than reading it for a thousand rows, and so does looking up a word. */
export const eventReader = (t: Translate, { unit, permissions }: Pick<Actor, 'unit' | 'permissions'>): EventReader => ({
  t,
  unit,
  permissions,
  clock: memoize(
    (timeZone: string) =>
      new Intl.DateTimeFormat('en-GB', {
        timeZone,
        hour: '2-digit',
        minute: '2-digit',
        second: '2-digit',
        hourCycle: 'h23',
      }),
  ),
  yesNo: memoize((value: boolean) => (value ? t('legacy.yes') : t('legacy.no'))),
  originOf: memoize((origin: WasteEvent['origin']) => t(`legacy.origins.${origin}`)),
  stageOf: memoize((id: number, name: string) => stageName(t, id, name)),
});

const decimals = 3;
const weight = (grams: number, { unit }: EventReader) => Number((grams / unit.gramsPerUnit).toFixed(decimals));
const abbreviation = ({ unit }: EventReader) => unit.abbr;
const instant = (value: string | Date | null) => (value === null ? null : new Date(value).toISOString());

/** Everything that is known of an event, a column each. Times are the location's; weights are in the person's unit. */
export const eventTable = defineTable<WasteEvent, EventReader>()({
  size: 50,
  columns: {
    occurredAt: { label: 'legacy.fields.occurredAt', screen: 'first', place: 'lead', sort: 'query', usual: 'desc' },
    eventId: { label: 'legacy.fields.eventId', screen: false, csv: (row) => row.eventId },
    localDate: { label: 'legacy.fields.localDate', screen: false, csv: (row) => row.localDate },
    localTime: {
      label: 'legacy.fields.localTime',
      screen: false,
      csv: (row, { clock }) => clock(row.timeZone).format(new Date(row.occurredAt)),
    },
    siteName: { label: 'legacy.fields.siteName', screen: 'first', sort: 'query', csv: (row) => row.siteName },
    locationName: {
      label: 'legacy.fields.locationName',
      screen: 'first',
      sort: 'query',
      csv: (row) => row.locationName,
    },
    wasteStageId: {
      label: 'legacy.fields.wasteStageId',
      sort: 'query',
      csv: (row, { stageOf }) => stageOf(row.wasteStageId, row.wasteStageName),
    },
    itemName: { label: 'legacy.fields.itemId', screen: 'first', sort: 'query', csv: (row) => row.itemName },
    reasonName: { label: 'legacy.fields.reasonId', sort: 'query', csv: (row) => row.reasonName },
    sourceName: { label: 'legacy.fields.sourceId', sort: 'query', csv: (row) => row.sourceName },
    sinkName: { label: 'legacy.fields.sinkId', sort: 'query', csv: (row) => row.sinkName },
    daypartName: { label: 'legacy.fields.daypartId', sort: 'query', csv: (row) => row.daypartName },
    containerName: { label: 'legacy.fields.containerId', sort: 'query', csv: (row) => row.containerName },
    grossGrams: {
      label: 'legacy.fields.grossGrams',
      unit: abbreviation,
      numeric: true,
      sort: 'query',
      csv: (row, reader) => weight(row.grossGrams, reader),
    },
    tareGrams: {
      label: 'legacy.fields.tareGrams',
      unit: abbreviation,
      numeric: true,
      sort: 'query',
      csv: (row, reader) => weight(row.tareGrams, reader),
    },
    netGrams: {
      label: 'legacy.fields.netGrams',
      unit: abbreviation,
      numeric: true,
      screen: 'first',
      place: 'side',
      sort: 'query',
      csv: (row, reader) => weight(row.netGrams, reader),
    },
    entered: { label: 'legacy.fields.entered', numeric: true },
    enteredValue: { label: 'legacy.fields.enteredValue', screen: false, csv: (row) => row.enteredValue },
    enteredUnit: { label: 'legacy.fields.enteredUnit', screen: false, csv: (row) => row.enteredUnit },
    estimated: { label: 'legacy.fields.estimated', screen: false, csv: (row, { yesNo }) => yesNo(row.estimated) },
    countsAsWaste: {
      label: 'legacy.fields.countsAsWaste',
      screen: false,
      csv: (row, { yesNo }) => yesNo(row.countsAsWaste),
    },
    quantity: { label: 'legacy.fields.quantity', numeric: true, csv: (row) => row.quantity },
    cost: { label: 'legacy.fields.cost', numeric: true, screen: 'first', sort: 'query' },
    costAmount: { label: 'legacy.fields.costAmount', screen: false, csv: (row) => row.costAmount },
    costCurrency: { label: 'legacy.fields.costCurrency', screen: false, csv: (row) => row.costCurrency },
    note: { label: 'legacy.fields.note', screen: false, csv: (row) => row.note },
    deviceName: { label: 'legacy.fields.deviceId', sort: 'query', csv: (row) => row.deviceName },
    origin: { label: 'legacy.fields.origin', sort: 'query', csv: (row, { originOf }) => originOf(row.origin) },
    importLine: { label: 'legacy.fields.importLine', screen: false, csv: (row) => row.importLine },
    clientEventUuid: { label: 'legacy.fields.clientEventUuid', screen: false, csv: (row) => row.clientEventUuid },
    voidedAt: { label: 'legacy.fields.voidedAt', screen: false, csv: (row) => instant(row.voidedAt) },
    voidReason: { label: 'legacy.fields.voidReason', screen: false, csv: (row) => row.voidReason },
    /** Last, so that whoever reads by position reads on. */
    timeZone: { label: 'legacy.fields.timeZone', screen: false, csv: (row) => row.timeZone },
  },
});

export type EventColumn = ScreenColumn<typeof eventTable>;
export type EventSort = SortColumn<typeof eventTable>;
