import type { Acting } from '../../platform/acting';
import type { Actor } from '../../platform/actor';
import type { Translate } from '../../platform/i18n/messages';
import { listValuesOf, listWasteStages } from '../catalogue';
import { lookUpSites } from '../places';
import type { EventHead } from './event-choices.contract';
import { shortened } from './event-choices.service';
import { eventFilter } from './event-query.contract';
import { eventFilters, type EventOffer } from './event.filters';
import { eventReader, eventTable, type EventColumn } from './event.table';
import { referenceFields } from './reference-fields.rules';

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
