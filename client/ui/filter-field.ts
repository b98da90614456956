import type { FilterControlView, FilterOption } from '../../server/platform/table/report-filters.contract';
import type { FieldGroup, FieldOption, FormFieldProps } from './form-field';

/** A declared filter as one field; its value is the caller's. */
export function filterField(control: Exclude<FilterControlView, { kind: 'range' }>): FormFieldProps {
  const { name, label } = control;
  return 'options' in control
    ? { kind: 'select', name, label, options: grouped(control.options) }
    : { kind: control.kind, name, label };
}

function grouped(options: FilterOption[]): (FieldOption | FieldGroup)[] {
  const groups = new Map<string, FieldGroup>();
  return options.flatMap(({ group, ...option }): (FieldOption | FieldGroup)[] => {
    const known = group === undefined ? undefined : groups.get(group);
    known?.options.push(option);
    if (known) return [];
    if (group === undefined) return [option];
    const made = { label: group, options: [option] };
    groups.set(group, made);
    return [made];
  });
}
