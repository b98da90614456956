import { scaleLinear } from 'd3-scale';
import { classNames } from '../../client/ui/class-names';
import { Figure } from '../../client/ui/figure';
import { useLayoutStrings } from '../../client/ui/layout-strings';
import { Missing } from '../../client/ui/missing';
import { Stripes } from '../../client/ui/stripes';
import type { Figure as FigureOf } from '../../server/features/events/figure-address.rules';
import s from './chart-bars.module.css';
import { ChartFrame } from './chart-frame';
import { Hatch } from './hatch';

export interface RankedBar {
  key: string;
  label: string;
  /** null: not known; hatched. Negative values count by their size. */
  value: number | null;
  href?: string;
  /** After the value, for instance its share. */
  note?: string;
  /** Of the value, estimated from servings: a fraction. */
  estimatedShare?: number;
  /** What the value is, so that it leads to the events behind it. */
  figure?: FigureOf;
  tone?: 'less' | 'more' | 'stage8' | 'stage9' | 'stage23' | 'rest';
}

export interface BarsChartProps {
  id: string;
  title: string;
  subtitle?: string;
  /** In the order in which they are shown. */
  bars: RankedBar[];
  formatValue: (value: number) => string;
  heads: { label: string; value: string };
}

/** Ranked rows with a bar each, all from one zero; long names wrap instead of being cut. */
export function BarsChart({ id, title, subtitle, bars, formatValue, heads }: BarsChartProps) {
  const strings = useLayoutStrings();
  const longest = Math.max(...bars.map(({ value }) => Math.abs(value ?? 0)), 0);
  const width = scaleLinear([0, longest || 1], [0, 100]);
  const firstEstimated = bars.findIndex((bar) => bar.value !== null && bar.estimatedShare);
  const said = (value: number | null) => (value === null ? strings.chart.notTracked : formatValue(value));
  const opened = ({ value, figure }: RankedBar, note?: string) => {
    const text = [said(value), note].filter(Boolean).join(' ');
    return figure && value !== null ? <Figure of={figure}>{text}</Figure> : text;
  };
  const table = {
    labelHead: heads.label,
    valueHead: heads.value,
    rows: bars.map((bar) => ({ key: bar.key, label: bar.label, value: opened(bar, bar.note) })),
  };
  return (
    <ChartFrame id={id} title={title} subtitle={subtitle} table={table}>
      <ol className={s.list} aria-labelledby={`${id}-title`}>
        {bars.map((bar, at) => (
          <li key={bar.key} className={s.row}>
            <span className={s.label}>{bar.href ? <a href={bar.href}>{bar.label}</a> : bar.label}</span>
            <svg className={s.bar} aria-hidden="true" focusable="false">
              {at === firstEstimated && <Stripes id={`${id}-estimated`} />}
              {bar.value === null && <Hatch id={`${id}-hatch-${at}`} />}
              {bar.value === null ? (
                <rect width="100%" height="100%" fill={`url(#${id}-hatch-${at})`} />
              ) : (
                <rect
                  className={classNames(s.fill, bar.tone && s[bar.tone])}
                  width={`${width(Math.abs(bar.value)).toFixed(2)}%`}
                  height="100%"
                />
              )}
              {bar.value !== null && bar.estimatedShare ? (
                <rect
                  width={`${(width(Math.abs(bar.value)) * bar.estimatedShare).toFixed(2)}%`}
                  height="100%"
                  fill={`url(#${id}-estimated)`}
                />
              ) : null}
            </svg>
            <span className={s.value}>
              {bar.value === null ? <Missing reason={strings.chart.notTracked} /> : opened(bar)}
            </span>
            <span className={s.note}>{bar.note}</span>
          </li>
        ))}
      </ol>
    </ChartFrame>
  );
}
