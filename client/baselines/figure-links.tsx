import type { ReactNode } from 'react';
import {
  ofLocation,
  weekOf,
  weeksIn,
  type ComparedFigure,
  type Figure as FigureOf,
  type Filters,
} from '../../server/features/events/figure-address.rules';
import { Figure } from '../ui/figure';

/** A location and one of its stages. */
interface Place {
  locationId: number;
  wasteStageId: number | null;
}

export type Comparing = 'weight' | 'value' | 'transactions' | 'tracking' | 'weightStep' | 'valueStep';

const dayMs = 86_400_000;
const sundayOf = (monday: string) => new Date(Date.parse(monday) + 6 * dayMs).toISOString().slice(0, 10);

/** A figure of the weeks from one Monday to the week of another. */
export function comparedFigure(
  { locationId, wasteStageId }: Place,
  { kind, start, last = start }: { kind: Comparing; start: string; last?: string },
): ComparedFigure | undefined {
  return wasteStageId === null
    ? undefined
    : ofLocation(kind, { locationId, stageId: wasteStageId, start, weeks: weeksIn({ start, end: sundayOf(last) }) });
}

/** The figure as a link to its events; by itself where there are none. */
export const figureTo = (of: FigureOf | undefined, shown: ReactNode, filters: Filters = {}) =>
  of ? (
    <Figure of={of} filters={filters}>
      {shown}
    </Figure>
  ) : (
    shown
  );

/** A sum of one week. */
export const weekFigure = ({ locationId, wasteStageId }: Place, start: string, shown: ReactNode) =>
  wasteStageId === null ? (
    shown
  ) : (
    <Figure of={{ kind: 'total' }} filters={weekOf({ locationId, stageId: wasteStageId, start })}>
      {shown}
    </Figure>
  );
