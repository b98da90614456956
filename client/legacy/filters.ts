import { classNames } from '../ui/class-names';
import buttonClasses from '../ui/button.module.css';
import { button } from './buttons';
import { el, icon } from './element';
import { createField, type Field, type FieldSpec } from './fields';
import { readAddress, writeAddress } from './host-link';
import p from './page.module.css';
import type { Sentences } from './sentences';

const typingPauseMs = 300;

export interface Filters {
  element: HTMLElement;
  /** What is set, by name; empty values are left out. */
  values(): Record<string, string>;
  fields: Map<string, Field>;
}

/**
 * Filters as one line of controls whose values stand in the address. They apply as soon as they change; what is typed,
 * after a short pause. On a phone they are folded behind a button that says how many are set.
 */
export function createFilters({ t, specs, onChange }: { t: Sentences; specs: FieldSpec[]; onChange: () => void }): Filters {
  const address = readAddress();
  const usual = new Map(specs.map((spec) => [spec.name, String(spec.value ?? '')]));
  const fields = new Map(specs.map((spec) => [spec.name, createField({ ...spec, value: address.get(spec.name) ?? spec.value ?? '' })]));
  const values = () => Object.fromEntries([...fields].map(([name, field]) => [name, field.read()] as const).filter(([, value]) => value !== ''));
  const isSet = (name: string) => (fields.get(name)?.read() ?? '') !== usual.get(name);
  let timer = 0;

  const changed = () => {
    window.clearTimeout(timer);
    writeAddress({ ...Object.fromEntries([...fields.keys()].map((name) => [name, isSet(name) ? fields.get(name)?.read() : null])), page: null });
    showCount();
    onChange();
  };
  const clear = button({
    label: t('layout.filters.clear'), tone: 'quiet',
    onClick: () => {
      fields.forEach((field, name) => field.write(usual.get(name) ?? ''));
      changed();
    },
  });
  const line = el('div', { class: p.filters, id: 'filters', 'data-filters': true, role: 'group', 'aria-label': t('layout.filters.label') },
    ...[...fields.values()].map((field) => field.element), clear);
  const label = el('span');
  const toggle = el('button', {
    type: 'button', class: classNames(buttonClasses.button, p.filterButton), 'aria-expanded': 'false', 'aria-controls': 'filters',
    on: { click: () => toggle.setAttribute('aria-expanded', String(line.toggleAttribute('data-open'))) },
  }, icon('filter'), label);
  const showCount = () => {
    const count = [...fields.keys()].filter(isSet).length;
    label.textContent = count > 0 ? t('layout.filters.openWithCount', { count }) : t('layout.filters.open');
    clear.hidden = count === 0;
  };
  showCount();

  line.addEventListener('change', changed);
  line.addEventListener('input', (event) => {
    if (!(event.target instanceof HTMLInputElement) || event.target.type !== 'search') return;
    window.clearTimeout(timer);
    timer = window.setTimeout(changed, typingPauseMs);
  });
  return { element: el('div', {}, toggle, line), values, fields };
}
