import type { ReactNode } from 'react';
import { ChartLabels } from '../ui/chart-labels';
import { axisWidthOf, percent } from '../ui/chart-labels.rules';
import { classNames } from '../ui/class-names';
import { Stripes, StripesKey } from '../ui/stripes';
import s from './week-chart.module.css';
import { weekGeometry, type ChartWeek, type WeekSlot } from './week-chart.rules';

export interface WeekChartProps {
  id: string;
  /** The finding. */
  title: string;
  subtitle: string;
  /** In order of time; the table beside the chart has the same figures. */
  weeks: ChartWeek[];
  baseline?: { value: number; label: string } | null;
  formatValue: (value: number, decimals: number) => string;
  notTracked: string;
  /** What is said of a share that was estimated, and of its pattern. */
  estimated?: { share: (share: number) => string; key: string };
  level: 'h2' | 'h3';
}

const height = 216;
const top = 18;
const bottom = 24;

/** Weeks as bars from zero, with the baseline as a line or with brackets that show the limits of each week. */
export function WeekChart({
  id,
  title,
  subtitle,
  weeks,
  baseline = null,
  formatValue,
  notTracked,
  estimated,
  level: Title,
}: WeekChartProps) {
  const { slots, ticks, baseline: line } = weekGeometry(weeks, baseline?.value ?? null);
  const tickDecimals = ticks.every(({ value }) => Number.isInteger(value)) ? 0 : 1;
  const said = (value: number) => formatValue(value, 1);
  const saidOf = ({ value, estimatedShare = 0 }: ChartWeek) =>
    value === null
      ? notTracked
      : [said(value), estimatedShare > 0 && estimated?.share(estimatedShare)].filter(Boolean).join(', ');
  const stripes =
    estimated && weeks.some((week) => week.value !== null && (week.estimatedShare ?? 0) > 0)
      ? `${id}-estimated`
      : undefined;
  const axisWidth = axisWidthOf(ticks.map(({ value }) => formatValue(value, tickDecimals)));
  const noteWidth = baseline ? Math.max(baseline.label.length * 6.4, said(baseline.value).length * 7.4) + 14 : 4;
  return (
    <figure className={s.figure}>
      <figcaption className={s.head}>
        <Title className={s.title} id={`${id}-title`}>
          {title}
        </Title>
        <p className={s.subtitle}>{subtitle}</p>
      </figcaption>
      <div className={classNames(s.grid, weeks.length < 7 && s.few)} role="img" aria-labelledby={`${id}-title`}>
        <svg className={s.axis} width={axisWidth} height={height} aria-hidden="true" focusable="false">
          <Plot>
            {ticks.map(({ y, value }) => (
              <text key={value} className={s.tick} x={axisWidth - 10} y={percent(y)} dy="0.32em" textAnchor="end">
                {formatValue(value, tickDecimals)}
              </text>
            ))}
          </Plot>
        </svg>
        <svg className={s.plot} width="100%" height={height} aria-hidden="true" focusable="false">
          {stripes && <Stripes id={stripes} />}
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
            {weeks.map((week, at) => (
              <Week
                key={week.key}
                week={week}
                slot={slots[at] as WeekSlot}
                said={saidOf(week)}
                stripes={stripes}
                last={at === weeks.length - 1}
              />
            ))}
            {line !== null && <line className={s.baseline} x1="0" x2="100%" y1={percent(line)} y2={percent(line)} />}
          </Plot>
          <ChartLabels points={weeks} slots={slots} room={9} />
        </svg>
        <svg className={s.axis} width={noteWidth} height={height} aria-hidden="true" focusable="false">
          {baseline && line !== null && (
            <Plot>
              <text className={s.said} x="10" y={percent(line)} dy="-0.1em">
                {said(baseline.value)}
              </text>
              <text className={s.tick} x="10" y={percent(line)} dy="1.1em">
                {baseline.label}
              </text>
            </Plot>
          )}
        </svg>
      </div>
      {stripes && estimated && <StripesKey id={stripes} text={estimated.key} />}
    </figure>
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

function Week({
  week,
  slot,
  said,
  stripes,
  last,
}: {
  week: ChartWeek;
  slot: WeekSlot;
  said: string;
  stripes: string | undefined;
  last: boolean;
}) {
  const { low, high } = slot;
  const share = week.estimatedShare ?? 0;
  return (
    <g className={s.slot}>
      <title>{`${week.longLabel}: ${said}`}</title>
      <rect className={s.touch} x={percent(slot.x)} y="0" width={percent(slot.width)} height="100%" />
      {slot.top === null ? (
        <rect className={s.untracked} x={percent(slot.x)} y="0.5%" width={percent(slot.width)} height="99%" />
      ) : (
        <rect
          className={classNames(s.bar, s[week.tone], last && s.last)}
          x={percent(slot.x)}
          y={percent(slot.top)}
          width={percent(slot.width)}
          height={percent(100 - slot.top)}
        />
      )}
      {stripes && slot.top !== null && share > 0 && (
        <rect
          x={percent(slot.x)}
          y={percent(100 - (100 - slot.top) * share)}
          width={percent(slot.width)}
          height={percent((100 - slot.top) * share)}
          fill={`url(#${stripes})`}
        />
      )}
      {low !== null && high !== null && (
        <>
          <line
            className={s.limit}
            x1={percent(slot.centre)}
            x2={percent(slot.centre)}
            y1={percent(high)}
            y2={percent(low)}
          />
          {high > 0 && (
            <line
              className={s.limit}
              x1={percent(slot.centre - slot.width * 0.2)}
              x2={percent(slot.centre + slot.width * 0.2)}
              y1={percent(high)}
              y2={percent(high)}
            />
          )}
          <line
            className={s.limit}
            x1={percent(slot.centre - slot.width * 0.2)}
            x2={percent(slot.centre + slot.width * 0.2)}
            y1={percent(low)}
            y2={percent(low)}
          />
        </>
      )}
    </g>
  );
}
