import { describe, expect, it } from 'vitest';
import { isTimeZone } from '../time';
import { allZones, currencyOf, zonesOf } from './places';

it.each([
  ['DE', ['Europe/Berlin'], 'EUR'],
  ['GB', ['Europe/London'], 'GBP'],
  ['SE', ['Europe/Stockholm'], 'SEK'],
  ['CH', ['Europe/Zurich'], 'CHF'],
  ['FR', ['Europe/Paris'], 'EUR'],
  ['IE', ['Europe/Dublin'], 'EUR'],
  ['BG', ['Europe/Sofia'], 'EUR'],
  ['IN', ['Asia/Kolkata'], 'INR'],
  ['JP', ['Asia/Tokyo'], 'JPY'],
  ['ES', ['Europe/Madrid', 'Atlantic/Canary'], 'EUR'],
  ['PT', ['Europe/Lisbon', 'Atlantic/Azores'], 'EUR'],
  ['NZ', ['Pacific/Auckland', 'Pacific/Chatham'], 'NZD'],
  ['QQ', [], null],
  ['de', [], null],
  ['', [], null],
  ['constructor', [], null],
])('%s has the zones %j and pays in %s', (country, zones, currency) => {
  expect(zonesOf(country)).toEqual(zones);
  expect(currencyOf(country)).toBe(currency);
});

it.each([
  [
    'US',
    'America/New_York',
    [
      'America/Chicago',
      'America/Denver',
      'America/Phoenix',
      'America/Los_Angeles',
      'America/Anchorage',
      'Pacific/Honolulu',
    ],
  ],
  [
    'CA',
    'America/Toronto',
    ['America/Vancouver', 'America/Edmonton', 'America/Winnipeg', 'America/Halifax', 'America/St_Johns'],
  ],
  ['AU', 'Australia/Sydney', ['Australia/Perth', 'Australia/Adelaide', 'Australia/Darwin', 'Australia/Brisbane']],
  ['BR', 'America/Sao_Paulo', ['America/Manaus', 'America/Noronha']],
  ['MX', 'America/Mexico_City', ['America/Tijuana', 'America/Cancun']],
  ['RU', 'Europe/Moscow', ['Europe/Kaliningrad', 'Asia/Vladivostok']],
  ['ID', 'Asia/Jakarta', ['Asia/Makassar', 'Asia/Jayapura']],
  ['CN', 'Asia/Shanghai', ['Asia/Urumqi']],
])('%s begins with %s', (country, first, others) => {
  expect(zonesOf(country)[0]).toBe(first);
  expect(zonesOf(country)).toEqual(expect.arrayContaining(others));
  expect(new Set(zonesOf(country)).size).toBe(zonesOf(country).length);
});

describe('all zones', () => {
  const zones = allZones();
  it('begin with UTC, each is known to the runtime and named once', () => {
    expect(zones[0]).toBe('UTC');
    expect(zones.slice(1)).toEqual([...new Set(zones.slice(1))].sort());
    expect(zones.filter((zone) => !isTimeZone(zone))).toEqual([]);
    expect(zones.length).toBeGreaterThan(300);
  });
  it.each(['Europe/Kyiv', 'Asia/Kolkata', 'Europe/Berlin', 'America/Indiana/Knox'])('have %s', (zone) =>
    expect(zones).toContain(zone),
  );
  it.each(['Europe/Kiev', 'Asia/Calcutta', 'US/Eastern', 'EST5EDT', 'GB'])('have no %s', (zone) =>
    expect(zones).not.toContain(zone),
  );

  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const countries = letters.flatMap((a) => letters.map((b) => a + b)).filter((code) => zonesOf(code).length > 0);
  it('hold those of every country, of which each has a currency that the runtime knows', () => {
    expect(countries.length).toBeGreaterThan(240);
    expect(countries.flatMap(zonesOf).filter((zone) => !zones.includes(zone))).toEqual([]);
    const known = new Set(Intl.supportedValuesOf('currency'));
    expect(countries.filter((code) => !known.has(currencyOf(code) ?? ''))).toEqual([]);
  });
});
