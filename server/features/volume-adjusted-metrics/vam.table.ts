import type { RatioMetric } from '../../domain/measures/volume-ratios.contract';
import { defineTable, type Reader, type ScreenColumn } from '../../platform/table/define-table';
import type { Level, VamRow, VamTrend } from './vam.contract';

interface VamReader extends Reader {
  metric: RatioMetric;
  level: Level;
}

const key = (row: VamRow) => [row.siteName, row.siteId, row.locationName ?? '', row.locationId ?? 0, row.start];
const ofLocations = ({ level }: VamReader) => level === 'location';
const leads = (level: Level) => (reader: VamReader) => (reader.level === level ? ('lead' as const) : ('rest' as const));
const siteName = {
  label: 'legacy.fields.siteName',
  place: leads('site'),
  sort: (row: VamRow) => row.siteName,
} as const;
const locationName = {
  label: 'legacy.fields.locationName',
  when: ofLocations,
  place: leads('location'),
  sort: (row: VamRow) => row.locationName,
} as const;

export const trendTable = defineTable<VamTrend, VamReader>()({
  size: 50,
  key,
  columns: {
    siteName: { ...siteName, usual: 'asc' },
    locationName,
    trend: { label: 'vam.column.trend' },
    ratio: { label: 'vam.column.ratio', numeric: true, place: 'side', sort: (row) => row.ratio },
    baseline: { label: 'vam.column.baseline', numeric: true, sort: (row) => row.baseline },
    change: { label: 'vam.column.change', numeric: true, sort: (row) => row.change },
    coverage: { label: 'vam.column.coverage', numeric: true, sort: (row) => row.coverage },
    detail: { label: 'vam.column.detail' },
  },
});
export type TrendColumn = ScreenColumn<typeof trendTable>;

const percent = (fraction: number | null) => (fraction === null ? null : Number((fraction * 100).toFixed(2)));
const rounded = (volume: number) => Number(volume.toFixed(4));
const exact = (ratio: number | null) => (ratio === null ? null : Number(ratio.toFixed(6)));

export const detailTable = defineTable<VamRow, VamReader>()({
  size: 100,
  key,
  columns: {
    vamDataStartDate: {
      label: 'vam.column.period',
      csvLabel: 'vam.csv.start',
      place: 'lead',
      sort: (row) => row.start,
      usual: 'asc',
      csv: (row) => row.start,
    },
    endDate: { label: 'vam.csv.end', screen: false, csv: (row) => row.end },
    siteName: { label: 'legacy.fields.siteName', sort: (row) => row.siteName, csv: (row) => row.siteName },
    locationName: { ...locationName, place: 'rest', csv: (row) => row.locationName },
    volume: { label: 'vam.column.volume', numeric: true, sort: (row) => row.volume, csv: (row) => rounded(row.volume) },
    countedVolume: { label: 'vam.csv.countedVolume', screen: false, csv: (row) => rounded(row.countedVolume) },
    waste: {
      label: 'vam.column.waste',
      numeric: true,
      sort: (row) => row.g,
      csvLabel: 'vam.csv.grams',
      csv: (row) => row.g,
    },
    countedGrams: { label: 'vam.csv.countedGrams', screen: false, csv: (row) => row.countedG },
    cost: { label: 'vam.csv.cost', screen: false, csv: (row) => row.cost },
    countedCost: { label: 'vam.csv.countedCost', screen: false, csv: (row) => row.countedCost },
    currency: { label: 'foodWaste.filters.currency', screen: false, csv: (row) => row.currency },
    ratio: {
      label: 'vam.column.ratio',
      numeric: true,
      place: 'side',
      sort: (row) => row.ratio,
      csv: (row) => exact(row.ratio),
    },
    baseline: { label: 'vam.column.baseline', screen: false, csv: (row) => exact(row.baseline) },
    change: {
      label: 'vam.column.change',
      csvLabel: 'vam.csv.change',
      numeric: true,
      sort: (row) => row.change,
      csv: (row) => percent(row.change),
    },
    openDays: { label: 'vam.csv.openDays', screen: false, csv: (row) => row.openDays },
    trackedDays: { label: 'vam.csv.trackedDays', screen: false, csv: (row) => row.trackedDays },
    coverage: {
      label: 'vam.column.coverage',
      csvLabel: 'vam.csv.coverage',
      numeric: true,
      sort: (row) => row.coverage,
      csv: (row) => percent(row.coverage),
    },
    estimated: {
      label: 'vam.column.estimated',
      csvLabel: 'vam.csv.estimated',
      numeric: true,
      csv: (row) => percent(row.estimatedShare),
    },
    noRatio: {
      label: 'vam.csv.noRatio',
      screen: false,
      csv: (row, { t }) => (row.noRatio === null ? null : t(`vam.noRatio.${row.noRatio}`)),
    },
  },
});
export type DetailColumn = ScreenColumn<typeof detailTable>;

export const fileName = 'Volume Adjusted Metrics.csv';
