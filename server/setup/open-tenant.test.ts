import { expect, it } from 'vitest';
import { settingsOf } from './open-tenant';

it.each<[Parameters<typeof settingsOf>[0], ReturnType<typeof settingsOf>]>([
  [{ locale: 'de_DE' }, { countryCode: 'DE', currencyCode: 'EUR', timeZone: 'Europe/Berlin', unitId: 12 }],
  [{ locale: 'en_US' }, { countryCode: 'US', currencyCode: 'USD', timeZone: 'America/New_York', unitId: 11 }],
  [
    { locale: 'en_US', country: 'GB' },
    { countryCode: 'GB', currencyCode: 'GBP', timeZone: 'Europe/London', unitId: 12 },
  ],
  [
    { locale: 'fr_FR', country: 'CH', currency: 'EUR', timeZone: 'Europe/Paris' },
    { countryCode: 'CH', currencyCode: 'EUR', timeZone: 'Europe/Paris', unitId: 12 },
  ],
])('%j opens with %j', (given, settings) => {
  expect(settingsOf(given)).toEqual(settings);
});
