import type { NewTenant } from '../identity';
import type { Trx } from '../platform/db/database';
import { fail } from '../platform/errors';
import { currencyOf, zonesOf } from '../platform/places/places';
import { isTimeZone } from '../platform/time';
import { openOrganisation } from './open-organisation';

/** What they may choose from. */
export { readPlaceChoices } from '../domain/catalogue';

/** Countries that weigh in pounds (CIA World Factbook, weights and measures). */
const inPounds = new Set(['US', 'LR', 'MM']);
const [pound, kilogram] = [11, 12];

/** What holds in the country of somebody who did not say otherwise. */
export function settingsOf({ locale, country: given, currency, timeZone }: Omit<NewTenant, 'name' | 'parentNumber'>) {
  const country = given ?? locale.slice(-2);
  return {
    countryCode: country,
    currencyCode: currency ?? currencyOf(country) ?? 'USD',
    timeZone: timeZone ?? zonesOf(country)[0] ?? 'UTC',
    unitId: inPounds.has(country) ? pound : kilogram,
  };
}

/**
 * The organisation of somebody who signs up, or of a reseller's sub-account. @returns the tenant's number
 * @throws Failure 422 for a country, currency or zone that there is not
 */
export async function openTenant(trx: Trx, { name, locale, parentNumber, ...chosen }: NewTenant): Promise<number> {
  const settings = settingsOf({ locale, ...chosen });
  const unknown = (field: string) =>
    fail.unprocessable('errors.notOneOf', { fields: [{ field, code: 'errors.notOneOf' }] });
  if (!(await trx.selectFrom('country').select('code').where('code', '=', settings.countryCode).executeTakeFirst()))
    throw unknown('country');
  if (!(await trx.selectFrom('currency').select('code').where('code', '=', settings.currencyCode).executeTakeFirst()))
    throw unknown('currency');
  if (!isTimeZone(settings.timeZone)) throw unknown('timeZone');
  return openOrganisation(trx, { name, locale, parentNumber, ...settings });
}
