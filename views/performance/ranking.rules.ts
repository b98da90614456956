/** Thin bars side by side: more than this many cannot be drawn. */
const mostBars = 240;

export interface RankedBars {
  /** Fractions from the largest reduction to the largest increase, cut at 1. */
  bars: number[];
  /** The part of each bar, from zero, that stands for weight estimated from servings. */
  estimated: number[];
  /** Rows that one bar stands for. */
  each: number;
  clipped: boolean;
  less: number;
  more: number;
}

/** Where each stands, as bars in order; of very many, every n-th. */
export function rankedBars(rows: readonly { change: number; estimatedShare: number | null }[]): RankedBars {
  const inOrder = [...rows].sort((a, b) => a.change - b.change);
  const each = Math.max(1, Math.ceil(inOrder.length / mostBars));
  const drawn = inOrder.filter((_, at) => at % each === 0);
  return {
    bars: drawn.map(({ change }) => Math.min(change, 1)),
    estimated: drawn.map(({ change, estimatedShare }) => Math.min(change, 1) * (estimatedShare ?? 0)),
    each,
    clipped: inOrder.some(({ change }) => change > 1),
    less: inOrder.filter(({ change }) => change < 0).length,
    more: inOrder.filter(({ change }) => change > 0).length,
  };
}

/** The bars of one direction as a path in a box `width` × 100, zero at `zero`; `span` is what the box's height stands for. */
export function barPath(
  bars: readonly number[],
  { direction, zero, span }: { direction: 'less' | 'more'; zero: number; span: number },
): string {
  return bars
    .map((change, at) => {
      if (direction === 'less' ? change >= 0 : change <= 0) return '';
      const height = (-change / span) * 100;
      return `M${at + 0.12} ${zero}h.76v${height.toFixed(1)}h-.76z`;
    })
    .join('');
}
