import { longChoice } from '../../client/events/long-choice.island';
import { FormField, type FieldGroup, type FieldOption } from '../../client/ui/form-field';
import { mostOptions } from '../../server/domain/events/event-choices.rules';
import type { LongField } from '../../server/features/events/events-choices.contract';
import { Island } from '../layout/island';

interface Option {
  value: string;
  label: string;
  group?: string | undefined;
}

interface ValueChoiceProps {
  id: string;
  name: LongField;
  label: string;
  value: string;
  /** Before all others, such as none. */
  fixed: Option[];
  options: Option[];
  error?: string | undefined;
}

/** One of the organisation's values or places: a plain list where it is short, else one that a script lets search. */
export function ValueChoice({ id, name, label, value, fixed, options, error }: ValueChoiceProps) {
  if (options.length > mostOptions && !error)
    return <Island of={longChoice} when="idle" props={{ id, name, label, value, fixed, options }} />;
  return (
    <FormField
      kind="select"
      id={id}
      name={name}
      label={label}
      defaultValue={value}
      error={error}
      options={[...fixed, ...grouped(options)]}
    />
  );
}

function grouped(options: readonly Option[]): (FieldOption | FieldGroup)[] {
  const groups = new Map<string, FieldOption[]>();
  for (const { value, label, group = '' } of options) {
    const known = groups.get(group) ?? [];
    known.push({ value, label });
    groups.set(group, known);
  }
  return [...groups].flatMap(([label, inGroup]): (FieldOption | FieldGroup)[] =>
    label === '' ? inGroup : [{ label, options: inGroup }],
  );
}
