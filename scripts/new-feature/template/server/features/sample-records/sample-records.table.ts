import type { WeightUnit } from '../../platform/actor';
import { defineTable, type Reader, type ScreenColumn, type SortColumn } from '../../platform/table/define-table';
import type { SampleRecord } from './sample-records.contract';

interface SampleRecordReader extends Reader {
  unit: WeightUnit;
}

const decimals = 3;

export const sampleRecordTable = defineTable<SampleRecord, SampleRecordReader>()({
  size: 50,
  columns: {
    name: { label: 'sampleRecords.name', place: 'lead', sort: 'query', csv: (row) => row.name },
    recordedOn: { label: 'sampleRecords.recordedOn', sort: 'query', usual: 'desc', csv: (row) => row.recordedOn },
    site: { label: 'sampleRecords.site', sort: 'query', csv: (row) => row.siteName },
    location: { label: 'sampleRecords.location', sort: 'query', csv: (row) => row.locationName },
    weight: {
      label: 'sampleRecords.weight',
      unit: ({ unit }) => unit.abbr,
      numeric: true,
      place: 'side',
      sort: 'query',
      csv: (row, { unit }) => Number((row.grams / unit.gramsPerUnit).toFixed(decimals)),
    },
    actions: { label: 'sampleRecords.actions', needs: 'EDIT_SAMPLE_RECORDS' },
  },
});

export type SampleRecordColumn = ScreenColumn<typeof sampleRecordTable>;
export type SampleRecordSort = SortColumn<typeof sampleRecordTable>;
