import type { Acting } from '../../platform/acting';
import type { Locale } from '../../platform/actor';
import type { Translate } from '../../platform/i18n/messages';
import type { FilterControlView, FilterOption } from '../../platform/table/report-filters.contract';
import type { ChoicesQuery, EventChoices, SearchedControl } from './event-choices.contract';
import { mostOptions, searchedFields, someOf, type SearchedField } from './event-choices.rules';
import { findChoices, type ChoiceKind, type FoundChoice } from './event-choices.store';
import { nameOf } from './event.filters';
import { referenceFields } from './reference-fields.rules';

const isSearched = (name: string): name is SearchedField => (searchedFields as readonly string[]).includes(name);

/** The filters of a list; of a longer one its first options alone, the others are searched. */
export function shortened(controls: FilterControlView[]): (FilterControlView | SearchedControl)[] {
  return controls.map((control) => {
    if (control.kind !== 'select' || !isSearched(control.name)) return control;
    const { options, more } = someOf(withoutAll(control.options), '');
    return more
      ? { kind: 'searched', name: control.name, label: control.label, value: control.value, options, more }
      : control;
  });
}

const withoutAll = (options: FilterOption[]) => options.filter(({ value }) => value !== '');

/** What a field of an event may be set to or filtered by, searched by name; as far as the person sees it. */
export async function searchChoices(
  { db, scope }: Acting,
  { t, locale, query: { field, text, value, siteId, inUse } }: { t: Translate; locale: Locale; query: ChoicesQuery },
): Promise<EventChoices> {
  const placed = field === 'locationId' || field === 'deviceId';
  const found = await findChoices(db, scope, {
    kind: kindOf(field),
    locale,
    text,
    id: value,
    siteId: placed ? siteId : undefined,
    inUse: inUse === 'true',
    closedWord: t('legacy.ui.closed'),
  });
  return {
    options: found.slice(0, mostOptions).map((one) => optionOf(field, one, t)),
    more: found.length > mostOptions,
  };
}

function kindOf(field: SearchedField): ChoiceKind {
  const [, element] = referenceFields.find(([name]) => name === field) ?? [];
  if (element) return { element };
  return field === 'siteId' ? 'site' : field === 'deviceId' ? 'device' : 'location';
}

function optionOf(
  field: SearchedField,
  { id, name, siteName, closed, timeZone }: FoundChoice,
  t: Translate,
): EventChoices['options'][number] {
  const value = String(id);
  if (field === 'deviceId') return { value, label: `${name} · ${siteName}` };
  const label = closed ? nameOf(t, name, 'I') : name;
  return field === 'locationId' ? { value, label, group: siteName ?? '', timeZone: timeZone ?? '' } : { value, label };
}
