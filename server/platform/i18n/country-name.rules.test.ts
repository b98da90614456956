import { expect, it } from 'vitest';
import { countriesIn } from './country-name.rules';

const stored = [
  { countryCode: 'AT', countryName: 'Austria' },
  { countryCode: 'DE', countryName: 'Germany' },
  { countryCode: 'ZZ', countryName: 'Somewhere' },
  { countryCode: 'US', countryName: 'United States' },
];

it.each([
  ['en_US', ['Austria', 'Germany', 'Somewhere', 'United States']],
  ['de_DE', ['Deutschland', 'Österreich', 'Somewhere', 'Vereinigte Staaten']],
  ['es_ES', ['Alemania', 'Austria', 'Estados Unidos', 'Somewhere']],
  ['fr_FR', ['Allemagne', 'Autriche', 'États-Unis', 'Somewhere']],
] as const)('in %s countries are named and ordered as its readers do', (locale, expected) => {
  const named = countriesIn(
    locale,
    stored.map((one) => (one.countryCode === 'ZZ' ? { ...one, countryCode: 'XX' } : one)),
  );
  expect(named.map(({ countryName }) => countryName)).toEqual(expected);
});
