import { Fragment, useEffect, useRef, useState, type ChangeEvent, type ReactNode } from 'react';
import { Button } from './button';
import { FilterSheet } from './filter-sheet';
import s from './filter-sheet.module.css';
import type { DialogField } from './form-dialog';
import { FormField, type FormFieldProps } from './form-field';
import { useLayoutStrings } from './layout-strings';

const typingPauseMs = 300;
/** Applied letter by letter, after a pause. */
export const isTyped = (kind: DialogField['kind']) => kind === 'search' || kind === 'date';

export interface LiveFiltersProps {
  id: string;
  fields: DialogField[];
  /** What is set, by name. */
  values: Record<string, string>;
  /** What a field says while it is not set; nothing where it is not named. */
  usual?: Record<string, string>;
  /** Given, the fields of other names stand behind a button, which says how many of them are set. */
  first?: { names: readonly string[]; more: (set: number) => string; fewer: string };
  onChange: (values: Record<string, string>) => void;
}

/** Filters that apply as soon as they change; what is typed, after a short pause. */
export function LiveFilters({ id, fields, values, usual = {}, first, onChange }: LiveFiltersProps) {
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
  const control = (field: FormFieldProps) =>
    ({
      ...field,
      id: `${id}-${field.name}`,
      value: shown[field.name] ?? usual[field.name] ?? '',
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
        apply({ ...shown, [field.name]: event.target.value }, isTyped(field.kind) ? typingPauseMs : 0),
    }) as FormFieldProps;
  const isSet = ({ name }: DialogField) => (shown[name] ?? '') !== (usual[name] ?? '');
  const isFirst = ({ name }: DialogField) => first === undefined || first.names.includes(name);
  const others = fields.filter((field) => !isFirst(field));
  const count = fields.filter(isSet).length;
  const element = (field: DialogField) =>
    field.kind === 'own' ? (
      <Fragment key={field.name}>
        {field.render({
          value: shown[field.name] ?? '',
          values: shown,
          error: undefined,
          onChange: (value) => apply({ ...shown, [field.name]: value }, 0),
        })}
      </Fragment>
    ) : (
      <FormField key={field.name} {...control(field)} />
    );
  return (
    <FilterSheet id={id} count={count} className={s.live} onSubmit={(event) => event.preventDefault()}>
      {fields.filter(isFirst).map(element)}
      {first && others.length > 0 && (
        <Behind id={`${id}-more`} closed={first.more(others.filter(isSet).length)} open={first.fewer}>
          {others.map(element)}
        </Behind>
      )}
      {count > 0 && (
        <Button
          tone="quiet"
          className={s.clear}
          onClick={() => apply(Object.fromEntries(fields.map(({ name }) => [name, usual[name] ?? ''])), 0)}
        >
          {words.clear}
        </Button>
      )}
    </FilterSheet>
  );
}

/** Fields behind a button. They come after it, where the tab key goes next. */
function Behind({ id, closed, open, children }: { id: string; closed: string; open: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        className={s.more}
        icon="filter"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? open : closed}
      </Button>
      <div id={id} className={s.behind} hidden={!isOpen}>
        {children}
      </div>
    </>
  );
}
