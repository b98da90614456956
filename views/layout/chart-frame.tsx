import type { ReactNode } from 'react';
import { Icon } from '../../client/ui/icon';
import { useLayoutStrings } from '../../client/ui/layout-strings';
import s from './chart-frame.module.css';
import { Hatch } from './hatch';

export interface ChartFrameProps {
  id: string;
  /** The finding, as a sentence: "Waste fell for the third week". */
  title: string;
  /** What is drawn, with its unit and span. */
  subtitle?: string | undefined;
  /** The same figures as rows; the chart itself is one picture to a screen reader. */
  table: { labelHead: string; valueHead: string; rows: { key: string; label: string; value: ReactNode }[] };
  /** Explains the hatching when the chart has gaps; in words where these are not of what was not tracked. */
  gaps?: boolean | string;
  children: ReactNode;
}

/** What every chart has: a title that states the finding, a key for gaps, the figures as a table behind a button. */
export function ChartFrame({ id, title, subtitle, table, gaps, children }: ChartFrameProps) {
  const strings = useLayoutStrings();
  return (
    <figure className={s.figure} id={id}>
      <figcaption className={s.head}>
        <h3 className={s.title} id={`${id}-title`}>
          {title}
        </h3>
        {subtitle && <p className={s.subtitle}>{subtitle}</p>}
      </figcaption>
      {children}
      {gaps && (
        <p className={s.key}>
          <span>
            <svg className={s.swatch} aria-hidden="true">
              <Hatch id={`${id}-key`} />
              <rect width="100%" height="100%" fill={`url(#${id}-key)`} />
            </svg>
            {typeof gaps === 'string' ? gaps : strings.chart.notTracked}
          </span>
        </p>
      )}
      <details className={s.table}>
        <summary>
          <Icon name="right" size={14} />
          {strings.chart.table}
        </summary>
        <table aria-labelledby={`${id}-title`}>
          <thead>
            <tr>
              <th scope="col">{table.labelHead}</th>
              <th scope="col">{table.valueHead}</th>
            </tr>
          </thead>
          <tbody>
            {table.rows.map((row) => (
              <tr key={row.key}>
                <th scope="row">{row.label}</th>
                <td>{row.value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
