import { stageName } from '../../domain/places/stage-name.rules';
import { defineTable, type Reader, type ScreenColumn } from '../../platform/table/define-table';
import type { Period } from './location-status.contract';
import type { StatusRow } from './location-status.store';

export const cardNames = {
  preBaselinePeriod: 'activation',
  baselinePeriod: 'baseline',
  postBaselinePeriod: 'reduction',
} as const satisfies Record<Period, string>;
export type CardName = (typeof cardNames)[Period];

interface StatusReader extends Reader {
  /** The card that is looked at; null for the file, which holds all of them. */
  card: CardName | null;
}

/** A location that waits for its first transaction has no date of it, and nothing behind it to open. */
const afterActivation = ({ card }: StatusReader) => card !== 'activation';

export const statusTable = defineTable<StatusRow, StatusReader>()({
  key: (row) => [row.siteName, row.locationName, row.stageId, row.locationId],
  size: 50,
  columns: {
    period: {
      label: 'deploymentStatus.csv.period',
      screen: false,
      csv: (row, { t }) => t(`deploymentStatus.periods.${cardNames[row.period]}.title`),
    },
    site: {
      label: 'deploymentStatus.columns.site',
      place: 'lead',
      sort: (row) => row.siteName,
      usual: 'asc',
      csv: (row) => row.siteName,
    },
    location: {
      label: 'deploymentStatus.columns.location',
      sort: (row) => row.locationName,
      csv: (row) => row.locationName,
    },
    stage: {
      label: 'deploymentStatus.columns.stage',
      sort: (row) => row.stageName,
      csv: (row, { t }) => stageName(t, row.stageId, row.stageName),
    },
    firstTransaction: {
      label: 'deploymentStatus.columns.firstTransaction',
      when: afterActivation,
      sort: (row) => row.firstEventAt?.getTime(),
      csv: (row) => row.firstDay,
    },
    days: {
      label: 'deploymentStatus.columns.days',
      numeric: true,
      place: 'side',
      sort: (row) => row.dayCount,
      csv: (row) => row.dayCount,
    },
    details: { label: 'deploymentStatus.columns.details', numeric: true, when: afterActivation },
  },
});

export type StatusColumn = ScreenColumn<typeof statusTable>;
