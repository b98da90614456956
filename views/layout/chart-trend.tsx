import type { ReactNode } from 'react';
import { ChartLabels } from '../../client/ui/chart-labels';
import { axisWidthOf, percent } from '../../client/ui/chart-labels.rules';
import { classNames } from '../../client/ui/class-names';
import { Figure } from '../../client/ui/figure';
import { useLayoutStrings } from '../../client/ui/layout-strings';
import type { Figure as FigureOf, Filters } from '../../server/features/events/figure-address.rules';
import { ChartFrame } from './chart-frame';
import s from './chart-trend.module.css';
import { spreadNotes, trendGeometry, type TrendGeometry, type TrendPoint } from './chart-trend.rules';
import { Hatch } from './hatch';

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
  /** How much of the values makes one unit of the axis, so that it falls on round figures: the grams of a pound. */
  perUnit?: number;
  heads: { label: string; value: string };
  /** What the value of a point is, so that it leads to the events behind it. */
  figureOf?: (key: string) => { of: FigureOf; filters?: Filters };
  /** Where a value leads that is not of events alone. */
  hrefOf?: (key: string) => string;
  /** Lines before points, for what began there; the page explains their short labels. */
  marks?: { key: string; label: string; title: string }[];
  /** Why a point has no value, where that is not that nothing was tracked. */
  missing?: string;
}

const height = 236;
const top = 22;
const bottom = 24;
const notesHeight = 40;

/** Weeks as bars or as a line, with the baseline in it and hatching where nothing was tracked. */
export function TrendChart({
  id,
  title,
  subtitle,
  kind = 'bars',
  points,
  baseline = null,
  tone = baseline ? 'change' : 'ink',
  formatValue,
  formatTick = formatValue,
  perUnit = 1,
  heads,
  figureOf,
  hrefOf,
  marks = [],
  missing,
}: TrendChartProps) {
  const strings = useLayoutStrings();
  const geometry = trendGeometry({
    values: points.map(({ value }) => (value === null ? null : value / perUnit)),
    kind,
    baseline: baseline ? baseline.value / perUnit : null,
  });
  const absent = missing ?? strings.chart.notTracked;
  const said = (value: number | null) => (value === null ? absent : formatValue(value));
  const ticks = geometry.ticks.map((tick) => ({ ...tick, text: formatTick(tick.value * perUnit) }));
  const axisWidth = axisWidthOf(ticks.map(({ text }) => text));
  const last = points.findLastIndex(({ value }) => value !== null);
  const lastSlot = geometry.slots[last];
  const lastY = lastSlot?.end ?? null;
  const notes = [
    ...(lastY !== null
      ? [{ y: lastY, value: said(points[last]?.value ?? null), words: points[last]?.label ?? '' }]
      : []),
    ...(geometry.baseline !== null && baseline
      ? [{ y: geometry.baseline, value: formatValue(baseline.value), words: baseline.label ?? strings.chart.baseline }]
      : []),
  ];
  const apart = spreadNotes(notes, (notesHeight / (height - top - bottom)) * 100);
  const notesWidth = Math.max(...notes.flatMap(({ value, words }) => [value.length * 7.4, words.length * 6.4]), 0) + 12;
  const gaps = points.some(({ value }) => value === null);
  const table = {
    labelHead: heads.label,
    valueHead: heads.value,
    rows: points.map((point) => ({
      key: point.key,
      label: point.longLabel ?? point.label,
      value:
        figureOf && point.value !== null ? (
          <Figure {...figureOf(point.key)}>{said(point.value)}</Figure>
        ) : hrefOf && point.value !== null ? (
          <a href={hrefOf(point.key)}>{said(point.value)}</a>
        ) : (
          said(point.value)
        ),
    })),
  };
  return (
    <ChartFrame id={id} title={title} subtitle={subtitle} gaps={gaps && absent} table={table}>
      <div className={s.grid} role="img" aria-labelledby={`${id}-title`}>
        <svg className={s.axis} width={axisWidth} height={height} aria-hidden="true" focusable="false">
          <Plot>
            {ticks.map(({ y, text, value }) => (
              <text key={value} className={s.tick} x={axisWidth - 10} y={percent(y)} dy="0.32em" textAnchor="end">
                {text}
              </text>
            ))}
          </Plot>
        </svg>
        <svg className={s.plot} width="100%" height={height} aria-hidden="true" focusable="false">
          {gaps && <Hatch id={`${id}-hatch`} />}
          <Plot>
            {ticks.map(({ y, value }) => (
              <line
                key={value}
                className={classNames(s.rule, value === 0 && s.zero)}
                x1="0"
                x2="100%"
                y1={percent(y)}
                y2={percent(y)}
              />
            ))}
            {points.map((point, at) => (
              <Slot
                key={point.key}
                {...{
                  id,
                  kind,
                  point,
                  slot: geometry.slots[at] as TrendGeometry['slots'][number],
                  said: said(point.value),
                }}
                fill={fillOf(tone, point.value, baseline?.value ?? null)}
                last={at === last}
              />
            ))}
            {kind === 'line' && (
              <svg width="100%" height="100%" viewBox="0 0 100 100" preserveAspectRatio="none" overflow="visible">
                <path className={s.line} d={geometry.path} />
              </svg>
            )}
            {marks.map(({ key: of, label, title: says }) => (
              <Mark key={label} {...{ label, says }} slot={geometry.slots[points.findIndex(({ key }) => key === of)]} />
            ))}
            {geometry.baseline !== null && (
              <line
                className={s.baseline}
                x1="0"
                x2="100%"
                y1={percent(geometry.baseline)}
                y2={percent(geometry.baseline)}
              />
            )}
            {kind === 'line' && lastSlot && lastY !== null && (
              <circle className={s.dot} cx={percent(lastSlot.centre)} cy={percent(lastY)} r="5" />
            )}
          </Plot>
          <ChartLabels points={points} slots={geometry.slots} room={12} />
        </svg>
        <svg className={s.axis} width={notesWidth} height={height} aria-hidden="true" focusable="false">
          <Plot>
            {apart.map(({ y, value, words }) => (
              <g key={words}>
                <text className={s.said} x="10" y={percent(y)}>
                  {value}
                </text>
                <text className={s.tick} x="10" y={percent(y)} dy="1.3em">
                  {words}
                </text>
              </g>
            ))}
          </Plot>
        </svg>
      </div>
    </ChartFrame>
  );
}

/** The drawing area between the room for the highest label and the room for the axis. */
function Plot({ children }: { children: ReactNode }) {
  return (
    <svg x="0" y={top} width="100%" height={height - top - bottom} overflow="visible">
      {children}
    </svg>
  );
}

function Mark({
  label,
  says,
  slot,
}: {
  label: string;
  says: string;
  slot: TrendGeometry['slots'][number] | undefined;
}) {
  if (!slot) return null;
  const x = percent(slot.x);
  return (
    <g>
      <title>{says}</title>
      <line className={s.mark} x1={x} x2={x} y1="-8" y2="100%" />
      <text className={s.markLabel} x={x} y="-8" dy="-0.3em" textAnchor="middle">
        {label}
      </text>
    </g>
  );
}

function fillOf(
  tone: NonNullable<TrendChartProps['tone']>,
  value: number | null,
  baseline: number | null,
): string | undefined {
  if (tone !== 'change') return tone === 'ink' ? undefined : s[tone];
  if (value === null || baseline === null || value === baseline) return undefined;
  return value < baseline ? s.less : s.more;
}

function Slot({
  id,
  kind,
  point,
  slot,
  said,
  fill,
  last,
}: {
  id: string;
  kind: 'bars' | 'line';
  point: TrendPoint;
  slot: TrendGeometry['slots'][number];
  said: string;
  fill: string | undefined;
  last: boolean;
}) {
  const place = { x: percent(slot.x), width: percent(slot.width) };
  return (
    <g className={s.slot}>
      <title>{`${point.longLabel ?? point.label}: ${said}`}</title>
      {slot.top === null && <rect {...place} y="0" height="100%" fill={`url(#${id}-hatch)`} />}
      {slot.top !== null && kind === 'bars' && (
        <rect
          className={classNames(s.bar, fill, last && s.last)}
          {...place}
          y={percent(slot.top)}
          height={percent(slot.height)}
        />
      )}
      {slot.top !== null && kind === 'line' && <rect className={s.touch} {...place} y="0" height="100%" />}
    </g>
  );
}
