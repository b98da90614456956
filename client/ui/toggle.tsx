import { classNames } from './class-names';
import s from './toggle.module.css';

export interface ToggleProps {
  legend: string;
  hideLegend?: boolean;
  name: string;
  options: { value: string; label: string }[];
  /** With `onChange` the owner holds the choice; without it `value` is only where it begins, as in a server's form. */
  value: string;
  onChange?: (value: string) => void;
  disabled?: boolean;
}

/** One of two or three, all in sight: radio buttons drawn as one control. */
export function Toggle({ legend, hideLegend, name, options, value, onChange, disabled }: ToggleProps) {
  return (
    <fieldset className={s.group} disabled={disabled}>
      <legend className={classNames(hideLegend ? 'visually-hidden' : s.legend)}>{legend}</legend>
      <div className={s.row}>
        {options.map((option) => (
          <label key={option.value} className={s.choice}>
            <input
              type="radio"
              name={name}
              value={option.value}
              {...(onChange
                ? { checked: option.value === value, onChange: () => onChange(option.value) }
                : { defaultChecked: option.value === value })}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
