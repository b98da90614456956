/**
 * Figures that hold the weeks of a range against a baseline, or their days against each other; a step holds a week against
 * the one before it.
 */
export const comparedMeasures = [
  'weight',
  'value',
  'transactions',
  'tracking',
  'compliance',
  'weightStep',
  'valueStep',
] as const;
export type ComparedMeasure = (typeof comparedMeasures)[number];

/** Whether a week is held against the one before it. */
export const isStep = (kind: ComparedMeasure) => kind === 'weightStep' || kind === 'valueStep';

/** Sums of the events that their address names: of weeks, of an import, of a day that still runs; and the days that it names. */
export const summedFigures = ['total', 'imported', 'dayTotal', 'days', 'openDays'] as const;
export type SummedFigure = (typeof summedFigures)[number];

export type FigureKind = ComparedMeasure | SummedFigure;

/** `all`: the locations that count; `rest`: those of them that still track. */
export type FigurePlace = 'all' | 'rest' | { siteId: number } | { locationId: number };

/** A figure of whole weeks of one stage. */
export interface ComparedFigure {
  kind: ComparedMeasure;
  place: FigurePlace;
  stageId: number;
  /** Local date of a Monday. */
  start: string;
  weeks: number;
}

export type Figure = ComparedFigure | { kind: SummedFigure };

/** Short, because a table holds a thousand of them: `weight.l12.8.2026-01-05.13` is location 12 in stage 8 for 13 weeks. */
export function figureText(figure: Figure): string {
  if (!('place' in figure)) return figure.kind;
  const { kind, place, stageId, start, weeks } = figure;
  const at = typeof place === 'string' ? place : 'siteId' in place ? `s${place.siteId}` : `l${place.locationId}`;
  return [kind, at, stageId, start, weeks].join('.');
}

/** The weeks of one location and stage from a Monday on. */
export const ofLocation = (
  kind: ComparedMeasure,
  { locationId, stageId, start, weeks = 1 }: { locationId: number; stageId: number; start: string; weeks?: number },
): ComparedFigure => ({ kind, place: { locationId }, stageId, start, weeks });

const dayMs = 86_400_000;

/** The filters of a week of a location and stage. */
export const weekOf = ({
  locationId,
  stageId,
  start,
}: {
  locationId: number;
  stageId: number;
  start: string;
}): Filters => ({
  locationId,
  wasteStageId: stageId,
  startDate: start,
  endDate: new Date(Date.parse(start) + 6 * dayMs).toISOString().slice(0, 10),
});

const weekMs = 7 * 86_400_000;

/** Weeks from a Monday to a Sunday. */
export const weeksIn = ({ start, end }: { start: string; end: string }) =>
  Math.round((Date.parse(end) - Date.parse(start)) / weekMs);

export type Filters = Record<string, string | number | null | undefined>;

/** Where the events of a figure stand, with how it was reckoned. */
export function figureHref(figure: Figure, filters: Filters = {}): string {
  const query = Object.entries(filters).flatMap(([name, value]) =>
    value === null || value === undefined || value === '' ? [] : [`&${name}=${encodeURIComponent(value)}`],
  );
  return `/events?figure=${figureText(figure)}${query.join('')}`;
}
