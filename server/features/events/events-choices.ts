import { z } from 'zod';
import type { FilterBarView, FilterControlView, FilterOption } from '../../platform/table/report-filters.contract';
import { someOf } from '../waste-events';
import { choicesQuery, type EventChoices } from '../waste-events/event-choices.contract';
import { notSaid, references } from './events.filters';

/** Lists that grow with the organisation. */
const longFields = ['siteId', 'locationId', ...references.map(([name]) => name)] as const;
type LongField = (typeof longFields)[number];

export const eventsChoicesQuery = choicesQuery.extend({ field: z.enum(longFields).default('itemId') });

/** A choice from more options than a page sends: the beginning of the list and what is chosen; the others are searched for. */
export interface LongChoiceView {
  kind: 'long';
  name: LongField;
  label: string;
  value: string;
  /** All, and those without any. */
  fixed: FilterOption[];
  options: EventChoices['options'];
}

export interface EventsBarView extends Omit<FilterBarView, 'controls'> {
  controls: (FilterControlView | LongChoiceView)[];
}

const isLong = (name: string): name is LongField => (longFields as readonly string[]).includes(name);
const isFixed = ({ value }: FilterOption) => value === '' || value === notSaid;

/** `find`: what is sought in the long lists where no script searches them. */
export function shortened(bar: FilterBarView, find: string): EventsBarView {
  return { ...bar, controls: bar.controls.map((control) => (control.kind === 'select' && isLong(control.name) ? short({ ...control, name: control.name }, find) : control)) };
}

function short(control: Extract<FilterControlView, { options: FilterOption[]; silent: string | null }> & { name: LongField }, find: string): FilterControlView | LongChoiceView {
  const { name, label, value } = control;
  const long = control.options.filter((option) => !isFixed(option));
  if (!someOf(long, '').more) return control;
  const { options } = someOf(long, find);
  const chosen = long.filter((option) => option.value === value && !options.includes(option));
  return { kind: 'long', name, label, value, fixed: control.options.filter(isFixed), options: [...chosen, ...options] };
}
