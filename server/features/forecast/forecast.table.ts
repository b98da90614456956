import { defineTable, type Reader } from '../../platform/table/define-table';
import type { ComingDay } from './forecast.contract';

interface ForecastReader extends Reader {
  unit: { abbr: string; gramsPerUnit: number };
  currency: string;
  siteName: string;
  locationName: string;
}

const places = (value: number | null, decimals: number) => (value === null ? null : Number(value.toFixed(decimals)));

export const forecastTable = defineTable<ComingDay, ForecastReader>()({
  size: 7,
  columns: {
    siteName: { label: 'legacy.fields.siteName', csv: (_row, { siteName }) => siteName },
    locationName: { label: 'legacy.fields.locationName', csv: (_row, { locationName }) => locationName },
    day: { label: 'forecast.column.day', csv: (row) => row.day },
    open: {
      label: 'forecast.column.calendar',
      csv: (row, { t }) => (row.closed === null ? t('forecast.open') : t(`calendar.closedReasons.${row.closed}`)),
    },
    grams: {
      label: 'forecast.column.waste',
      unit: ({ unit }) => unit.abbr,
      csv: (row, { unit }) => (row.grams === null ? null : places(row.grams / unit.gramsPerUnit, 3)),
    },
    cost: { label: 'forecast.column.cost', csv: (row) => places(row.cost, 4) },
    currency: {
      label: 'foodWaste.filters.currency',
      csv: (row, { currency }) => (row.cost === null ? null : currency),
    },
    covers: { label: 'forecast.column.covers', needs: 'VIEW_VAM_DASHBOARD', csv: (row) => places(row.covers, 1) },
    portions: { label: 'forecast.column.portions', needs: 'VIEW_VAM_DASHBOARD', csv: (row) => row.portions },
    lastDay: { label: 'forecast.column.lastDay', csv: (row) => row.last?.day ?? null },
    last: {
      label: 'forecast.column.last',
      unit: ({ unit }) => unit.abbr,
      csv: (row, { unit }) => (row.last === null ? null : places(row.last.grams / unit.gramsPerUnit, 3)),
    },
  },
});

export const fileName = 'Forecast.csv';
