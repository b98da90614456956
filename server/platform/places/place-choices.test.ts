import { describe, expect, it } from 'vitest';
import { followingGuess, followingPlace, guessFromCountry, zonesFor } from './place-choice.rules';
import { placeChoicesIn } from './place-choices';

const stored = {
  countries: [
    { countryCode: 'AT', countryName: 'Austria' },
    { countryCode: 'DE', countryName: 'Germany' },
    { countryCode: 'US', countryName: 'United States' },
    { countryCode: 'XX', countryName: 'Nowhere' },
  ],
  currencies: [
    { currencyCode: 'USD', currencyDesc: 'US Dollar' },
    { currencyCode: 'EUR', currencyDesc: 'Euro' },
  ],
};

describe.each([
  ['en_US', ['Austria', 'Germany', 'Nowhere', 'United States'], ['Euro', 'US Dollar']],
  ['de_DE', ['Deutschland', 'Nowhere', 'Österreich', 'Vereinigte Staaten'], ['Euro', 'US-Dollar']],
  ['es_ES', ['Alemania', 'Austria', 'Estados Unidos', 'Nowhere'], ['euro', 'dólar estadounidense']],
  ['fr_FR', ['Allemagne', 'Autriche', 'États-Unis', 'Nowhere'], ['euro', 'dollar des États-Unis']],
] as const)('in %s', (locale, countries, currencies) => {
  it('names countries and currencies as its readers do', () => {
    const choices = placeChoicesIn(locale, stored);
    expect(choices.countries.map((one) => one.countryName)).toEqual(countries);
    expect(choices.currencies.map((one) => one.currencyName)).toEqual(currencies);
  });
});

const choices = placeChoicesIn('en_US', stored);

it.each([
  ['DE', { timeZone: 'Europe/Berlin', currencyCode: 'EUR' }],
  ['US', { timeZone: 'America/New_York', currencyCode: 'USD' }],
  ['XX', {}],
  ['', {}],
])('from %j follows %j', (country, guess) => expect(guessFromCountry(choices, country)).toEqual(guess));

it('guesses no currency that the database does not have', () => {
  expect(guessFromCountry(placeChoicesIn('en_US', { ...stored, currencies: [] }), 'DE')).toEqual({
    timeZone: 'Europe/Berlin',
  });
});

it('offers the zones of the country first, and the one that is set', () => {
  const { ofCountry, others } = zonesFor(choices, { countryCode: 'DE', current: 'US/Eastern' });
  expect(ofCountry).toEqual(['Europe/Berlin']);
  expect(others.slice(0, 2)).toEqual(['US/Eastern', 'UTC']);
  expect(others).not.toContain('Europe/Berlin');
  expect(zonesFor(choices, { countryCode: '', current: 'Europe/Berlin' })).toMatchObject({
    ofCountry: [],
    others: choices.timeZones,
  });
});

it.each([
  ['nothing chosen yet', '', {}, { timeZone: 'Europe/Berlin', currencyCode: 'EUR' }],
  [
    'what followed before',
    'US',
    { timeZone: 'America/New_York', currencyCode: 'USD' },
    { timeZone: 'Europe/Berlin', currencyCode: 'EUR' },
  ],
  [
    'another zone of the country before',
    'US',
    { timeZone: 'America/Chicago', currencyCode: 'USD' },
    { timeZone: 'Europe/Berlin', currencyCode: 'EUR' },
  ],
  [
    'a zone chosen against the suggestion',
    'US',
    { timeZone: 'Asia/Tokyo', currencyCode: 'USD' },
    { currencyCode: 'EUR' },
  ],
  [
    'a currency chosen against it',
    'US',
    { timeZone: 'America/New_York', currencyCode: 'CHF' },
    { timeZone: 'Europe/Berlin' },
  ],
  ['both', 'US', { timeZone: 'Asia/Tokyo', currencyCode: 'CHF' }, {}],
])('with Germany follows, after %s', (_, before, chosen, follows) => {
  expect(followingGuess(choices, { before, after: { ...chosen, countryCode: 'DE' } })).toEqual(follows);
});

it('keeps what is set for a country without a suggestion', () => {
  expect(
    followingGuess(choices, {
      before: 'DE',
      after: { countryCode: 'XX', timeZone: 'Europe/Berlin', currencyCode: 'EUR' },
    }),
  ).toEqual({});
});

it.each([
  ['the only zone', '', { country: 'DE' }, 'UTC', { timeZone: 'Europe/Berlin', currency: 'EUR' }],
  ['the zone of the browser', '', { country: 'US' }, 'America/Denver', { timeZone: 'America/Denver', currency: 'USD' }],
  ['none of several', '', { country: 'US' }, 'Europe/Berlin', { timeZone: '', currency: 'USD' }],
  [
    'none in place of the zone of the country before',
    'DE',
    { country: 'US', timeZone: 'Europe/Berlin', currency: 'EUR' },
    'Europe/Berlin',
    { timeZone: '', currency: 'USD' },
  ],
  ['not what was chosen', 'DE', { country: 'US', timeZone: 'Asia/Tokyo', currency: 'CHF' }, 'Asia/Tokyo', {}],
  ['not a zone of this very country', '', { country: 'US', timeZone: 'America/Chicago' }, 'UTC', { currency: 'USD' }],
  ['nothing where it is not known', '', { country: 'XX' }, 'UTC', {}],
])('a form follows with %s', (_, before, typed, browserZone, follows) => {
  const after = { timeZone: '', currency: '', ...typed };
  expect(followingPlace(choices, { before, after, browserZone })).toEqual(follows);
});
