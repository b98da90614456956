import type { InputHTMLAttributes, ReactNode, SelectHTMLAttributes, TextareaHTMLAttributes } from 'react';
import { classNames } from './class-names';
import s from './form-field.module.css';
import { Icon } from './icon';

export interface FieldOption {
  value: string;
  label: string;
  disabled?: boolean;
}
export interface FieldGroup {
  label: string;
  options: FieldOption[];
}

interface Base {
  name: string;
  label: string;
  id?: string;
  hint?: string | undefined;
  /** Shown beside the field and announced with it. */
  error?: string | undefined;
  /** For instance "optional", after the label. */
  note?: string | undefined;
  hideLabel?: boolean;
  /** A unit after the value, such as kg. */
  suffix?: string | undefined;
}
type Own = keyof Base | 'type' | 'children';
type InputKind = 'text' | 'password' | 'email' | 'number' | 'date' | 'search' | 'tel' | 'url' | 'time';

export type FormFieldProps = Base &
  (
    | ({
        kind?: InputKind;
        /** Offered while typing; anything else may be typed too. */ suggestions?: string[];
        /** Name of the button that shows what is typed as a password; a script puts it there. */ reveal?: string;
      } & Omit<InputHTMLAttributes<HTMLInputElement>, Own>)
    | ({ kind: 'checkbox' } & Omit<InputHTMLAttributes<HTMLInputElement>, Own>)
    | ({ kind: 'select'; options: (FieldOption | FieldGroup)[] } & Omit<SelectHTMLAttributes<HTMLSelectElement>, Own>)
    | ({ kind: 'textarea' } & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, Own>)
  );

/** The class of a bare input or select that must look like a field without being one. */
export const controlClass = s.control;

/** Label, control, hint and error as one; the error stands beside its field and is tied to it by `aria-describedby`. */
export function FormField(props: FormFieldProps) {
  const { name, label, id = `field-${name}`, hint, error, note, hideLabel, suffix, ...rest } = props;
  const described = classNames(hint && `${id}-hint`, error && `${id}-error`);
  const shared = { id, name, 'aria-describedby': described, 'aria-invalid': error ? (true as const) : undefined };
  const labelElement = (
    <label htmlFor={id} className={classNames(hideLabel ? 'visually-hidden' : s.label)}>
      {label}
      {note && <span className={s.optional}> {note}</span>}
    </label>
  );
  const notes = (
    <>
      {hint && (
        <p id={`${id}-hint`} className={s.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={s.error}>
          <Icon name="error" />
          {error}
        </p>
      )}
    </>
  );
  if (rest.kind === 'checkbox') {
    const { kind: _, className, ...input } = rest;
    return (
      <div className={classNames(s.tick, className)}>
        <input type="checkbox" className={s.box} {...shared} {...input} />
        {labelElement}
        {notes}
      </div>
    );
  }
  return (
    <div className={classNames(s.field, rest.className)}>
      {labelElement}
      {suffix ? (
        <span className={s.affix}>
          {control(rest, shared)}
          <span className={s.suffix} aria-hidden="true">
            {suffix}
          </span>
        </span>
      ) : (
        control(rest, shared)
      )}
      {notes}
    </div>
  );
}

type Rest = FormFieldProps extends infer P ? (P extends unknown ? Omit<P, keyof Base> : never) : never;

function control(rest: Exclude<Rest, { kind: 'checkbox' }>, shared: { id: string }): ReactNode {
  if (rest.kind === 'select') {
    const { kind: _, options, className: __, ...select } = rest;
    return (
      <select className={s.control} {...shared} {...select}>
        {options.map((one) =>
          'options' in one ? (
            <optgroup key={one.label} label={one.label}>
              {one.options.map(optionOf)}
            </optgroup>
          ) : (
            optionOf(one)
          ),
        )}
      </select>
    );
  }
  if (rest.kind === 'textarea') {
    const { kind: _, className: __, ...area } = rest;
    return <textarea className={s.control} {...shared} {...area} />;
  }
  const { kind = 'text', className: _, suggestions, reveal, ...input } = rest;
  if (reveal) {
    return (
      <span className={s.affix}>
        <input type={kind} className={s.control} {...shared} {...input} />
        <button
          type="button"
          className={s.reveal}
          hidden
          aria-pressed="false"
          aria-controls={shared.id}
          data-reveals={shared.id}
        >
          <Icon name="eye" size={20} />
          <span className="visually-hidden">{reveal}</span>
        </button>
      </span>
    );
  }
  if (!suggestions) return <input type={kind} className={s.control} {...shared} {...input} />;
  const list = `${shared.id}-list`;
  return (
    <>
      <input type={kind} className={s.control} list={list} {...shared} {...input} />
      <datalist id={list}>
        {suggestions.map((value) => (
          <option key={value} value={value} />
        ))}
      </datalist>
    </>
  );
}

const optionOf = ({ value, label, disabled }: FieldOption) => (
  <option key={value} value={value} disabled={disabled}>
    {label}
  </option>
);
