import type { Acting } from '../../platform/acting';
import type { Actor, Locale } from '../../platform/actor';
import type { Translate } from '../../platform/i18n/messages';
import type { FilterControlView, FilterOption } from '../../platform/table/report-filters.contract';
import { listValuesOf, listWasteStages } from '../catalogue';
import { lookUpSites } from '../places';
import type { ChoicesQuery, EventChoices, EventHead, SearchedControl } from './event-choices.contract';
import { mostOptions, searchedFields, someOf, type SearchedField } from './event-choices.rules';
import { findChoices, type ChoiceKind, type FoundChoice } from './event-choices.store';
import { eventFilter } from './event-query.contract';
import { eventFilters, nameOf, type EventOffer } from './event.filters';
import { eventReader, eventTable, type EventColumn } from './event.table';
import { referenceFields } from './reference-fields.rules';

const isSearched = (name: string): name is SearchedField => (searchedFields as readonly string[]).includes(name);

/** The filters of a list; of a longer one its first options alone, the others are searched. */
function shortened(controls: FilterControlView[]): (FilterControlView | SearchedControl)[] {
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

/** The columns and filters of the list, in the person's words, with the places and values of the organisation. */
export async function readEventHead(
  { db, scope }: Acting,
  { t, actor }: { t: Translate; actor: Actor },
): Promise<EventHead<EventColumn>> {
  const sites = await lookUpSites(db, scope, ['A', 'I']);
  const stages = await listWasteStages(db);
  const values = await listValuesOf(db, scope.organisationId, {
    elementCodes: referenceFields.map(([, element]) => element),
    locale: actor.locale,
  });
  const offer = {
    t,
    sites,
    stages,
    values: Object.fromEntries(
      referenceFields.map(([field, element]) => [field, values.get(element) ?? []]),
    ) as EventOffer['values'],
  };
  const { controls } = eventFilters.bar({ values: eventFilter.parse({}), offer, action: '', url: '' });
  return { ...eventTable.head(eventReader(t, actor)), filters: shortened(controls) };
}
