import type { ReactNode } from 'react';
import { stageName } from '../../server/domain/places/stage-name.rules';
import { classNames } from '../ui/class-names';
import { Icon } from '../ui/icon';
import s from './content.module.css';
import type { BaselineTranslate } from './words';

/** In a window below its title, or on a page below the page's. */
export type Level = 'h2' | 'h3';

/** What a place is, as short facts in one line. */
export function Facts({ items }: { items: { term: string; value: ReactNode }[] }) {
  return (
    <dl className={s.facts}>
      {items.map(({ term, value }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function Beta({ children }: { children: ReactNode }) {
  return <span className={s.beta}>{children}</span>;
}

const shapes: Record<number, ReactNode> = {
  8: <rect x="1" y="1" width="10" height="10" />,
  9: <circle cx="6" cy="6" r="5.5" />,
  23: <path d="M6 .5 11.5 11H.5z" />,
};

/** A stage of processing with its fixed hue and shape; unspecified when it has no name. */
export function StageName({ id, t }: { id: number | null; t: BaselineTranslate }) {
  if (id === null) return t('global.unspecified');
  return (
    <span className={s.stage}>
      {id in shapes && (
        <svg
          className={classNames(s.dot, s[`stage${id}`])}
          viewBox="0 0 12 12"
          fill="currentColor"
          aria-hidden="true"
          focusable="false"
        >
          {shapes[id]}
        </svg>
      )}
      {stageName(t, id)}
    </span>
  );
}

/** One large figure with what it says. */
export function Figure({
  label,
  value,
  note,
  tone,
  icon,
  small,
}: {
  label: string;
  value: ReactNode;
  note?: ReactNode;
  tone?: 'less' | 'more' | 'unknown' | undefined;
  icon?: ReactNode;
  small?: boolean;
}) {
  return (
    <div className={classNames(s.hero, tone && s[tone])}>
      <p className={s.label}>{label}</p>
      <p className={classNames(s.figure, small && s.small)}>
        {icon}
        {value}
      </p>
      {note && <p className={s.note}>{note}</p>}
    </div>
  );
}

export function Figures({ children }: { children: ReactNode }) {
  return <div className={s.heroes}>{children}</div>;
}

/** There is nothing to show, and why. */
export function NoData({ title, sentence, level: Title }: { title: string; sentence: string; level: Level }) {
  return (
    <div className={s.nothing}>
      <svg viewBox="0 0 240 16" aria-hidden="true" focusable="false">
        {Array.from({ length: 21 }, (_, at) => (
          <path key={at} d={`M${2 + at * 11.8} 16v${at % 5 === 0 ? -10 : -6}`} stroke="currentColor" strokeWidth="1" />
        ))}
      </svg>
      <Title>{title}</Title>
      <p>{sentence}</p>
    </div>
  );
}

export interface TableColumn {
  key: string;
  label: string;
  /** Once here, not in every cell. */
  unit?: string;
  numeric?: boolean;
  /** Stays in sight on a phone, beside the row's name. */
  main?: boolean;
}

interface FiguresTableProps {
  caption: string;
  columns: TableColumn[];
  /** The first cell names the row. */
  rows: { key: string; name: string; cells: ReactNode[]; muted?: boolean }[];
  level: Level;
  /** Where cells are left out on a phone: they are one tap away. */
  t?: BaselineTranslate;
}

/** Figures that line up; on a phone each row becomes a small list. */
export function FiguresTable({ caption, columns, rows, level: Title, t }: FiguresTableProps) {
  const headOf = ({ label, unit }: TableColumn) => (unit ? `${label} (${unit})` : label);
  return (
    <section className={s.part}>
      <Title className={s.partTitle}>{caption}</Title>
      <table className={classNames(s.table, t && s.fold)} role="table" aria-label={caption}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th key={column.key} role="columnheader" scope="col" className={classNames(column.numeric && s.numeric)}>
                {column.label}
                {column.unit && <span className={s.unit}> ({column.unit})</span>}
              </th>
            ))}
            {t && <td className={s.more} />}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={row.key} role="row" className={classNames(row.muted && s.muted)}>
              {columns.map((column, at) =>
                at === 0 ? (
                  <th key={column.key} role="rowheader" scope="row">
                    {row.cells[at]}
                  </th>
                ) : (
                  <td
                    key={column.key}
                    role="cell"
                    className={classNames(column.numeric && s.numeric, column.main && s.main)}
                    data-label={headOf(column)}
                  >
                    <div>{row.cells[at]}</div>
                  </td>
                ),
              )}
              {t && (
                <td role="cell" className={s.more}>
                  <details>
                    <summary aria-label={t('layout.table.more', { name: row.name })}>
                      <Icon name="right" />
                    </summary>
                  </details>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
