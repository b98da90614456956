import { stageName } from '../../domain/places/stage-name.rules';
import type { WeightUnit } from '../../platform/actor';
import { memoize } from '../../platform/memoize';
import { defineTable, type Reader, type ScreenColumn } from '../../platform/table/define-table';
import type { ReadEvent } from './event-row.contract';

interface EventsReader extends Reader {
  unit: WeightUnit;
  clock(timeZone: string): Intl.DateTimeFormat;
}

/** For as long as one file takes: making a clock for a zone takes longer than reading it for a thousand rows. */
export const readerOf = (reader: Reader & { unit: WeightUnit }): EventsReader => ({
  ...reader,
  clock: memoize(
    (timeZone: string) =>
      new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
  ),
});

const decimals = 3;
const yesNo = ({ t }: EventsReader, value: boolean) => t(value ? 'legacy.yes' : 'legacy.no');

/** What may be read of an event; times are the location's, weights are in the person's unit. */
export const eventsTable = defineTable<ReadEvent, EventsReader>()({
  size: 50,
  columns: {
    eventId: { label: 'legacy.fields.eventId', screen: false, csv: (row) => row.eventId },
    occurredAt: { label: 'legacy.fields.occurredAt', place: 'lead', sort: 'query', usual: 'desc' },
    localDate: { label: 'legacy.fields.localDate', screen: false, csv: (row) => row.localDate },
    localTime: {
      label: 'legacy.fields.localTime',
      screen: false,
      csv: (row, { clock }) => clock(row.timeZone).format(new Date(row.occurredAt)),
    },
    siteName: { label: 'legacy.fields.siteName', sort: 'query', csv: (row) => row.siteName },
    locationName: { label: 'legacy.fields.locationName', sort: 'query', csv: (row) => row.locationName },
    wasteStageId: {
      label: 'legacy.fields.wasteStageId',
      sort: 'query',
      csv: (row, { t }) => stageName(t, row.wasteStageId, row.wasteStageName),
    },
    itemName: { label: 'legacy.fields.itemId', sort: 'query', csv: (row) => row.itemName },
    reasonName: { label: 'legacy.fields.reasonId', sort: 'query', csv: (row) => row.reasonName },
    sourceName: { label: 'legacy.fields.sourceId', screen: false, csv: (row) => row.sourceName },
    sinkName: { label: 'legacy.fields.sinkId', screen: false, csv: (row) => row.sinkName },
    daypartName: { label: 'legacy.fields.daypartId', screen: false, csv: (row) => row.daypartName },
    containerName: { label: 'legacy.fields.containerId', screen: false, csv: (row) => row.containerName },
    netGrams: {
      label: 'legacy.fields.netGrams',
      unit: ({ unit }) => unit.abbr,
      numeric: true,
      place: 'side',
      sort: 'query',
      csv: (row, { unit }) => Number((row.netGrams / unit.gramsPerUnit).toFixed(decimals)),
    },
    estimated: { label: 'legacy.fields.estimated', screen: false, csv: (row, reader) => yesNo(reader, row.estimated) },
    countsAsWaste: {
      label: 'legacy.fields.countsAsWaste',
      screen: false,
      csv: (row, reader) => yesNo(reader, row.countsAsWaste),
    },
    quantity: { label: 'legacy.fields.quantity', screen: false, csv: (row) => row.quantity },
    cost: { label: 'legacy.fields.cost', numeric: true, sort: 'query' },
    costAmount: { label: 'legacy.fields.costAmount', screen: false, csv: (row) => row.costAmount },
    costCurrency: { label: 'legacy.fields.costCurrency', screen: false, csv: (row) => row.costCurrency },
    costByRule: {
      label: 'events.costFrom.rule',
      screen: false,
      csv: (row, reader) => (row.costAmount === null ? null : yesNo(reader, row.costByRule)),
    },
    origin: { label: 'legacy.fields.origin', screen: false, csv: (row, { t }) => t(`legacy.origins.${row.origin}`) },
    importBatchId: { label: 'events.import', screen: false, csv: (row) => row.importBatchId },
    importLine: { label: 'legacy.fields.importLine', screen: false, csv: (row) => row.importLine },
    voidedAt: {
      label: 'legacy.fields.voidedAt',
      screen: false,
      csv: (row) => (row.voidedAt === null ? null : new Date(row.voidedAt).toISOString()),
    },
    /** Last, so that whoever reads by position reads on. */
    timeZone: { label: 'legacy.fields.timeZone', screen: false, csv: (row) => row.timeZone },
  },
});

export type EventsColumn = ScreenColumn<typeof eventsTable>;
