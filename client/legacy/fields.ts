import { classNames } from '../ui/class-names';
import s from '../ui/form-field.module.css';
import { el, type Child } from './element';

export interface Option { value: string; label: string; disabled?: boolean }
export interface OptionGroup { label: string; options: Option[] }

export interface FieldSpec {
  name: string;
  label: string;
  kind?: 'text' | 'search' | 'date' | 'time' | 'number' | 'select' | 'textarea' | 'checkbox';
  value?: string | number | boolean | null;
  hint?: string;
  /** After the label, for instance "optional". */
  note?: string;
  suffix?: string;
  required?: boolean;
  disabled?: boolean;
  maxLength?: number;
  min?: string | number;
  max?: string | number;
  options?: (Option | OptionGroup)[];
  /** Offered while typing; anything else may be typed too. */
  suggestions?: string[];
}

export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

export interface Field {
  spec: FieldSpec;
  element: HTMLElement;
  control: Control;
  /** As typed; a checkbox gives `true` or nothing. */
  read(): string;
  write(value: string): void;
  say(problem: string | null): void;
}

let counter = 0;

/** Label, control, hint and error as one; the error stands beside its field and is tied to it. */
export function createField(spec: FieldSpec): Field {
  const id = `field-${spec.name}-${(counter += 1)}`;
  const control = controlOf(spec, id);
  const error = el('p', { id: `${id}-error`, class: s.error, hidden: true });
  const hint = spec.hint === undefined ? null : el('p', { id: `${id}-hint`, class: s.hint }, spec.hint);
  if (hint) control.setAttribute('aria-describedby', hint.id);
  const label = el('label', { for: id, class: s.label }, spec.label, spec.note && el('span', { class: s.optional }, ` ${spec.note}`));
  const list = spec.suggestions && el('datalist', { id: `${id}-list` }, ...spec.suggestions.map((value) => el('option', { value })));
  if (list) control.setAttribute('list', list.id);
  const element = spec.kind === 'checkbox'
    ? el('div', { class: s.tick }, control, label, hint, error)
    : el('div', { class: s.field }, label, withSuffix(control, spec.suffix), list, hint, error);
  return {
    spec, element, control,
    read: () => (control instanceof HTMLInputElement && control.type === 'checkbox' ? (control.checked ? 'true' : '') : control.value.trim()),
    write(value) {
      if (control instanceof HTMLInputElement && control.type === 'checkbox') control.checked = value === 'true';
      else control.value = value;
    },
    say(problem) {
      error.hidden = problem === null;
      error.textContent = problem;
      control.toggleAttribute('aria-invalid', problem !== null);
      if (problem !== null) control.setAttribute('aria-invalid', 'true');
      control.setAttribute('aria-describedby', classNames(hint?.id, problem !== null && error.id) ?? '');
    },
  };
}

function withSuffix(control: Control, suffix: string | undefined): Child {
  return suffix === undefined ? control : el('span', { class: s.affix }, control, el('span', { class: s.suffix, 'aria-hidden': 'true' }, suffix));
}

function controlOf(spec: FieldSpec, id: string): Control {
  const { name, kind = 'text', value, required, disabled, maxLength, min, max } = spec;
  const shared = { id, name, required, disabled, maxlength: maxLength };
  if (kind === 'textarea') {
    const area = el('textarea', { ...shared, class: s.control, rows: 3 });
    area.value = String(value ?? '');
    return area;
  }
  if (kind === 'select') {
    const select = el('select', { ...shared, class: s.control }, ...(spec.options ?? []).map(optionOf));
    select.value = String(value ?? '');
    return select;
  }
  const input = el('input', { ...shared, type: kind, class: kind === 'checkbox' ? s.box : s.control, min, max, step: kind === 'number' ? 'any' : undefined, autocomplete: 'off' });
  if (kind === 'checkbox') input.checked = value === true;
  else input.value = String(value ?? '');
  return input;
}

function optionOf(option: Option | OptionGroup): HTMLElement {
  if ('options' in option) return el('optgroup', { label: option.label }, ...option.options.map(optionOf));
  return el('option', { value: option.value, disabled: option.disabled }, option.label);
}
