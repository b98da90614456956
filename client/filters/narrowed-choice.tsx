import { useEffect, useRef, useState, type ReactNode } from 'react';
import { optionsWithin } from '../../server/platform/table/narrowed-options.rules';
import type { FilterControlView, FilterOption } from '../../server/platform/table/report-filters.contract';
import s from './narrowed-choice.module.css';

export type NarrowedControl = Extract<FilterControlView, { options: FilterOption[]; silent: string | null }>;

interface NarrowedChoiceProps {
  control: NarrowedControl;
  children(control: NarrowedControl): ReactNode;
}

const valueIn = (form: HTMLFormElement, name: string) => String(new FormData(form).get(name) ?? '');

/** A list that follows another field of its form: it offers what belongs to what stands there, and lets go of what does not. */
export function NarrowedChoice({ control, children }: NarrowedChoiceProps) {
  const frame = useRef<HTMLDivElement>(null);
  const by = control.narrowedBy;
  const [now, setNow] = useState({ by: by?.value ?? '', value: control.value });
  useEffect(() => {
    const form = frame.current?.closest('form');
    if (!form || !by) return;
    const read = () => setNow({ by: valueIn(form, by.name), value: valueIn(form, control.name) });
    // What was chosen before this woke counts; a reset is seen only after it.
    read();
    const later = () => setTimeout(read);
    form.addEventListener('change', read);
    form.addEventListener('reset', later);
    return () => {
      form.removeEventListener('change', read);
      form.removeEventListener('reset', later);
    };
  }, []);
  const options = optionsWithin(control.options, now.by);
  const value = options.some((option) => option.value === now.value) ? now.value : '';
  return (
    <div ref={frame} className={s.frame}>
      {children({ ...control, value, options })}
    </div>
  );
}
