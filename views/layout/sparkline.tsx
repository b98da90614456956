import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import { classNames } from '../../client/ui/class-names';
import type { Direction } from './change';
import s from './sparkline.module.css';

export interface SparklineProps {
  /** What it shows, in words and with its last figure. */
  label: string;
  /** null is a gap, marked by a tick on the ground. */
  values: (number | null)[];
  /** Which of the values hold something that was not measured; the line to them is dotted. */
  estimated?: readonly boolean[];
  baseline?: number | null;
  direction?: Direction;
  width?: number;
  height?: number;
}

/** A trend of the size of a word. */
export function Sparkline({
  label,
  values,
  estimated = [],
  baseline = null,
  direction,
  width = 88,
  height = 22,
}: SparklineProps) {
  const known = [...values, baseline].filter((value) => value !== null);
  if (known.length === 0) return <span className="visually-hidden">{label}</span>;
  const low = Math.min(...known);
  const high = Math.max(...known);
  const x = scaleLinear([0, Math.max(1, values.length - 1)], [1, width - 4]);
  const y = scaleLinear([low, high > low ? high : low + 1], [height - 4, 3]);
  const through = (drawn: (at: number) => boolean) =>
    line<number | null>()
      .defined((value, at) => value !== null && drawn(at))
      .x((_, at) => round(x(at)))
      .y((value) => round(y(value ?? 0)))(values) ?? '';
  const anyEstimated = values.some((value, at) => value !== null && estimated[at]);
  const last = values.findLastIndex((value) => value !== null);
  const lastValue = values[last];
  return (
    <svg
      className={s.spark}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
      focusable="false"
    >
      {baseline !== null && (
        <line className={s.baseline} x1="0" x2={width} y1={round(y(baseline))} y2={round(y(baseline))} />
      )}
      {values.map(
        (value, at) => value === null && <path key={at} className={s.gap} d={`M${round(x(at))} ${height - 1}v-3`} />,
      )}
      {anyEstimated && <path className={classNames(s.line, s.estimated)} d={through(() => true)} />}
      <path className={s.line} d={through((at) => !estimated[at])} />
      {typeof lastValue === 'number' && (
        <circle
          className={classNames(s.last, direction && direction !== 'same' && s[direction])}
          cx={round(x(last))}
          cy={round(y(lastValue))}
          r="2.5"
        />
      )}
    </svg>
  );
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
