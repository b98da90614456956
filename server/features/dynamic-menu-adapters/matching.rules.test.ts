import { describe, expect, it } from 'vitest';
import { exactNames, foldName, meaningOf, nearestNames } from './matching.rules';

describe('a name', () => {
  it.each([
    ['Hachis Parmentier*', 'hachis parmentier'],
    ['  CRÈME   brûlée ', 'creme brulee'],
    ['Bœuf', 'boeuf'],
    ['Straße', 'strasse'],
    ['Smørrebrød', 'smorrebrod'],
    ['Ｓａｌａｄ', 'salad'],
    ['Jus d’orange', 'jus d orange'],
    ['-', ''],
    ['***', ''],
    ['日替わり定食', '日替わり定食'],
  ])('%s is compared as %s', (name, key) => expect(foldName(name)).toBe(key));
});

const soup = { id: 1, names: ['Soup', 'Suppe', 'Sopa'] };
const rice = { id: 2, names: ['Rice', 'Reis', 'Arroz'] };
const greens = { id: 3, names: ['Green salad', 'Salade verte'] };

describe('what a name means', () => {
  const exact = exactNames([soup, rice, greens, { id: 4, names: ['Fish'] }, { id: 5, names: ['fish!'] }]);
  const confirmed = new Map<string, number | null>([
    ['riz au lait', 2],
    ['bread', null],
    ['soup', 3],
  ]);
  it.each([
    ['SALADE VERTE', { id: 3, how: 'exact' }],
    ['arroz', { id: 2, how: 'exact' }],
    ['Riz au lait', { id: 2, how: 'confirmed' }],
    ['Bread', { id: null, how: 'none' }],
    // What somebody said goes before a name that fits.
    ['Soup', { id: 3, how: 'confirmed' }],
    // Two items are called so.
    ['Fish', null],
    ['Pudding', null],
  ])('%s', (name, meaning) => expect(meaningOf(foldName(name), { exact, confirmed })).toEqual(meaning));
});

describe('suggestions', () => {
  const nearest = nearestNames([soup, rice, greens], 2);
  it.each([
    ['Salade verte et noix', [3]],
    ['Reissalat', [2]],
    ['Soups', [1]],
    ['Pudding', []],
    ['-', []],
  ])('for %s', (name, ids) => expect(nearest(name).map(({ id }) => id)).toEqual(ids));

  it('are alike from 0 to 1, the nearest first', () => {
    expect(nearest('salade verte')[0]).toEqual({ id: 3, likeness: 1 });
  });
});
