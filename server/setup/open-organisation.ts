import { addNoteReferences } from '../features/weight-accuracy';
import { addTenant } from '../identity';
import type { Trx } from '../platform/db/database';

interface NewOrganisation {
  number?: number;
  /** Of the organisation above. */
  parentNumber?: number | undefined;
  name: string;
  countryCode: string;
  currencyCode: string;
  /** 11 pound, 12 kilogram. */
  unitId: number;
  timeZone: string;
  locale?: string;
  simulated?: boolean;
}

/** A tenant with its product profile. @returns the organisation's id, which is the tenant's number. */
export async function openOrganisation(trx: Trx, organisation: NewOrganisation): Promise<number> {
  const id = await addTenant(trx, {
    name: organisation.name,
    number: organisation.number,
    parentNumber: organisation.parentNumber,
  });
  await trx
    .insertInto('organisation')
    .values({
      id,
      country_code: organisation.countryCode,
      currency_code: organisation.currencyCode,
      unit_id: organisation.unitId,
      time_zone: organisation.timeZone,
      locale: organisation.locale ?? 'en_US',
      simulated: organisation.simulated ?? false,
    })
    .execute();
  await addNoteReferences(trx, id);
  return id;
}
