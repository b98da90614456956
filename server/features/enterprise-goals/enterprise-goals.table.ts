import { defineTable, type Reader, type ScreenColumn } from '../../platform/table/define-table';
import type { EnterpriseGoal, SiteProgress } from './enterprise-goals.contract';

/** A site of a goal. */
export interface SiteRow extends SiteProgress, Pick<EnterpriseGoal, 'metric'> {}

interface SiteReader extends Reader {
  unit: { abbr: string; gramsPerUnit: number };
}

const percent = (fraction: number | null) => (fraction === null ? null : Number((fraction * 100).toFixed(2)));
const inUnit = ({ metric }: SiteRow, amount: number, { unit }: SiteReader) =>
  Number((metric === 'weight' ? amount / unit.gramsPerUnit : amount).toFixed(3));

export const siteTable = defineTable<SiteRow, SiteReader>()({
  size: 50,
  key: (row) => [row.siteId],
  columns: {
    site: { label: 'legacy.fields.siteName', place: 'lead', sort: (row) => row.siteName, csv: (row) => row.siteName },
    locations: {
      label: 'enterpriseGoals.measured',
      numeric: true,
      sort: (row) => row.measuredLocations,
      csv: (row) => row.measuredLocations,
    },
    expected: {
      label: 'goals.derivation.expected',
      screen: false,
      csv: (row, reader) => inUnit(row, row.expected, reader),
    },
    actual: {
      label: 'goals.derivation.actual',
      numeric: true,
      sort: (row) => row.actual,
      csv: (row, reader) => inUnit(row, row.actual, reader),
    },
    change: {
      label: 'enterpriseGoals.change',
      numeric: true,
      sort: (row) => row.change,
      csv: (row) => percent(row.change),
    },
    required: {
      label: 'enterpriseGoals.required',
      numeric: true,
      sort: (row) => row.required,
      csv: (row) => percent(row.required),
    },
    target: { label: 'goals.target', screen: false, csv: (row) => percent(row.target) },
    gap: {
      label: 'enterpriseGoals.gap',
      numeric: true,
      sort: (row) => row.gap,
      usual: 'desc',
      csv: (row, reader) => inUnit(row, row.gap, reader),
    },
    standing: {
      label: 'goals.standing',
      place: 'side',
      csv: ({ standing }, { t }) => t(`enterpriseGoals.standings.${standing}`),
    },
    reason: { label: 'goals.reason', screen: false, csv: (row) => row.exemptReason },
  },
});

export type SiteColumn = ScreenColumn<typeof siteTable>;
export const sitesFile = 'Enterprise Goal Sites.csv';
