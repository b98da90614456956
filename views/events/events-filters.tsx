import { longChoice } from '../../client/events/long-choice.island';
import { narrowedField } from '../../client/filters/narrowed-field.island';
import { Button } from '../../client/ui/button';
import { FilterChips } from '../../client/ui/filter-chips';
import { filterField } from '../../client/ui/filter-field';
import { FilterSheet } from '../../client/ui/filter-sheet';
import { Fold } from '../../client/ui/fold';
import { FormField } from '../../client/ui/form-field';
import type { EventsBarView } from '../../server/features/events/events-choices.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import { Island } from '../layout/island';
import s from './events-filters.module.css';

const id = 'events-filters';
/** Dates and place stand in sight; the others one touch away. */
const first = new Set(['startDate', 'endDate', 'siteId', 'locationId', 'wasteStageId']);

/** A plain form: the address is the state. */
export function EventsFilters({
  t,
  bar: { action, controls, kept, chips, clear },
}: {
  t: Translate;
  bar: EventsBarView;
}) {
  const shown = controls.filter(({ name }) => first.has(name));
  const others = controls.filter(({ name }) => !first.has(name));
  const set = others.filter((control) => control.value !== ('silent' in control ? (control.silent ?? '') : '')).length;
  return (
    <FilterSheet
      id={id}
      count={chips.length}
      method="get"
      action={action}
      className={s.form}
      below={<FilterChips chips={chips} clear={clear} />}
    >
      {Object.entries(kept).map(
        ([name, value]) => value !== null && <input key={name} type="hidden" name={name} value={value} />,
      )}
      {shown.map((control) => (
        <Field key={control.name} control={control} />
      ))}
      <Fold
        quiet
        className={s.more}
        title={set > 0 ? t('events.moreFiltersCount', { count: set }) : t('events.moreFilters')}
      >
        <div>
          {others.map((control) => (
            <Field key={control.name} control={control} />
          ))}
        </div>
      </Fold>
      {controls.some(({ kind }) => kind === 'long') && (
        <noscript>
          <FormField
            kind="search"
            name="find"
            id={`${id}-find`}
            label={t('events.find')}
            hint={t('events.findHint')}
            maxLength={100}
          />
        </noscript>
      )}
      <Button type="submit" tone="primary">
        {t('events.apply')}
      </Button>
    </FilterSheet>
  );
}

function Field({ control }: { control: EventsBarView['controls'][number] }) {
  const fieldId = `${id}-${control.name}`;
  if (control.kind === 'range') return null;
  if ('narrowedBy' in control && control.narrowedBy)
    return <Island of={narrowedField} when="idle" props={{ id: fieldId, control }} />;
  if (control.kind !== 'long') return <FormField {...filterField(control)} id={fieldId} defaultValue={control.value} />;
  const { name, label, value, fixed, options } = control;
  return <Island of={longChoice} when="idle" props={{ id: fieldId, name, label, value, fixed, options }} />;
}
