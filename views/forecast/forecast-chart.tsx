import type { ReactNode } from 'react';
import { ChartLabels } from '../../client/ui/chart-labels';
import { axisWidthOf, percent } from '../../client/ui/chart-labels.rules';
import { ChartFrame } from '../layout/chart-frame';
import { trendGeometry } from '../layout/chart-trend.rules';
import { Hatch } from '../layout/hatch';
import s from './forecast-chart.module.css';

export interface ForecastSlot {
  key: string;
  label: string;
  longLabel: string;
  kind: 'past' | 'running' | 'next';
  /** In the unit of the axis; null where nothing was recorded. */
  value: number | null;
  /** What was, or is, forecast. */
  expected: number | null;
  low: number | null;
  high: number | null;
  /** In words, for the table and on hover. */
  said: string;
  cell: ReactNode;
}

interface ForecastChartProps {
  id: string;
  title: string;
  subtitle: string;
  heads: { label: string; value: string };
  slots: ForecastSlot[];
  formatTick: (value: number) => string;
  /** What the signs of the chart mean. */
  signs: { past: string; running: string | null; forecast: string; range: string | null };
}

const height = 252;
const top = 22;
const bottom = 24;

/** Weeks as bars, what was forecast of each as a line across it, and the week to come with its range. */
export function ForecastChart({ id, title, subtitle, heads, slots, formatTick, signs }: ForecastChartProps) {
  const most = Math.max(...slots.flatMap(({ expected, high }) => [expected ?? 0, high ?? 0]));
  const geometry = trendGeometry({ values: slots.map(({ value }) => value), kind: 'bars', baseline: most });
  const perUnit = most > 0 ? (geometry.zero - (geometry.baseline ?? geometry.zero)) / most : 0;
  const y = (value: number) => geometry.zero - value * perUnit;
  const ticks = geometry.ticks.map((tick) => ({ ...tick, text: formatTick(tick.value) }));
  const axisWidth = axisWidthOf(ticks.map(({ text }) => text));
  const gaps = slots.some(({ kind, value }) => kind === 'past' && value === null);
  return (
    <ChartFrame
      {...{ id, title, subtitle, gaps }}
      table={{
        labelHead: heads.label,
        valueHead: heads.value,
        rows: slots.map(({ key, longLabel, cell }) => ({ key, label: longLabel, value: cell })),
      }}
    >
      <div className={s.grid} role="img" aria-labelledby={`${id}-title`}>
        <svg className={s.axis} width={axisWidth} height={height} aria-hidden="true" focusable="false">
          <Plot>
            {ticks.map(({ y: at, text, value }) => (
              <text key={value} className={s.tick} x={axisWidth - 10} y={percent(at)} dy="0.32em" textAnchor="end">
                {text}
              </text>
            ))}
          </Plot>
        </svg>
        <svg className={s.plot} width="100%" height={height} aria-hidden="true" focusable="false">
          {gaps && <Hatch id={`${id}-hatch`} />}
          <Plot>
            {ticks.map(({ y: at, value }) => (
              <line key={value} className={s.rule} x1="0" x2="100%" y1={percent(at)} y2={percent(at)} />
            ))}
            {slots.map((slot, at) => {
              const { x = 0, width = 0 } = geometry.slots[at] ?? {};
              return <Slot key={slot.key} {...{ slot, x, width, y, hatch: `url(#${id}-hatch)` }} />;
            })}
          </Plot>
          <ChartLabels points={slots} slots={geometry.slots} room={14} />
        </svg>
      </div>
      <ul className={s.key}>
        <li>
          <svg className={s.swatch} aria-hidden="true">
            <rect className={s.past} width="100%" height="100%" />
          </svg>
          {signs.past}
        </li>
        {signs.running !== null && (
          <li>
            <svg className={s.swatch} aria-hidden="true">
              <rect className={s.running} width="100%" height="100%" />
            </svg>
            {signs.running}
          </li>
        )}
        <li>
          <svg className={s.swatch} aria-hidden="true">
            <line className={s.said} x1="0" x2="100%" y1="50%" y2="50%" />
          </svg>
          {signs.forecast}
        </li>
        {signs.range !== null && (
          <li>
            <svg className={s.swatch} aria-hidden="true">
              <rect className={s.band} width="100%" height="100%" />
            </svg>
            {signs.range}
          </li>
        )}
      </ul>
    </ChartFrame>
  );
}

function Plot({ children }: { children: ReactNode }) {
  return (
    <svg x="0" y={top} width="100%" height={height - top - bottom} overflow="visible">
      {children}
    </svg>
  );
}

interface SlotProps {
  slot: ForecastSlot;
  x: number;
  width: number;
  y: (value: number) => number;
  hatch: string;
}

function Slot({ slot, x, width, y, hatch }: SlotProps) {
  const { kind, value, expected, low, high, longLabel, said } = slot;
  const place = { x: percent(x), width: percent(width) };
  const down = (from: number, to: number) => ({ y: percent(y(to)), height: percent(Math.max(0, y(from) - y(to))) });
  return (
    <g>
      <title>{`${longLabel}: ${said}`}</title>
      <rect className={s.touch} {...place} y="0" height="100%" />
      {kind === 'past' && value === null && <rect {...place} y="0" height="100%" fill={hatch} />}
      {value !== null && <rect className={kind === 'running' ? s.running : s.past} {...place} {...down(0, value)} />}
      {kind === 'next' && expected !== null && <rect className={s.next} {...place} {...down(0, expected)} />}
      {low !== null && high !== null && <rect className={s.band} {...place} {...down(low, high)} />}
      {expected !== null && (
        <line
          className={kind === 'next' ? s.expected : s.said}
          x1={percent(x - width * 0.08)}
          x2={percent(x + width * 1.08)}
          y1={percent(y(expected))}
          y2={percent(y(expected))}
        />
      )}
    </g>
  );
}
