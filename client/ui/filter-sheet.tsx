import type { FormHTMLAttributes, ReactNode } from 'react';
import { Button } from './button';
import { classNames } from './class-names';
import { fillText } from './fill-text';
import s from './filter-sheet.module.css';
import { Icon } from './icon';
import { useLayoutStrings } from './layout-strings';

interface FilterSheetProps extends FormHTMLAttributes<HTMLFormElement> {
  /** Unique on the page. */
  id: string;
  /** How many filters are set. */
  count: number;
  /** What the form does, where it does not filter the page. */
  purpose?: string | undefined;
  /** Below the controls, also on a phone. */
  below?: ReactNode;
}

/** A form of filters as one line of controls; on a phone it folds into a sheet behind a button that says how many are set. */
export function FilterSheet({ id, count, purpose, below, className, children, ...form }: FilterSheetProps) {
  const { filters: words } = useLayoutStrings();
  const sheet = `${id}-sheet`;
  return (
    <search className={s.bar} aria-label={purpose ?? words.label}>
      <Button icon="filter" className={s.openButton} popoverTarget={sheet}>
        {count > 0 ? fillText(words.openWithCount, { count }) : (purpose ?? words.open)}
      </Button>
      <form
        id={sheet}
        popover="auto"
        className={classNames(s.form, className)}
        data-filters=""
        autoComplete="off"
        {...form}
      >
        <div className={s.sheetHead}>
          <span>{purpose ?? words.label}</span>
          <button type="button" popoverTarget={sheet} popoverTargetAction="hide" aria-label={words.close}>
            <Icon name="cross" size={20} />
          </button>
        </div>
        {children}
      </form>
      {below}
    </search>
  );
}
