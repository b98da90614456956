import { expect, it } from 'vitest';
import { nameSites, withSheetSites } from './sheet-names.rules';

it.each([
  [['Oak School', 'Elm School'], true],
  [['Oak', 'Elm', 'Rice Lane'], true],
  [['Kitchen North', 'Kitchen South'], true],
  [['Sheet1', 'Sheet2'], false],
  [['January', 'February'], false],
  [['Mar 26', 'Apr 26'], false],
  [['styczeń', 'luty'], false],
  [['KW 10', 'KW 11'], false],
  [['2025', '2026'], false],
  [['Mon', 'Tue'], false],
  [['Kitchen', 'Plate'], false],
  [['Breakfast', 'Lunch'], false],
  [['Oak School', 'Total'], false],
  [['Oak School'], false],
])('worksheets called %j are sites: %s', (names, sites) => expect(nameSites(names)).toBe(sites));

it.each([
  ['nothing of places', [], { column: '' }, { site: { worksheet: true }, location: { sameAsSite: true } }],
  [
    'places within each',
    [{ role: 'location', column: 'Station' }],
    { column: 'Station' },
    { site: { worksheet: true }, location: { column: 'Station' } },
  ],
  ['the sites', [{ role: 'site', column: 'School' }], { column: 'School' }, { site: { column: 'School' } }],
  ['the one site of all', [], { constant: 'Mill' }, { site: { constant: 'Mill' } }],
])('a workbook of sites whose rows say %s', (_what, guesses, site, expected) => {
  const mapping = withSheetSites({ site, location: { sameAsSite: true } }, ['Oak', 'Elm'], {
    guesses: guesses.map((one) => ({ ...one, word: null, cells: [] })) as never,
  });
  expect(mapping).toMatchObject(expected);
});
