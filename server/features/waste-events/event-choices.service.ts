import type { Acting } from '../../platform/acting';
import type { Translate } from '../../platform/i18n/messages';
import type { FilterControlView, FilterOption } from '../../platform/table/report-filters.contract';
import { listValuesOf } from '../reference-values';
import { lookUpSites } from '../sites';
import type { ChoicesQuery, EventChoices, SearchedControl } from './event-choices.contract';
import { searchedFields, someOf, type SearchedField } from './event-choices.rules';
import { eventFilter } from './event-query.contract';
import { eventFilters, type EventOffer } from './event.filters';
import { referenceFields } from './reference-fields.rules';

const isSearched = (name: string): name is SearchedField => (searchedFields as readonly string[]).includes(name);

/** The filters of a list; of a longer one its first options alone, the others are searched. */
export function shortened(controls: FilterControlView[]): (FilterControlView | SearchedControl)[] {
  return controls.map((control) => {
    if (control.kind !== 'select' || !isSearched(control.name)) return control;
    const { options, more } = someOf(withoutAll(control.options), '');
    return more ? { kind: 'searched', name: control.name, label: control.label, value: control.value, options, more } : control;
  });
}

const withoutAll = (options: FilterOption[]) => options.filter(({ value }) => value !== '');

/** What a field of an event may be set to or filtered by, searched by name; as far as the person sees it. */
export async function searchChoices(acting: Acting, { t, query: { field, text, value, inUse } }: { t: Translate; query: ChoicesQuery }): Promise<EventChoices> {
  const offer = await offerOf(acting, { t, field, inUse: inUse === 'true' });
  const zones = new Map(offer.sites.flatMap(({ timeZone, locations }) => locations.map(({ locationId }) => [String(locationId), timeZone])));
  const { controls } = eventFilters.bar({ values: eventFilter.parse({}), offer, action: '', url: '' });
  const control = controls.find(({ name }) => name === field);
  const options = control?.kind === 'select' ? withoutAll(control.options) : [];
  const found = someOf(value === undefined ? options : options.filter((one) => one.value === String(value)), text);
  return field === 'locationId' ? { ...found, options: found.options.map((one) => ({ ...one, timeZone: zones.get(one.value) })) } : found;
}

/** Only what the field needs is read. */
async function offerOf({ db, scope }: Acting, { t, field, inUse }: { t: Translate; field: SearchedField; inUse: boolean }): Promise<EventOffer> {
  const none = Object.fromEntries(referenceFields.map(([name]) => [name, []])) as unknown as EventOffer['values'];
  const reference = referenceFields.find(([name]) => name === field);
  if (!reference) return { t, stages: [], values: none, sites: await lookUpSites(db, scope, inUse ? ['A'] : ['A', 'I']) };
  const [name, element] = reference;
  const values = (await listValuesOf(db, scope.organisationId, [element])).get(element) ?? [];
  return { t, stages: [], sites: [], values: { ...none, [name]: inUse ? values.filter(({ status }) => status === 'A') : values } };
}
