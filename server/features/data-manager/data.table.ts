import type { WasteEvent } from '../../domain/events/event-list.contract';
import type { WeightUnit } from '../../platform/actor';
import { defineTable, type Reader, type ScreenColumn } from '../../platform/table/define-table';
import type { BulkRow, BulkView } from './bulk.contract';

interface DataReader extends Reader {
  unit: WeightUnit;
  /** Whether rows may be chosen. */
  mayEdit: boolean;
}

const unitOf = ({ unit }: DataReader) => unit.abbr;

/** The grid. Its file has everything that is known of an event: that of `eventTable`. */
export const dataTable = defineTable<WasteEvent, DataReader>()({
  size: 50,
  columns: {
    chosen: { label: 'legacy.ui.choose', when: ({ mayEdit }) => mayEdit },
    occurredAt: { label: 'legacy.fields.occurredAt', place: 'lead', sort: 'query', usual: 'desc' },
    locationName: { label: 'legacy.fields.locationName', sort: 'query' },
    wasteStageId: { label: 'legacy.fields.wasteStageId', sort: 'query' },
    itemName: { label: 'legacy.fields.itemId', sort: 'query' },
    reasonName: { label: 'legacy.fields.reasonId', sort: 'query' },
    netGrams: { label: 'legacy.fields.netGrams', unit: unitOf, numeric: true, place: 'side', sort: 'query' },
    cost: { label: 'legacy.fields.cost', numeric: true, sort: 'query' },
    origin: { label: 'legacy.fields.origin', sort: 'query' },
  },
});
export type DataColumn = ScreenColumn<typeof dataTable>;

export const suspiciousTable = defineTable<{ eventId: number }, DataReader>()({
  size: 25,
  columns: {
    occurredAt: { label: 'legacy.fields.occurredAt', place: 'lead' },
    locationName: { label: 'legacy.fields.locationName' },
    itemName: { label: 'legacy.fields.itemId' },
    netGrams: { label: 'legacy.fields.netGrams', unit: unitOf, numeric: true, place: 'side' },
    why: { label: 'dataManager.suspicious.why' },
    right: { label: 'legacy.ui.actions', when: ({ mayEdit }) => mayEdit },
  },
});
export type SuspiciousColumn = ScreenColumn<typeof suspiciousTable>;

export const bulkTable = defineTable<BulkView>()({
  size: 25,
  columns: {
    what: { label: 'dataManager.bulk.change', place: 'lead' },
    state: { label: 'legacy.fields.state', place: 'side' },
    events: { label: 'dataManager.events', numeric: true },
    by: { label: 'dataManager.bulk.by' },
    at: { label: 'dataManager.bulk.at' },
  },
});
export type BulkColumn = ScreenColumn<typeof bulkTable>;

export const bulkRowTable = defineTable<BulkRow, DataReader>()({
  size: 50,
  columns: {
    occurredAt: { label: 'legacy.fields.occurredAt', place: 'lead' },
    locationName: { label: 'legacy.fields.locationName' },
    itemName: { label: 'legacy.fields.itemId' },
    netGrams: { label: 'legacy.fields.netGrams', unit: unitOf, numeric: true, place: 'side' },
    outcome: { label: 'dataManager.bulk.outcome' },
  },
});
export type BulkRowColumn = ScreenColumn<typeof bulkRowTable>;
