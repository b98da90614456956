interface Sized {
  width: number;
  height: number;
}

interface Point {
  value: number | null;
  against: number | null;
}

export interface TrendShape {
  /** From the bottom up, one a point; none where nothing was recorded. */
  bars: { x: number; y: number; width: number; height: number }[];
  /** Path of the other line, in the words of SVG; empty where it says nothing anywhere. */
  line: string;
}

/** How much of its place a bar takes. */
const filled = 0.72;
const rounded = (value: number) => Math.round(value * 100) / 100;

/** Bars of what was, and a line of what it is held against, over the same scale from 0; the same on paper and on a page. */
export function trendShape(points: readonly Point[], { width, height }: Sized): TrendShape {
  const most = Math.max(0, ...points.flatMap(({ value, against }) => [value ?? 0, against ?? 0]));
  const step = points.length === 0 ? 0 : width / points.length;
  const up = (value: number) => (most === 0 ? 0 : (value / most) * height);
  const bars = points.flatMap(({ value }, at) =>
    value === null
      ? []
      : [
          {
            x: rounded((at + (1 - filled) / 2) * step),
            y: rounded(height - up(value)),
            width: rounded(step * filled),
            height: rounded(up(value)),
          },
        ],
  );
  let pen = 'M';
  const line = points
    .flatMap(({ against }, at) => {
      if (against === null) {
        pen = 'M';
        return [];
      }
      const y = rounded(height - up(against));
      // A level stretch a point: what is held against is so for the whole of the day or week.
      const part = `${pen}${rounded(at * step)} ${y}H${rounded((at + 1) * step)}`;
      pen = 'L';
      return [part];
    })
    .join('');
  return { bars, line };
}
