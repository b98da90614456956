import { someOf } from '../../domain/events/event-choices.rules';
import type { FilterBarView, FilterControlView, FilterOption } from '../../platform/table/report-filters.contract';
import { longFields, type EventsBarView, type LongChoiceView, type LongField } from './events-choices.contract';
import { notSaid } from './events.filters';

const isLong = (name: string): name is LongField => (longFields as readonly string[]).includes(name);
const isFixed = ({ value }: FilterOption) => value === '' || value === notSaid;

/** `find`: what is sought in the long lists where no script searches them. */
export function shortened(bar: FilterBarView, find: string): EventsBarView {
  return {
    ...bar,
    controls: bar.controls.map((control) =>
      control.kind === 'select' && isLong(control.name) ? short({ ...control, name: control.name }, find) : control,
    ),
  };
}

function short(
  control: Extract<FilterControlView, { options: FilterOption[]; silent: string | null }> & { name: LongField },
  find: string,
): FilterControlView | LongChoiceView {
  const { name, label, value } = control;
  const long = control.options.filter((option) => !isFixed(option));
  if (!someOf(long, '').more) return control;
  const { options } = someOf(long, find);
  const chosen = long.filter((option) => option.value === value && !options.includes(option));
  return { kind: 'long', name, label, value, fixed: control.options.filter(isFixed), options: [...chosen, ...options] };
}
