import { describe, expect, it } from 'vitest';
import type { ChoiceSite } from '../../server/domain/places/secured-items.contract';
import { extentOf, holdsLocation, searchSites, toggleLocation, toggleSite } from './selection.rules';

const site = (siteId: number, whole = true, ids = [siteId * 10 + 1, siteId * 10 + 2]): ChoiceSite => ({
  siteId,
  siteName: `Site ${siteId}`,
  whole,
  locations: ids.map((locationId) => ({ locationId, locationName: `Kitchen ${locationId}` })),
});
const items = (siteIds: number[], locationIds: number[] = []) => ({ siteIds, locationIds });

describe('a site', () => {
  it.each([
    ['nothing of it', items([2]), 'none'],
    ['all of it', items([1, 2]), 'whole'],
    ['one location', items([], [11]), 'some'],
    ['a location beside the site', items([1], [11]), 'some'],
  ] as const)('%s: %o is %s', (_name, chosen, extent) => expect(extentOf(chosen, site(1))).toBe(extent));

  it.each([
    ['from nothing to all', items([]), site(1), items([1])],
    ['from some to all', items([], [11, 21]), site(1), items([1], [21])],
    ['from all to nothing', items([1, 2]), site(1), items([2])],
    ['that may not be chosen whole: each location', items([]), site(1, false), items([], [11, 12])],
    ['that may not be chosen whole: back to nothing', items([], [11, 12, 21]), site(1, false), items([], [21])],
    ['without locations', items([]), site(1, true, []), items([1])],
  ])('%s', (_name, chosen, of, after) => expect(toggleSite(chosen, of)).toEqual(after));
});

describe('a location', () => {
  it.each([
    ['the first of a site', items([]), site(1), 11, items([], [11])],
    ['the last that was missing makes the site', items([], [11]), site(1), 12, items([1])],
    [
      'the last that was missing, where the site may not be chosen',
      items([], [11]),
      site(1, false),
      12,
      items([], [11, 12]),
    ],
    ['out of a whole site leaves the others', items([1]), site(1), 11, items([], [12])],
    ['out of the only one leaves nothing', items([], [11]), site(1), 11, items([])],
  ])('%s', (_name, chosen, of, id, after) => expect(toggleLocation(chosen, of, id)).toEqual(after));

  it('is held by its site', () => {
    expect([
      holdsLocation(items([1]), site(1), 11),
      holdsLocation(items([1], [12]), site(1), 11),
      holdsLocation(items([]), site(1), 11),
    ]).toEqual([true, false, false]);
  });
});

it.each([
  ['', [1, 2]],
  ['site 22', [2]],
  ['11', [1]],
  ['SITE kitchen 2', [1, 2]],
  ['nowhere', []],
])('searching for %o finds the sites %o', (typed, found) => {
  expect(searchSites([site(1), site(2)], typed).map(({ siteId }) => siteId)).toEqual(found);
});
