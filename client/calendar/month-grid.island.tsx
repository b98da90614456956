import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react';
import { defineIsland } from '../runtime/define-island';
import { reveal } from '../ui/reveal';
import { DayCell, DaySwatch, type GridDay } from './day-cell';
import { MarkForm, type MarkFormProps } from './mark-form';
import s from './month-grid.module.css';
import { holds, moveDay, spanOf, type Span } from './month-grid.rules';
import { words, type MonthTranslate } from './month-words';

export { DaySwatch, type GridDay };

export interface MonthGridProps {
  weekdays: { short: string; long: string }[];
  /** Whole weeks from Monday. */
  days: GridDay[];
  previousHref: string;
  nextHref: string;
  /** The day that the address, or today, names. */
  active: string;
  selection: Span | null;
  /** null for those who only look. */
  form: Omit<MarkFormProps, 'span' | 'onSpan' | 't'> | null;
  label: string;
  t: MonthTranslate;
}

/** Days as a grid: one of them has the focus, and a range can be chosen by dragging or with Shift. */
function MonthGrid({ weekdays, days, previousHref, nextHref, active, selection, form, label, t }: MonthGridProps) {
  const [awake, setAwake] = useState(false);
  const [at, setAt] = useState(
    Math.max(
      0,
      days.findIndex((one) => one.day === active),
    ),
  );
  const [span, setSpan] = useState<Span | null>(selection);
  const first = useRef(at);
  const anchor = useRef(selection?.from ?? null);
  const dragging = useRef(false);
  const table = useRef<HTMLTableElement>(null);

  useEffect(() => {
    setAwake(true);
    // What was typed before this woke is still in the fields; the first render after it would empty them.
    const typed = typedSpan();
    if (typed) setSpan(typed);
    if (form && Object.keys(form.errors).length > 0)
      reveal(document.querySelector<HTMLElement>('#mark [aria-invalid]'), { focus: true });
    else if (ofDays.includes(window.location.hash))
      table.current
        ?.querySelectorAll<HTMLElement>('td a')
        [first.current]?.focus({ preventScroll: window.location.hash === '#month' });
    const stop = () => {
      dragging.current = false;
    };
    window.addEventListener('pointerup', stop);
    return () => window.removeEventListener('pointerup', stop);
  }, [form]);

  const choose = (day: string, extend: boolean) => {
    if (!extend || anchor.current === null) anchor.current = day;
    setSpan(spanOf(anchor.current, day));
  };
  const focus = (to: number) => {
    setAt(to);
    table.current?.querySelectorAll<HTMLElement>('td a')[to]?.focus();
  };
  const onKey = (event: KeyboardEvent) => {
    const current = days[at];
    const to =
      event.ctrlKey || event.metaKey || event.altKey ? null : moveDay({ key: event.key, at, count: days.length });
    if (to !== null) {
      event.preventDefault();
      if (event.shiftKey && form && current) {
        if (!holds(span, current.day)) anchor.current = current.day;
        choose(days[to]?.day ?? current.day, true);
      }
      focus(to);
    } else if (event.key === 'PageUp' || event.key === 'PageDown') {
      event.preventDefault();
      window.location.assign(`${event.key === 'PageUp' ? previousHref : nextHref}#days`);
    } else if ((event.key === ' ' || event.key === 'Enter') && current) {
      event.preventDefault();
      choose(current.day, event.shiftKey);
    } else if (event.key === 'Escape' && span) {
      event.stopPropagation();
      anchor.current = null;
      setSpan(null);
    }
  };
  const onDown = (event: PointerEvent, place: number) => {
    const day = days[place]?.day;
    if (event.button !== 0 || event.pointerType === 'touch' || !day) return;
    dragging.current = form !== null;
    setAt(place);
    choose(day, event.shiftKey);
  };
  const onEnter = (place: number) => {
    const day = days[place]?.day;
    if (dragging.current && day) choose(day, true);
  };
  const onClick = (event: MouseEvent, place: number) => {
    if (event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    const day = days[place]?.day;
    // A mouse has chosen on the way down; a finger and a screen reader only click.
    if (day && !holds(span, day)) choose(day, event.shiftKey);
    setAt(place);
  };

  const chosen = span ? days.filter((one) => holds(span, one.day)) : [];
  const shown = chosen.length > 0 && chosen[0]?.day === span?.from && chosen.at(-1)?.day === span?.to;
  return (
    <>
      <table
        ref={table}
        id="days"
        className={s.grid}
        aria-label={label}
        {...(awake ? { role: 'grid', 'aria-multiselectable': form !== null, onKeyDown: onKey } : {})}
      >
        <thead>
          <tr>
            {weekdays.map((one) => (
              <th key={one.short} scope="col" abbr={one.long}>
                {one.short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: days.length / 7 }, (_, week) => (
            <tr key={days[week * 7]?.day}>
              {days.slice(week * 7, week * 7 + 7).map((one, weekday) => {
                const place = week * 7 + weekday;
                return (
                  <DayCell
                    key={one.day}
                    day={one}
                    selected={holds(span, one.day)}
                    inGrid={awake}
                    focusable={place === at}
                    onDown={(event) => onDown(event, place)}
                    onEnter={() => onEnter(place)}
                    onClick={(event) => onClick(event, place)}
                  />
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={s.detail} aria-live="polite">
        {shown && chosen.length === 1 && chosen[0]?.label}
        {shown &&
          chosen.length > 1 &&
          t('calendar.grid.selectedMany', {
            days: chosen.length,
            from: chosen[0]?.date ?? '',
            to: chosen.at(-1)?.date ?? '',
          })}
        {!shown && <span className={s.help}>{t(form ? 'calendar.grid.help' : 'calendar.grid.helpReader')}</span>}
      </p>
      {form && (
        <MarkForm
          {...form}
          t={t}
          span={span}
          onSpan={(next) => {
            anchor.current = next?.from ?? null;
            setSpan(next);
          }}
        />
      )}
    </>
  );
}

/** The month was turned, or days of it were marked. */
const ofDays = ['#days', '#month'];

function typedSpan(): Span | null {
  const valueOf = (name: string) => document.querySelector<HTMLInputElement>(`#mark [name="${name}"]`)?.value ?? '';
  const span = { from: valueOf('fromDate'), to: valueOf('toDate') };
  return span.from || span.to ? span : null;
}

export const monthGrid = defineIsland('calendar/month-grid', MonthGrid, words);
export default monthGrid;
