import { Button } from './button';
import { FilterChips, type FilterChipsProps } from './filter-chips';
import { FilterSheet } from './filter-sheet';
import s from './filter-sheet.module.css';
import { FormField, type FormFieldProps } from './form-field';
import { useLayoutStrings } from './layout-strings';
import { Toggle } from './toggle';

export type FilterControl =
  | FormFieldProps
  | { kind: 'toggle'; name: string; label: string; value: string; options: { value: string; label: string }[] };

export interface FilterBarProps {
  /** Unique on the page. */
  id: string;
  /** The page itself; the filters become its query. */
  action: string;
  controls: FilterControl[];
  /** What must stay in the query beside the controls, such as the sort. */
  hidden?: Record<string, string>;
  chips?: FilterChipsProps['chips'];
  clear?: FilterChipsProps['clear'];
  applyLabel?: string;
}

/** The filters as one line of controls and the active ones as chips; on a phone they fold into a sheet. The address is the state. */
export function FilterBar({ id, action, controls, hidden = {}, chips = [], clear, applyLabel }: FilterBarProps) {
  const { filters: words } = useLayoutStrings();
  return (
    <FilterSheet
      id={id}
      count={chips.length}
      purpose={applyLabel}
      method="get"
      action={action}
      below={chips.length > 0 && <FilterChips chips={chips} clear={clear} />}
    >
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {controls.map((control) =>
        control.kind === 'toggle' ? (
          <Toggle
            key={control.name}
            legend={control.label}
            name={control.name}
            value={control.value}
            options={control.options}
          />
        ) : (
          <FormField key={control.name} id={`${id}-${control.name}`} {...control} />
        ),
      )}
      <Button type="submit" tone="primary" className={s.apply}>
        {applyLabel ?? words.apply}
      </Button>
    </FilterSheet>
  );
}
