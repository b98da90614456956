import { describe, expect, it } from 'vitest';
import { findSubdivision, guessSubdivision, subdivisionsIn } from './subdivisions';

describe('the parts of a country', () => {
  it.each([
    ['en_US', 'GB', { subdivisionCode: 'GB-SCT', subdivisionName: 'Scotland' }],
    ['en_US', 'DE', { subdivisionCode: 'DE-BY-KATH', subdivisionName: 'Bayern: Predominantly catholic communities' }],
    ['fr_FR', 'CH', { subdivisionCode: 'CH-ZH', subdivisionName: 'Canton de Zurich' }],
    ['de_DE', 'CH', { subdivisionCode: 'CH-ZH', subdivisionName: 'Kanton Zürich' }],
  ] as const)('in %s, %s has %o', (locale, country, part) => {
    expect(subdivisionsIn(locale, country)).toContainEqual(part);
  });

  it.each(['SE', 'ZZ'])('%s has none', (country) => {
    expect(subdivisionsIn('en_US', country)).toEqual([]);
  });

  it.each(['GB', 'GB-XX', 'ZZ-ENG', 'DE-ENG', 'GB-eng', '', '-', '__proto__-x'])('%s is none', (code) => {
    expect(findSubdivision('en_US', code)).toBeUndefined();
  });
});

describe('a region', () => {
  it.each([
    ['GB', 'England', 'GB-ENG'],
    ['GB', ' scotland ', 'GB-SCT'],
    ['GB', 'Schottland', 'GB-SCT'],
    ['GB', 'ENG', 'GB-ENG'],
    ['GB', 'GB-NIR', 'GB-NIR'],
    ['DE', 'Bayern', 'DE-BY'],
    ['DE', 'Freistaat Bayern', 'DE-BY'],
    ['DE', 'Bavaria', 'DE-BY'],
    ['DE', 'Baden Wurttemberg', 'DE-BW'],
    ['DE', 'Hamburg', 'DE-HH'],
    ['DE', 'Augsburg', 'DE-BY-A'],
    ['NL', 'Groningen', 'NL-GR'],
    ['US', 'new york', 'US-NY'],
    ['US', 'State of Washington', 'US-WA'],
    ['US', 'DE', 'US-DE'],
    ['FR', 'Alsace', 'FR-67'],
    ['FR', 'Moselle', 'FR-57'],
    ['FR', 'La Réunion', 'FR-RE'],
    ['CH', 'Genève', 'CH-GE'],
    ['ES', 'Cataluña', 'ES-CT'],
    ['ES', 'Comunidad de Madrid', 'ES-MD'],
    ['AT', 'Salzburg', 'AT-5'],
  ])('of %s called %s is %s', (country, region, code) => {
    expect(guessSubdivision(country, region)).toBe(code);
    expect(findSubdivision('en_US', code)).toBeDefined();
  });

  it.each([
    ['GB', 'North of England'],
    ['DE', 'England'],
    ['US', 'Northeast'],
    ['US', 'US'],
    ['FR', 'Département'],
    ['SE', 'Skåne'],
    ['ZZ', 'Bayern'],
    ['GB', ''],
    ['GB', null],
  ])('of %s called %s is no guess', (country, region) => {
    expect(guessSubdivision(country, region)).toBeNull();
  });
});
