import { useEffect, useRef, useState } from 'react';
import type { FilterOption } from '../../server/platform/table/report-filters.contract';
import { ComboBox } from '../ui/combo-box';
import { FormField, type FormFieldProps } from '../ui/form-field';

/** More rows than this are searched rather than read. */
const mostRows = 20;

export const isLong = (options: readonly FilterOption[]) => options.length > mostRows;

interface LongChoiceProps {
  name: string;
  label: string;
  value: string;
  options: FilterOption[];
  className: string | undefined;
  emptyText: string;
  openLabel: string;
  /** Whether scripts run. */
  awake: boolean;
  /** The plain list, until they do. */
  field: FormFieldProps;
}

/** A choice from many: a plain list until scripts run, then one that can be searched. */
export function LongChoice({ name, label, value, options, className, awake, field, ...words }: LongChoiceProps) {
  const place = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState(value);
  const [searched, setSearched] = useState(false);
  const swap = () => {
    const list = place.current?.querySelector('select');
    // Somebody may have chosen before the script was there.
    if (list) setChosen(list.value);
    setSearched(true);
  };
  useEffect(() => {
    // Whoever is in the list already keeps it until they leave.
    if (awake && !place.current?.contains(document.activeElement)) swap();
  }, [awake]);
  // A hidden field says nothing when it changes, and another list may follow this one.
  useEffect(() => {
    if (searched) place.current?.dispatchEvent(new Event('change', { bubbles: true }));
  }, [chosen]);
  // What is chosen and no longer offered is let go of.
  const offered = options.some((option) => option.value === chosen);
  useEffect(() => {
    if (searched && !offered) setChosen('');
  }, [offered]);
  return (
    <div ref={place} className={className} onBlur={searched || !awake ? undefined : swap}>
      {searched ? (
        <ComboBox
          {...{ name, label, options, ...words }}
          value={chosen}
          onChange={(found) => setChosen(found ?? value)}
        />
      ) : (
        <FormField {...field} className={undefined} />
      )}
    </div>
  );
}
