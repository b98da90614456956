import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { classNames } from './class-names';
import s from './combo-box.module.css';
import { filterOptions, moveMark, type ComboOption } from './combo-box.rules';
import field from './form-field.module.css';
import { Icon } from './icon';

export interface ComboBoxProps {
  label: string;
  options: readonly ComboOption[];
  /** The chosen value, or null when none is. */
  value: string | null;
  onChange: (value: string | null) => void;
  /** Given, the owner searches for what was typed (nothing when the list closes), and the options are shown as they are. */
  onQuery?: (query: string) => void;
  /** Given, the value is also a field of the surrounding form. */
  name?: string;
  placeholder?: string;
  /** Said when no option fits what was typed. */
  emptyText: string;
  openLabel: string;
  /** Given, the choice can be taken back. */
  clearLabel?: string;
  hint?: string;
  error?: string;
  disabled?: boolean;
  required?: boolean;
}

/** A select that can be searched, after the ARIA combobox pattern with a list. */
export function ComboBox(props: ComboBoxProps) {
  const {
    label,
    options,
    value,
    onChange,
    onQuery,
    name,
    placeholder,
    emptyText,
    openLabel,
    clearLabel,
    hint,
    error,
    disabled,
    required,
  } = props;
  const id = useId();
  const chosen = options.find((option) => option.value === value) ?? null;
  const [query, setQuery] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const [mark, setMark] = useState(-1);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const searched = onQuery !== undefined;
  const shown = useMemo(
    () => (searched ? [...options] : filterOptions(options, query ?? '')),
    [options, query, searched],
  );

  useEffect(() => {
    if (open) list.current?.scrollIntoView({ block: 'nearest' });
  }, [open]);
  useEffect(() => {
    list.current?.querySelector('[data-marked="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [mark, open]);

  const show = () => {
    if (disabled) return;
    setOpen(true);
    setMark(shown.findIndex((option) => option.value === value));
  };
  const close = () => {
    setOpen(false);
    if (query !== null) onQuery?.('');
    setQuery(null);
    setMark(-1);
  };
  const choose = (option: ComboOption | undefined) => {
    if (option) onChange(option.value);
    close();
  };
  const onKey = (event: KeyboardEvent) => {
    const to = moveMark({ key: event.key, at: mark, count: shown.length });
    if (to !== null) {
      event.preventDefault();
      if (open) setMark(to);
      else show();
    } else if (event.key === 'Enter' && open) {
      event.preventDefault();
      // What was typed stays where nothing fits it, or nothing is there yet.
      if (shown.length > 0) choose(shown[mark] ?? (shown.length === 1 ? shown[0] : undefined));
    } else if (event.key === 'Escape' && open) {
      event.preventDefault();
      event.stopPropagation();
      close();
    }
  };

  return (
    <div
      className={classNames(field.field, s.combo)}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) close();
      }}
    >
      <label className={field.label} htmlFor={`${id}-input`}>
        {label}
      </label>
      <div className={s.row}>
        <input
          ref={input}
          id={`${id}-input`}
          className={field.control}
          type="text"
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          aria-autocomplete="list"
          aria-expanded={open}
          aria-controls={`${id}-list`}
          aria-activedescendant={open && mark >= 0 ? `${id}-${mark}` : undefined}
          aria-describedby={classNames(hint && `${id}-hint`, error && `${id}-error`)}
          aria-invalid={error ? true : undefined}
          aria-required={required}
          disabled={disabled}
          placeholder={placeholder}
          value={query ?? chosen?.label ?? ''}
          onChange={(event) => {
            setQuery(event.target.value);
            onQuery?.(event.target.value);
            setOpen(true);
            setMark(event.target.value ? 0 : -1);
          }}
          onClick={() => {
            input.current?.select();
            show();
          }}
          onKeyDown={onKey}
        />
        <span className={s.side}>
          {clearLabel && chosen && !disabled && (
            <button
              type="button"
              aria-label={clearLabel}
              onClick={() => {
                onChange(null);
                close();
                input.current?.focus();
              }}
            >
              <Icon name="cross" size={12} />
            </button>
          )}
          <button
            type="button"
            tabIndex={-1}
            aria-label={openLabel}
            disabled={disabled}
            onClick={() => {
              if (open) close();
              else {
                show();
                input.current?.focus();
              }
            }}
          >
            <span className={s.caret} />
          </button>
        </span>
        <ul ref={list} id={`${id}-list`} className={s.list} role="listbox" aria-label={label} hidden={!open}>
          {open &&
            shown.map((option, at) => (
              <li
                key={option.value}
                id={`${id}-${at}`}
                className={s.option}
                role="option"
                aria-selected={option.value === value}
                data-marked={at === mark}
                onMouseDown={(event) => event.preventDefault()}
                onMouseEnter={() => setMark(at)}
                onClick={() => choose(option)}
              >
                <span>{option.value === value && <Icon name="check" />}</span>
                <span>{option.label}</span>
                {option.hint && <small>{option.hint}</small>}
              </li>
            ))}
          {open && shown.length === 0 && (
            <li className={s.empty} role="presentation">
              {emptyText}
            </li>
          )}
        </ul>
      </div>
      {name && <input type="hidden" name={name} value={value ?? ''} />}
      {hint && (
        <p id={`${id}-hint`} className={field.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={field.error}>
          <Icon name="error" />
          {error}
        </p>
      )}
      <span className="visually-hidden" role="status">
        {open && shown.length === 0 ? emptyText : ''}
      </span>
    </div>
  );
}
