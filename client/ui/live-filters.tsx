import { useEffect, useRef, useState, type ChangeEvent } from 'react';
import { Button } from './button';
import { FilterSheet } from './filter-sheet';
import { FormField, type FormFieldProps } from './form-field';
import { useLayoutStrings } from './layout-strings';
import s from './filter-sheet.module.css';

const typingPauseMs = 300;
/** Applied letter by letter, after a pause. */
export const isTyped = (kind: FormFieldProps['kind']) => kind === 'search' || kind === 'date';

export interface LiveFiltersProps {
  id: string;
  fields: FormFieldProps[];
  /** What is set, by name. */
  values: Record<string, string>;
  /** What a field says while it is not set; nothing where it is not named. */
  usual?: Record<string, string>;
  onChange: (values: Record<string, string>) => void;
}

/** Filters that apply as soon as they change; what is typed, after a short pause. */
export function LiveFilters({ id, fields, values, usual = {}, onChange }: LiveFiltersProps) {
  const { filters: words } = useLayoutStrings();
  const [shown, setShown] = useState(values);
  const timer = useRef(0);
  const own = useRef(values);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  // A step through the history sets them from without; what was typed here comes back trimmed and must stay as it is.
  const set = JSON.stringify(fields.map(({ name }) => values[name] ?? ''));
  useEffect(() => {
    if (set === JSON.stringify(fields.map(({ name }) => (own.current[name] ?? '').trim()))) return;
    window.clearTimeout(timer.current);
    own.current = values;
    setShown(values);
  }, [set]);

  const apply = (next: Record<string, string>, pauseMs: number) => {
    setShown(next);
    own.current = next;
    window.clearTimeout(timer.current);
    if (pauseMs === 0) onChange(next);
    else timer.current = window.setTimeout(() => onChange(next), pauseMs);
  };
  const control = (field: FormFieldProps) => ({
    ...field,
    id: `${id}-${field.name}`,
    value: shown[field.name] ?? usual[field.name] ?? '',
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => apply({ ...shown, [field.name]: event.target.value }, isTyped(field.kind) ? typingPauseMs : 0),
  }) as FormFieldProps;
  const count = fields.filter(({ name }) => (shown[name] ?? '') !== (usual[name] ?? '')).length;
  return (
    <FilterSheet id={id} count={count} className={s.live} onSubmit={(event) => event.preventDefault()}>
      {fields.map((field) => <FormField key={field.name} {...control(field)} />)}
      {count > 0 && <Button tone="quiet" onClick={() => apply(Object.fromEntries(fields.map(({ name }) => [name, usual[name] ?? ''])), 0)}>{words.clear}</Button>}
    </FilterSheet>
  );
}
