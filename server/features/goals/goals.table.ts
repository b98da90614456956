import { defineTable, type Reader, type ScreenColumn } from '../../platform/table/define-table';
import { addDays } from '../../platform/time';
import type { Goal, GoalRow } from './goals.contract';

interface GoalReader extends Reader {
  unit: { abbr: string; gramsPerUnit: number };
}

const inUnit = ({ metric }: Goal, amount: number, { unit }: GoalReader) =>
  Number((metric === 'weight' ? amount / unit.gramsPerUnit : amount).toFixed(3));
const percent = (fraction: number | null) => (fraction === null ? null : Number((fraction * 100).toFixed(2)));

export const goalTable = defineTable<GoalRow, GoalReader>()({
  size: 50,
  columns: {
    goal: { label: 'goals.goal', place: 'lead', sort: 'query', csv: (row) => row.title },
    subject: { label: 'goals.subject', screen: false, csv: (row) => row.subject },
    site: { label: 'legacy.fields.siteName', screen: false, csv: (row) => row.siteName },
    place: { label: 'legacy.fields.locationName', sort: 'query', csv: (row) => row.locationName },
    metric: { label: 'goals.metric', screen: false, csv: ({ metric }, { t }) => t(`goals.metrics.${metric}`) },
    target: {
      label: 'goals.target',
      numeric: true,
      csv: (row, reader) =>
        row.targetKind === 'percent'
          ? `${percent(row.target)} %`
          : `${inUnit(row, row.target, reader)} ${row.metric === 'weight' ? reader.unit.abbr : row.currency}`,
    },
    start: { label: 'goals.start', screen: false, csv: (row) => row.startWeek },
    until: { label: 'goals.until', sort: 'query', usual: 'asc', csv: (row) => addDays(row.endWeek, 6) },
    soFar: { label: 'goals.soFar', numeric: true, csv: ({ progress }) => percent(progress.change) },
    forecast: { label: 'goals.forecast', numeric: true, csv: ({ progress }) => percent(progress.forecast) },
    standing: {
      label: 'goals.standing',
      place: 'side',
      csv: (row, { t }) => t(`goals.standings.${shownStanding(row)}`),
    },
  },
});

/** A goal that is paused is not judged meanwhile. */
const shownStanding = ({ state, progress }: Pick<GoalRow, 'state' | 'progress'>) =>
  state === 'paused' ? 'paused' : progress.standing;

export type GoalColumn = ScreenColumn<typeof goalTable>;
export const goalsFile = 'Goals.csv';
