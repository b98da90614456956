import { axisWidthOf, labelledSlots } from '../../client/ui/chart-labels.rules';
import { classNames } from '../../client/ui/class-names';
import { Figure } from '../../client/ui/figure';
import { useLayoutStrings } from '../../client/ui/layout-strings';
import { Stripes, StripesKey } from '../../client/ui/stripes';
import type { Figure as FigureOf, Filters } from '../../server/features/events/figure-address.rules';
import type { TrendWeek } from '../../server/features/performance/report.contract';
import { ChartFrame } from '../layout/chart-frame';
import { spreadNotes, trendGeometry } from '../layout/chart-trend.rules';
import { Hatch } from '../layout/hatch';
import s from './weekly-chart.module.css';

export interface WeeklyChartProps {
  id: string;
  title: string;
  subtitle: string;
  weeks: TrendWeek[];
  formatValue: (value: number) => string;
  formatTick: (value: number) => string;
  /** What a bar is, so that it leads to the events behind it. */
  figureOf?: (week: TrendWeek) => { of: FigureOf; filters: Filters };
  /** Monday as a short label, and the whole of its weeks for the table. */
  formatWeek: (monday: string) => string;
  formatSpan: (monday: string, weeks: number) => string;
  /** How much of the values makes one unit of the axis. */
  perUnit?: number;
  words: {
    baseline: string;
    grey: string;
    closed: string;
    partly: string;
    /** What of a figure was not measured: its share, and the pattern's key. */ estimated: (share: number) => string;
    estimatedKey: string;
    week: string;
    figure: string;
    row: (actual: string, expected: string) => string;
  };
}

const percent = (value: number) => `${value.toFixed(2)}%`;
const height = 236;
const top = 14;
const bottom = 24;
const plotHeight = height - top - bottom;
const noteHeight = 38;

/** A bar a week, with the baseline of the week's own open days drawn across it. */
export function WeeklyChart({
  id,
  title,
  subtitle,
  weeks,
  formatValue,
  formatTick,
  formatWeek,
  formatSpan,
  perUnit = 1,
  words,
  figureOf,
}: WeeklyChartProps) {
  const strings = useLayoutStrings();
  const most = Math.max(...weeks.map(({ expected }) => expected), 0) / perUnit;
  const geometry = trendGeometry({
    values: weeks.map(({ actual }) => (actual === null ? null : actual / perUnit)),
    kind: 'bars',
    baseline: most,
  });
  const yOf = (value: number) =>
    geometry.zero - (most > 0 ? ((geometry.zero - (geometry.baseline ?? 0)) * value) / perUnit / most : 0);
  const ticks = geometry.ticks.map((tick) => ({ ...tick, text: formatTick(tick.value * perUnit) }));
  const axisWidth = axisWidthOf(ticks.map(({ text }) => text));
  const step = 100 / Math.max(1, weeks.length);
  const untracked = weeks.some(({ state }) => state === 'untracked');
  const estimated = weeks.some((week) => week.estimated > 0 && week.actual !== null);
  const partly = weeks.some(({ state }) => state === 'partly');
  const said = (week: TrendWeek) => {
    if (week.state === 'untracked') return strings.chart.notTracked;
    if (week.state === 'closed') return words.closed;
    const actual = formatValue(week.actual ?? 0);
    const figures = week.expected > 0 ? words.row(actual, formatValue(week.expected)) : actual;
    const estimated = week.actual && week.estimated > 0 ? words.estimated(week.estimated / week.actual) : null;
    const remarks = [week.state === 'partly' && words.partly, estimated].filter(Boolean).join(', ');
    return remarks ? `${figures} (${remarks})` : figures;
  };
  const table = {
    labelHead: words.week,
    valueHead: words.figure,
    rows: weeks.map((week) => ({
      key: week.weekStart,
      label: formatSpan(week.weekStart, week.weeks),
      value: week.actual === null || !figureOf ? said(week) : <Figure {...figureOf(week)}>{said(week)}</Figure>,
    })),
  };
  const notes = notesOf(weeks, { yOf, formatValue, formatWeek, baseline: words.baseline });
  const notesWidth = Math.max(...notes.flatMap(({ value, label }) => [value.length * 7.6, label.length * 6.6]), 0) + 12;
  const [wide, narrow] = [labelledSlots(weeks.length, 7), labelledSlots(weeks.length, 3)];
  return (
    <ChartFrame id={id} title={title} subtitle={subtitle} table={table} gaps={untracked}>
      <div className={s.grid} role="img" aria-labelledby={`${id}-title`}>
        <svg className={s.axis} width={axisWidth} height={height} aria-hidden="true" focusable="false">
          <svg y={top} width="100%" height={plotHeight} overflow="visible">
            {ticks.map(({ y, text, value }) => (
              <text key={value} className={s.tick} x={axisWidth - 10} y={percent(y)} dy="0.32em" textAnchor="end">
                {text}
              </text>
            ))}
          </svg>
        </svg>
        <svg className={s.plot} width="100%" height={height} aria-hidden="true" focusable="false">
          {estimated && <Stripes id={`${id}-estimated`} />}
          {(untracked || partly) && <Hatch id={`${id}-hatch`} />}
          <svg y={top} width="100%" height={plotHeight} overflow="visible">
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
            {weeks.map((week, at) => {
              const slot = geometry.slots[at];
              const place = { x: percent(slot?.x ?? 0), width: percent(slot?.width ?? 0) };
              return (
                <g key={week.weekStart} className={s.slot}>
                  <title>{`${formatSpan(week.weekStart, week.weeks)}: ${said(week)}`}</title>
                  {week.state === 'untracked' ? (
                    <rect {...place} height="100%" fill={`url(#${id}-hatch)`} />
                  ) : (
                    slot?.top != null && (
                      <rect
                        className={week.state === 'partly' ? s.partly : classNames(s.bar, fillOf(week))}
                        {...place}
                        {...(week.state === 'partly' ? { fill: `url(#${id}-hatch)` } : {})}
                        y={percent(slot.top)}
                        height={percent(slot.height)}
                      />
                    )
                  )}
                  {week.estimated > 0 && slot?.top != null && (
                    <rect
                      {...place}
                      y={percent(yOf(week.estimated))}
                      height={percent(geometry.zero - yOf(week.estimated))}
                      fill={`url(#${id}-estimated)`}
                    />
                  )}
                  {week.expected > 0 && (
                    <line
                      className={s.baseline}
                      x1={percent(at * step)}
                      x2={percent((at + 1) * step)}
                      y1={percent(yOf(week.expected))}
                      y2={percent(yOf(week.expected))}
                    />
                  )}
                </g>
              );
            })}
          </svg>
          {weeks.map(
            (week, at) =>
              (wide.has(at) || narrow.has(at)) && (
                <text
                  key={week.weekStart}
                  className={classNames(s.label, !narrow.has(at) && s.wide, !wide.has(at) && s.narrow)}
                  x={percent((at + 0.5) * step)}
                  y="100%"
                  dy="-0.35em"
                  textAnchor="middle"
                >
                  {formatWeek(week.weekStart)}
                </text>
              ),
          )}
        </svg>
        <svg className={s.axis} width={notesWidth} height={height} aria-hidden="true" focusable="false">
          <svg y={top} width="100%" height={plotHeight} overflow="visible">
            {notes.map(({ y, value, label }) => (
              <g key={label}>
                <text className={s.said} x="10" y={percent(y)}>
                  {value}
                </text>
                <text className={s.tick} x="10" y={percent(y)} dy="1.25em">
                  {label}
                </text>
              </g>
            ))}
          </svg>
        </svg>
      </div>
      {estimated && <StripesKey id={`${id}-estimated`} text={words.estimatedKey} />}
      {partly && (
        <p className={s.key}>
          <svg className={s.hatched} aria-hidden="true">
            <rect width="100%" height="100%" fill={`url(#${id}-hatch)`} />
          </svg>
          {words.partly}
        </p>
      )}
      {weeks.some(({ state }) => state === 'baseline') && (
        <p className={s.key}>
          <span className={s.swatch} />
          {words.grey}
        </p>
      )}
    </ChartFrame>
  );
}

function fillOf({ state, actual, expected }: TrendWeek): string | undefined {
  if (state === 'baseline') return s.grey;
  return (actual ?? 0) < expected ? s.less : s.more;
}

interface Noting {
  yOf: (value: number) => number;
  formatValue: (value: number) => string;
  formatWeek: (monday: string) => string;
  baseline: string;
}

/** The last bar and its baseline, named at the edge. */
function notesOf(weeks: TrendWeek[], { yOf, formatValue, formatWeek, baseline }: Noting) {
  const last = weeks.findLast(({ actual }) => actual !== null);
  if (!last) return [];
  const notes = [{ y: yOf(last.actual ?? 0), value: formatValue(last.actual ?? 0), label: formatWeek(last.weekStart) }];
  if (last.expected > 0) notes.push({ y: yOf(last.expected), value: formatValue(last.expected), label: baseline });
  return spreadNotes(notes, (noteHeight / plotHeight) * 100);
}
