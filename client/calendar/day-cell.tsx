import type { MouseEvent, PointerEvent } from 'react';
import { classNames } from '../ui/class-names';
import { Icon } from '../ui/icon';
import s from './month-grid.module.css';

export interface GridDay {
  /** `YYYY-MM-DD` */
  day: string;
  number: string;
  /** The date in words, without the year. */
  date: string;
  /** Everything that there is to say about the day, as one sentence. */
  label: string;
  state: 'open' | 'openException' | 'closed' | 'closedException' | 'holiday' | 'before' | 'after';
  /** One word for the state, where it is not the usual one. */
  word: string;
  /** The reason or the holiday's name. */
  note: string;
  /** The formatted number, or null without transactions. */
  transactions: string | null;
  flagged: boolean;
  /** Belongs to the month before or after. */
  outside: boolean;
  today: boolean;
  /** The same page with this day chosen, for when no script runs. */
  href: string;
}

interface DayCellProps {
  day: GridDay;
  selected: boolean;
  inGrid: boolean;
  focusable: boolean;
  onDown: (event: PointerEvent) => void;
  onEnter: () => void;
  onClick: (event: MouseEvent) => void;
}

export function DayCell({ day, selected, inGrid, focusable, onDown, onEnter, onClick }: DayCellProps) {
  return (
    <td
      className={classNames(
        s.cell,
        s[day.state],
        day.outside && s.outside,
        day.flagged && s.flagged,
        selected && s.selected,
      )}
      {...(inGrid ? { role: 'gridcell', 'aria-selected': selected } : {})}
    >
      <a
        className={s.day}
        href={day.href}
        aria-current={day.today ? 'date' : undefined}
        tabIndex={inGrid ? (focusable ? 0 : -1) : undefined}
        draggable={false}
        onPointerDown={onDown}
        onPointerEnter={onEnter}
        onClick={onClick}
      >
        <span className="visually-hidden">{day.label}</span>
        <span className={s.top} aria-hidden="true">
          <span className={s.number}>{day.number}</span>
          {day.word && <span className={s.word}>{day.word}</span>}
        </span>
        <span className={s.note} aria-hidden="true">
          {day.note}
        </span>
        <span className={s.bottom} aria-hidden="true">
          {day.transactions && (
            <span className={s.transactions}>
              {day.flagged ? <Icon name="warning" size={14} /> : <span className={s.dot} />}
              <span className={s.figure}>{day.transactions}</span>
            </span>
          )}
        </span>
      </a>
    </td>
  );
}

/** A day in small, for the legend: ground, edge, stripe and number are those of the month. */
export function DaySwatch({ state }: Pick<GridDay, 'state'>) {
  return (
    <span className={classNames(s.cell, s[state], s.swatch)} aria-hidden="true">
      <span className={s.number}>8</span>
    </span>
  );
}
