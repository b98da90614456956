import type { ReactNode } from 'react';
import { classNames } from '../../client/ui/class-names';
import { ChartFrame } from './chart-frame';
import { labelledSlots, trendGeometry, type TrendGeometry, type TrendPoint } from './chart-trend.rules';
import { Hatch } from './hatch';
import { useLayoutStrings } from './layout-strings';
import s from './chart-trend.module.css';

export type { TrendPoint } from './chart-trend.rules';

export interface TrendChartProps {
  id: string;
  title: string;
  subtitle?: string;
  kind?: 'bars' | 'line';
  points: TrendPoint[];
  /** Drawn as a line through the whole chart. */
  baseline?: { value: number; label?: string } | null;
  /** `change`: below the baseline is less, above it is more; otherwise one colour. */
  tone?: 'change' | 'ink' | 'stage8' | 'stage9' | 'stage23';
  formatValue: (value: number) => string;
  formatTick?: (value: number) => string;
  heads: { label: string; value: string };
}

const percent = (value: number) => `${value.toFixed(3)}%`;
const height = 236;
const top = 22;
const bottom = 24;

/** Weeks as bars or as a line, with the baseline in it and hatching where nothing was tracked. */
export function TrendChart({ id, title, subtitle, kind = 'bars', points, baseline = null, tone = baseline ? 'change' : 'ink', formatValue, formatTick = formatValue, heads }: TrendChartProps) {
  const strings = useLayoutStrings();
  const geometry = trendGeometry({ values: points.map(({ value }) => value), kind, baseline: baseline?.value ?? null });
  const said = (value: number | null) => (value === null ? strings.chart.notTracked : formatValue(value));
  const ticks = geometry.ticks.map((tick) => ({ ...tick, text: formatTick(tick.value) }));
  const axisWidth = Math.max(...ticks.map(({ text }) => text.length), 1) * 7 + 10;
  const gaps = points.some(({ value }) => value === null);
  const table = { labelHead: heads.label, valueHead: heads.value, rows: points.map((point) => ({ key: point.key, label: point.longLabel ?? point.label, value: said(point.value) })) };
  return (
    <ChartFrame id={id} title={title} subtitle={subtitle} gaps={gaps} table={table}>
      <div className={s.grid} role="img" aria-labelledby={`${id}-title`}>
        <svg className={s.axis} width={axisWidth} height={height} aria-hidden="true" focusable="false">
          <Plot>{ticks.map(({ y, text, value }) => <text key={value} className={s.tick} x={axisWidth - 10} y={percent(y)} dy="0.32em" textAnchor="end">{text}</text>)}</Plot>
        </svg>
        <svg className={s.plot} width="100%" height={height} aria-hidden="true" focusable="false">
          {gaps && <Hatch id={`${id}-hatch`} />}
          <Plot>
            {ticks.map(({ y, value }) => <line key={value} className={classNames(s.rule, value === 0 && s.zero)} x1="0" x2="100%" y1={percent(y)} y2={percent(y)} />)}
            {points.map((point, at) => (
              <Slot key={point.key} {...{ id, kind, point, slot: geometry.slots[at] as TrendGeometry['slots'][number], said: said(point.value) }} fill={fillOf(tone, point.value, baseline?.value ?? null)} />
            ))}
            {kind === 'line' && (
              <svg width="100%" height="100%" viewBox="0 0 100 100" preserveAspectRatio="none" overflow="visible"><path className={s.line} d={geometry.path} /></svg>
            )}
            {geometry.baseline !== null && <line className={s.baseline} x1="0" x2="100%" y1={percent(geometry.baseline)} y2={percent(geometry.baseline)} />}
            {geometry.baseline !== null && baseline && (
              <text className={classNames(s.said, s.saidBaseline)} x="0" y={percent(geometry.baseline)} dy="-0.5em">{baseline.label ?? strings.chart.baseline} {formatValue(baseline.value)}</text>
            )}
            <LastValue points={points} geometry={geometry} kind={kind} formatValue={formatValue} />
          </Plot>
          <Labels points={points} geometry={geometry} />
        </svg>
      </div>
    </ChartFrame>
  );
}

/** The drawing area between the room for the highest label and the room for the axis. */
function Plot({ children }: { children: ReactNode }) {
  return <svg x="0" y={top} width="100%" height={height - top - bottom} overflow="visible">{children}</svg>;
}

function fillOf(tone: NonNullable<TrendChartProps['tone']>, value: number | null, baseline: number | null): string | undefined {
  if (tone !== 'change') return tone === 'ink' ? undefined : s[tone];
  if (value === null || baseline === null || value === baseline) return undefined;
  return value < baseline ? s.less : s.more;
}

function Slot({ id, kind, point, slot, said, fill }: { id: string; kind: 'bars' | 'line'; point: TrendPoint; slot: TrendGeometry['slots'][number]; said: string; fill: string | undefined }) {
  const place = { x: percent(slot.x), width: percent(slot.width) };
  return (
    <g className={s.slot}>
      <title>{`${point.longLabel ?? point.label}: ${said}`}</title>
      {slot.top === null && <rect {...place} y="0" height="100%" fill={`url(#${id}-hatch)`} />}
      {slot.top !== null && kind === 'bars' && <rect className={classNames(s.bar, fill)} {...place} y={percent(slot.top)} height={percent(slot.height)} />}
      {slot.top !== null && kind === 'line' && <rect className={s.touch} {...place} y="0" height="100%" />}
    </g>
  );
}

function LastValue({ points, geometry, kind, formatValue }: { points: TrendPoint[]; geometry: TrendGeometry; kind: 'bars' | 'line'; formatValue: (value: number) => string }) {
  const at = points.findLastIndex(({ value }) => value !== null);
  const slot = geometry.slots[at];
  const value = points[at]?.value;
  if (!slot || slot.top === null || value === null || value === undefined) return null;
  const below = value < 0;
  const y = percent(kind === 'line' && value > 0 ? slot.top : below ? slot.top + slot.height : slot.top);
  return (
    <>
      {kind === 'line' && <circle className={s.dot} cx={percent(slot.centre)} cy={y} r="5" />}
      <text className={s.said} x={percent(slot.x + slot.width)} y={y} dy={below ? '1.2em' : kind === 'line' ? '-0.8em' : '-0.45em'} textAnchor="end">{formatValue(value)}</text>
    </>
  );
}

function Labels({ points, geometry }: { points: TrendPoint[]; geometry: TrendGeometry }) {
  const wide = labelledSlots(points.length, 12);
  const narrow = labelledSlots(points.length, 4);
  return points.map((point, at) => (wide.has(at) || narrow.has(at)) && (
    <text
      key={point.key}
      className={classNames(s.label, !narrow.has(at) && s.wide, !wide.has(at) && s.narrow)}
      x={percent(geometry.slots[at]?.centre ?? 0)}
      y="100%"
      dy="-0.35em"
      textAnchor="middle"
    >
      {point.label}
    </text>
  ));
}
