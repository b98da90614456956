import { useId } from 'react';
import s from './check-list.module.css';

export interface CheckOption {
  value: string;
  label: string;
  disabled?: boolean;
  /** Belongs to the one above. */
  inner?: boolean;
}

export interface CheckListProps {
  legend: string;
  name: string;
  /** The values that are checked, with commas between. */
  value: string;
  options: CheckOption[];
  error: string | undefined;
  hint?: string | undefined;
  /** In a frame of its own that scrolls. */
  tall?: boolean;
  onChange(value: string): void;
}

/** Several of many, with a box each. The form reads them from one hidden field. */
export function CheckList({ legend, name, value, options, error, hint, tall = false, onChange }: CheckListProps) {
  const id = useId();
  const checked = new Set(value.split(',').filter(Boolean));
  const toggle = (one: string) => {
    if (!checked.delete(one)) checked.add(one);
    onChange([...checked].join(','));
  };
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
  return (
    <fieldset className={s.group} aria-describedby={described}>
      <legend className={s.legend}>{legend}</legend>
      {hint && (
        <p id={`${id}-hint`} className={s.hint}>
          {hint}
        </p>
      )}
      <div className={tall ? s.tall : s.boxes}>
        {options.map((option) => (
          <label key={option.value} className={option.inner ? s.inner : s.box}>
            <input
              type="checkbox"
              checked={checked.has(option.value)}
              disabled={option.disabled}
              aria-invalid={error ? true : undefined}
              onChange={() => toggle(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className={s.error}>
          {error}
        </p>
      )}
      <input type="hidden" name={name} value={value} />
    </fieldset>
  );
}
