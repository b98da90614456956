import { readinessCriteria } from '../../domain/measures/readiness.contract';
import { stageName } from '../../domain/places/stage-name.rules';
import { defineTable, type Reader, type ScreenColumn } from '../../platform/table/define-table';
import { addDays } from '../../platform/time';
import type { StandingRow } from './baseline-screen.contract';
import { baselineStates } from './baseline-screen.rules';

interface StandingReader extends Reader {
  unit: { abbr: string; gramsPerUnit: number };
}

const inUnit = (grams: number | null, { unit }: StandingReader) =>
  grams === null ? null : Number((grams / unit.gramsPerUnit).toFixed(3));

export const standingTable = defineTable<StandingRow, StandingReader>()({
  size: 50,
  key: ({ siteName, locationName, locationId, wasteStageId }) => [siteName, locationName, locationId, wasteStageId],
  columns: {
    site: { label: 'legacy.fields.siteName', screen: false, csv: ({ siteName }) => siteName },
    location: {
      label: 'legacy.fields.locationName',
      place: 'lead',
      sort: ({ locationName }) => locationName,
      csv: ({ locationName }) => locationName,
    },
    stage: {
      label: 'baselineModals.stage',
      sort: ({ wasteStageId }) => wasteStageId,
      csv: ({ wasteStageId, wasteStageName }, { t }) => stageName(t, wasteStageId, wasteStageName),
    },
    state: {
      label: 'baselineScreen.state',
      place: 'side',
      sort: ({ state }) => baselineStates.indexOf(state),
      usual: 'asc',
      csv: ({ state }, { t }) => t(`baselineScreen.states.${state}`),
    },
    proposals: { label: 'legacy.baselines.proposals', numeric: true, screen: false, csv: (row) => row.proposals },
    goodWeeks: {
      label: 'baselineScreen.goodWeeks',
      numeric: true,
      sort: (row) => goodWeeks(row),
      csv: (row) => goodWeeks(row),
    },
    weight: {
      label: 'legacy.baselines.weightPerDay',
      unit: ({ unit }) => unit.abbr,
      numeric: true,
      sort: ({ gPerOpenDay }) => gPerOpenDay,
      csv: ({ gPerOpenDay }, reader) => inUnit(gPerOpenDay, reader),
    },
    cost: {
      label: 'legacy.baselines.costPerDay',
      numeric: true,
      sort: ({ costPerOpenDay }) => costPerOpenDay,
      csv: ({ costPerOpenDay }) => (costPerOpenDay === null ? null : Number(costPerOpenDay.toFixed(4))),
    },
    currency: {
      label: 'baselineScreen.currency',
      screen: false,
      csv: ({ currency, costPerOpenDay }) => (costPerOpenDay === null ? null : currency),
    },
    weeks: {
      label: 'legacy.baselines.weeks',
      sort: ({ firstWeek }) => firstWeek,
      csv: ({ firstWeek, lastWeek }) =>
        firstWeek === null || lastWeek === null ? null : `${firstWeek}/${addDays(lastWeek, 6)}`,
    },
    since: {
      label: 'baselineScreen.since',
      sort: ({ comparedFrom }) => comparedFrom,
      csv: ({ comparedFrom }) => comparedFrom,
    },
    method: {
      label: 'legacy.baselines.method',
      screen: false,
      csv: ({ method }, { t }) => (method === null ? null : t(`baselineScreen.methods.${method}`)),
    },
    auto: {
      label: 'baselineScreen.auto',
      screen: false,
      csv: ({ autoBaselineEnabled }, { t }) => t(autoBaselineEnabled ? 'baselineScreen.on' : 'baselineScreen.off'),
    },
  },
});

/** Of those needed; null where weeks are counted no more, or not yet. */
const goodWeeks = ({ state, weeksInARow, autoBaselineEnabled }: StandingRow): number | null =>
  state === 'accepted' || state === 'none' || !autoBaselineEnabled
    ? null
    : Math.min(weeksInARow, readinessCriteria.consecutiveWeeks);

export type StandingColumn = ScreenColumn<typeof standingTable>;
export const standingFile = 'Baselines.csv';
