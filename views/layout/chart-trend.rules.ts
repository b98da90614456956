import { scaleBand, scaleLinear } from 'd3-scale';
import { line as lineOf } from 'd3-shape';

export interface TrendPoint {
  key: string;
  /** On the axis; short. */
  label: string;
  /** In the table and on hover; the short one when it is left out. */
  longLabel?: string;
  /** null: not tracked, drawn hatched. */
  value: number | null;
}

export interface TrendGeometry {
  /** Positions are per cent of the plot's width and height, 0 at the top left. */
  slots: {
    x: number;
    width: number;
    centre: number;
    top: number | null;
    height: number;
    /** Where the value itself lies. */ end: number | null;
  }[];
  ticks: { value: number; y: number }[];
  zero: number;
  baseline: number | null;
  /** Path in a 100 × 100 box, broken at gaps. */
  path: string;
}

/** Where everything goes in a trend. Bars start at zero; a line takes the span of its values. */
export function trendGeometry({
  values,
  kind,
  baseline,
}: {
  values: (number | null)[];
  kind: 'bars' | 'line';
  baseline: number | null;
}): TrendGeometry {
  const known = values.filter((value) => value !== null);
  const all = baseline === null ? known : [...known, baseline];
  const from = kind === 'bars' || all.length === 0 ? 0 : Math.min(...all);
  const to = Math.max(...all, kind === 'bars' ? 0 : -Infinity);
  const low = Math.min(from, ...all);
  const high = to > low ? to : low + 1;
  const y = scaleLinear([low, high + (high - low) * 0.06], [100, 0]).nice(4);
  const x = scaleBand(
    values.map((_, at) => at),
    [0, 100],
  )
    .paddingInner(kind === 'bars' ? 0.28 : 0)
    .paddingOuter(kind === 'bars' ? 0.14 : 0);
  const zero = y(Math.min(Math.max(0, y.domain()[0] ?? 0), y.domain()[1] ?? 0));
  const width = x.bandwidth();
  const slots = values.map((value, at) => {
    const left = x(at) ?? 0;
    const top = value === null ? null : Math.min(y(value), zero);
    return {
      x: left,
      width,
      centre: left + width / 2,
      top,
      height: value === null ? 0 : Math.abs(zero - y(value)),
      end: value === null ? null : y(value),
    };
  });
  const path =
    lineOf<number | null>()
      .defined((value) => value !== null)
      .x((_, at) => slots[at]?.centre ?? 0)
      .y((value) => y(value ?? 0))(values) ?? '';
  return {
    slots,
    ticks: y.ticks(4).map((value) => ({ value, y: y(value) })),
    zero,
    baseline: baseline === null ? null : y(baseline),
    path,
  };
}

/** Moves notes at the edge apart, so that none covers another: at least `room` per cent between neighbours, all of them inside. */
export function spreadNotes<N extends { y: number }>(notes: readonly N[], room: number): N[] {
  const placed = [...notes].sort((a, b) => a.y - b.y).map((note) => ({ ...note }));
  for (let at = 1; at < placed.length; at += 1) {
    const [upper, lower] = [placed[at - 1] as N, placed[at] as N];
    const lacking = room - (lower.y - upper.y);
    if (lacking > 0) {
      upper.y -= lacking / 2;
      lower.y += lacking / 2;
    }
  }
  const beyond = Math.max(0, (placed.at(-1)?.y ?? 0) - (100 - room / 2));
  return placed.map((note) => ({ ...note, y: note.y - beyond }));
}
