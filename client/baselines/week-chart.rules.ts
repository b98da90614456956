import { nice, ticks } from 'd3-array';

export interface ChartWeek {
  key: string;
  /** On the axis; short. */
  label: string;
  /** On hover. */
  longLabel: string;
  /** null: not tracked. */
  value: number | null;
  /** Of the value, estimated from servings: a fraction. */
  estimatedShare?: number;
  /** Between which values the week may lie; null where nothing limits it. */
  limits?: { low: number; high: number } | null;
  /** `doubtful`: too few open days were tracked to say more. */
  tone: 'plain' | 'less' | 'more' | 'fails' | 'doubtful';
}

/** How many weeks one chart shows. */
export const chartWeeks = 52;

export interface WeekSlot {
  x: number;
  width: number;
  centre: number;
  /** null: not tracked. */
  top: number | null;
  low: number | null;
  high: number | null;
}

/** Of a week's share of the width: left between two, half as much at both ends. */
const gap = 0.3;

/**
 * Where everything goes, in per cent of the plot, 0 at the top left. The axis begins at zero; a limit far above every
 * value is cut off instead of pressing the weeks flat. Without d3's scales, which bring colours and formats to the browser.
 */
export function weekGeometry(weeks: readonly ChartWeek[], baseline: number | null) {
  const tallest = Math.max(...weeks.map((week) => week.value ?? 0), baseline ?? 0);
  const limits = weeks.map((week) => week.limits?.high ?? 0);
  const room = Math.max(tallest, Math.min(Math.max(...limits, 0), tallest * 1.6));
  const [, end] = nice(0, room > 0 ? room * 1.05 : 1, 4);
  const y = (value: number) => 100 - (value / end) * 100;
  const step = 100 / Math.max(1, weeks.length);
  const width = step * (1 - gap);
  const inside = (value: number) => Math.max(0, y(value));
  const slots = weeks.map(({ value, limits: span }, at): WeekSlot => {
    const left = step * (at + gap / 2);
    return {
      x: left,
      width,
      centre: left + width / 2,
      top: value === null ? null : y(value),
      low: span ? inside(span.low) : null,
      high: span ? inside(span.high) : null,
    };
  });
  return {
    slots,
    ticks: ticks(0, end, 4).map((value) => ({ value, y: y(value) })),
    baseline: baseline === null ? null : y(baseline),
  };
}
