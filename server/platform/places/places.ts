import { rawTimeZones } from '@vvo/tzdb';
import countryToCurrency from 'country-to-currency';
import { memoize } from '../memoize';

/** The zone of the capital, for the countries of which the table names another one first. */
const zoneOfCapital = new Map([
  ['AU', 'Australia/Sydney'],
  ['BR', 'America/Sao_Paulo'],
  ['CA', 'America/Toronto'],
  ['CL', 'America/Santiago'],
  ['CN', 'Asia/Shanghai'],
  ['EC', 'America/Guayaquil'],
  ['ES', 'Europe/Madrid'],
  ['GL', 'America/Nuuk'],
  ['MN', 'Asia/Ulaanbaatar'],
  ['MX', 'America/Mexico_City'],
  ['PT', 'Europe/Lisbon'],
  ['RU', 'Europe/Moscow'],
  ['US', 'America/New_York'],
]);
const currencies = new Map<string, string>(Object.entries(countryToCurrency));

const zonesByCountry = memoize((_: 'all') => {
  const zones = new Map<string, string[]>();
  for (const { countryCode, name } of rawTimeZones) zones.set(countryCode, [...(zones.get(countryCode) ?? []), name]);
  return zones;
});

/**
 * The IANA zones of a country, the capital's first, then from west to east; one name for each set of clocks that go alike.
 * Source: `@vvo/tzdb` (IANA, GeoNames).
 * @param countryCode ISO 3166-1 alpha-2; none for what is no country
 */
export function zonesOf(countryCode: string): string[] {
  const zones = zonesByCountry('all').get(countryCode) ?? [];
  const first = zoneOfCapital.get(countryCode) ?? zones[0];
  return first === undefined ? [] : [first, ...zones.filter((zone) => zone !== first)];
}

/** ISO 4217; null for what is no country. Source: `country-to-currency` (ISO 4217 list one). */
export function currencyOf(countryCode: string): string | null {
  return currencies.get(countryCode) ?? null;
}

const runtimeName = (zone: string) => new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;

/** Every zone that a clock can be set to, by name, UTC first. The names are IANA's of today where the runtime still has an older one. */
export function allZones(): string[] {
  return zonesByName('all');
}

const zonesByName = memoize((_: 'all') => {
  const today = new Map(rawTimeZones.map(({ name }) => [runtimeName(name), name]));
  const zones = new Set(
    Intl.supportedValuesOf('timeZone')
      .filter((zone) => zone !== 'UTC')
      .map((zone) => today.get(zone) ?? zone),
  );
  return ['UTC', ...[...zones].sort()];
});
