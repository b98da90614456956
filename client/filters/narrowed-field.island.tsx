import { defineIsland } from '../runtime/define-island';
import { filterField } from '../ui/filter-field';
import { FormField } from '../ui/form-field';
import { NarrowedChoice, type NarrowedControl } from './narrowed-choice';

/** A list of a plain form that follows another one. */
function NarrowedField({ id, control }: { id: string; control: NarrowedControl }) {
  return (
    <NarrowedChoice control={control}>
      {(now) => <FormField {...filterField(now)} id={id} defaultValue={control.value} />}
    </NarrowedChoice>
  );
}

export const narrowedField = defineIsland('filters/narrowed-field', NarrowedField);
export default narrowedField;
