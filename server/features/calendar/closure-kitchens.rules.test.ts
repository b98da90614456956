import { expect, it } from 'vitest';
import { kitchenFinder, shareOut } from './closure-kitchens.rules';

const locations = [
  { locationId: 1, siteName: 'Elm School', locationName: 'Kitchen' },
  { locationId: 2, siteName: 'Elm School', locationName: 'Café – bar' },
  { locationId: 3, siteName: 'Oak School', locationName: 'Kitchen' },
  { locationId: 4, siteName: 'Oak School', locationName: 'Mensa Süd' },
];
const find = kitchenFinder(locations);

it.each([
  ['a site', { site: 'elm  SCHOOL', location: '' }, [1, 2]],
  ['a site in the column of locations', { site: '', location: 'Oak School' }, [3, 4]],
  ['a location that only one site has', { site: '', location: 'mensa süd' }, [4]],
  ['a location with its own dash', { site: '', location: 'Café – bar' }, [2]],
  ['both in two columns', { site: 'Oak School', location: 'Kitchen' }, [3]],
  ['both in one cell, with a slash', { site: '', location: 'Oak School / Kitchen' }, [3]],
  ['both in one cell, with a dash', { site: 'Elm School - Kitchen', location: '' }, [1]],
  ['both in one cell, the location with a dash', { site: 'Elm School / Café – bar', location: '' }, [2]],
  ['a location that several sites have', { site: '', location: 'Kitchen' }, []],
  ['a location of another site', { site: 'Elm School', location: 'Mensa Süd' }, []],
  ['nothing', { site: '', location: '' }, []],
  ['somebody else', { site: 'Ash School', location: '' }, []],
])('%s', (_name, name, ids) => {
  expect(find(name)).toEqual(ids);
});

it.each([
  [4, 4],
  [3, null],
])('makes at most %d rows of two lines that name a site of two kitchens: %j', (most, rows) => {
  const line = {
    fromDate: '2026-03-02',
    toDate: '2026-03-02',
    open: false,
    reason: '',
    kitchen: { site: 'Elm School', location: '' },
  };
  const shared = shareOut(
    [
      { ...line, line: 2 },
      { ...line, line: 3 },
    ],
    { waiting: [{ site: 'Ash School', location: '' }], most, find },
  );
  expect([shared.rows?.length ?? null, shared.unknown]).toEqual([rows, [{ name: 'Ash School', lines: 1 }]]);
});
