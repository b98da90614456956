import { defineTable, type Reader } from '../../platform/table/define-table';
import type { FoodWasteRow } from './food-waste.contract';

interface FoodWasteReader extends Reader {
  unit: { abbr: string; gramsPerUnit: number };
}

export const foodWasteTable = defineTable<FoodWasteRow, FoodWasteReader>()({
  size: 100,
  columns: {
    dimension: { label: 'foodWaste.csv.dimension', csv: (row, { t }) => t(`legacy.fields.${row.field}`) },
    value: {
      label: 'foodWaste.csv.value',
      csv: (row, { t }) => (row.refId === null ? t('legacy.events.notSaid') : (row.refName ?? String(row.refId))),
    },
    weighings: { label: 'foodWaste.csv.weighings', csv: (row) => row.txn },
    weight: {
      label: 'foodWaste.csv.weight',
      unit: ({ unit }) => unit.abbr,
      csv: (row, { unit }) => Number((row.g / unit.gramsPerUnit).toFixed(3)),
    },
    share: { label: 'foodWaste.csv.share', csv: (row) => Number((row.share * 100).toFixed(2)) },
    cost: { label: 'foodWaste.csv.cost', csv: (row) => row.cost },
    currency: { label: 'foodWaste.filters.currency', csv: (row) => row.currency },
  },
});

export const fileName = 'Food Waste.csv';
