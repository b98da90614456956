import { Toggle } from './toggle';
import { fillText } from './fill-text';
import { Button } from './button';
import { FilterSheet } from './filter-sheet';
import { FormField, type FormFieldProps } from './form-field';
import { Icon } from './icon';
import { useLayoutStrings } from './layout-strings';
import s from './filter-sheet.module.css';

export type FilterControl = FormFieldProps | { kind: 'toggle'; name: string; label: string; value: string; options: { value: string; label: string }[] };

export interface FilterBarProps {
  /** Unique on the page. */
  id: string;
  /** The page itself; the filters become its query. */
  action: string;
  controls: FilterControl[];
  /** What must stay in the query beside the controls, such as the sort. */
  hidden?: Record<string, string>;
  chips?: { label: string; removeHref: string }[];
  clearHref?: string | undefined;
  applyLabel?: string;
}

/** The filters as one line of controls and the active ones as chips; on a phone they fold into a sheet. The address is the state. */
export function FilterBar({ id, action, controls, hidden = {}, chips = [], clearHref, applyLabel }: FilterBarProps) {
  const { filters: words } = useLayoutStrings();
  const active = chips.length > 0 && (
    <ul className={s.chips} aria-label={words.active}>
      {chips.map((chip) => (
        <li key={chip.label}><a className={s.chip} href={chip.removeHref} aria-label={fillText(words.remove, { filter: chip.label })}>{chip.label}<Icon name="cross" size={12} /></a></li>
      ))}
      {clearHref && <li><a className={s.clear} href={clearHref}>{words.clear}</a></li>}
    </ul>
  );
  return (
    <FilterSheet id={id} count={chips.length} method="get" action={action} below={active}>
      {Object.entries(hidden).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)}
      {controls.map((control) => control.kind === 'toggle'
        ? <Toggle key={control.name} legend={control.label} name={control.name} value={control.value} options={control.options} />
        : <FormField key={control.name} id={`${id}-${control.name}`} {...control} />)}
      <Button type="submit" tone="primary" className={s.apply}>{applyLabel ?? words.apply}</Button>
    </FilterSheet>
  );
}
