import { listValuesOf } from '../../domain/catalogue';
import type { EventConditions } from '../../domain/events';
import { referenceFields, type ReferenceField } from '../../domain/events/reference-fields.rules';
import { listStages, lookUpSites } from '../../domain/places';
import type { Acting } from '../../platform/acting';
import type { Locale } from '../../platform/actor';
import type { Translate } from '../../platform/i18n/messages';
import type { LocalDate } from '../../platform/time';
import { notSaid, type DataFilter, type DataOffer } from './data.filters';
import { listPeople } from './data.store';

/** What the filters mean. */
export function conditionsOf({ recordedBy, ...filter }: DataFilter): EventConditions {
  const values = referenceFields.flatMap(([field]) => {
    const value = filter[field];
    return typeof value === 'number' && field !== 'itemId' ? [[field, value]] : [];
  });
  const { startDate, endDate, siteId, locationId, wasteStageId, text, origin, state, itemId } = filter;
  return {
    startDate,
    endDate,
    siteId,
    locationId,
    wasteStageId,
    text,
    origin,
    state,
    createdBy: recordedBy,
    ...(Object.fromEntries(values) as Partial<Record<ReferenceField, number>>),
    categoryId: typeof itemId === 'number' ? itemId : undefined,
    unsaid: referenceFields.flatMap(([field]) => (filter[field] === notSaid ? [field] : [])),
  };
}

export async function loadOffer(
  { db, scope }: Acting,
  { t, locale, writeDay }: { t: Translate; locale: Locale; writeDay(day: LocalDate): string },
): Promise<DataOffer> {
  const values = await listValuesOf(db, scope.organisationId, {
    elementCodes: referenceFields.map(([, element]) => element),
    locale,
  });
  return {
    t,
    writeDay,
    sites: await lookUpSites(db, scope, ['A', 'I']),
    stages: await listStages(db, scope),
    people: await listPeople(db, scope),
    values: Object.fromEntries(
      referenceFields.map(([field, element]) => [field, values.get(element) ?? []]),
    ) as Partial<DataOffer['values']> as DataOffer['values'],
  };
}
