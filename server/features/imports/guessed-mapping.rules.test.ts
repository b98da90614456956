import { describe, expect, it } from 'vitest';
import { guessSheet } from './guess.rules';
import { withGuesses } from './guessed-mapping.rules';
import { measuresOf, withConstant, type MappingJson } from './mapping-editor.rules';
import { parseMapping } from './mapping.rules';
import { shippedMapping } from './mappings';
import { missingRoles } from './missing-roles.rules';

const generic = () => JSON.parse(JSON.stringify(shippedMapping('generic'))) as MappingJson;

function guessed(text: string) {
  const rows = text.split('\n').map((line, at) => ({ line: at + 1, cells: line.split(';') }));
  const guess = guessSheet(rows)!;
  return { mapping: withGuesses(generic(), guess), columns: guess.columns };
}

describe('withGuesses', () => {
  it('makes a mapping of usual names to which only the stage is missing', () => {
    const { mapping, columns } = guessed('Datum;Betrieb;Speise;Gewicht (kg);Kosten EUR\n20.3.2026;Nord;Reis;1,5;2');
    expect(missingRoles(mapping, columns)).toEqual(['stage']);
    expect(parseMapping({ ...mapping, stage: { constant: 8 } })).toMatchObject({
      ok: true,
      mapping: {
        dates: { column: 'Datum' },
        site: { column: 'Betrieb' },
        location: { sameAsSite: true },
        decimal: ',',
        measures: [{ column: 'Gewicht (kg)', unit: 'kg', costColumn: 'Kosten EUR', currency: 'EUR' }],
      },
    });
  });

  it('asks for what the sheet leaves open, and the importer refuses the mapping until it is said', () => {
    const { mapping, columns } = guessed('Date;Weight\n03/04/2026;1\n05/06/2026;2');
    expect(missingRoles(mapping, columns)).toEqual(['dateForm', 'site', 'unit', 'stage']);
    expect(parseMapping(withConstant({ ...mapping, stage: { constant: 8 } }, 'site', 'Nord'))).toMatchObject({
      ok: false,
    });
  });

  it('leaves a column of dates that is not sure to whoever is asked, whatever its name', () => {
    const { mapping, columns } = guessed(
      'Date;Site;Weight (kg)\n2026-03-04;Nord;1,5\n2026-03-05;Nord;2\n2026-02-30;Nord;1\nsoon;Nord;1',
    );
    expect(missingRoles(mapping, columns)).toEqual(['date', 'stage']);
    expect(parseMapping({ ...mapping, stage: { constant: 8 } })).toMatchObject({ ok: false });
  });

  it.each([
    ['its costs are in one currency', 'Cost (CHF)', 'CHF'],
    ['its costs are in several', 'Cost (CHF);Cost (EUR)', 'USD'],
    ['its costs state none', 'Cost', 'USD'],
    ['it has no costs', 'Item', 'USD'],
  ])('creates sites in the currency of the sheet where %s', (_, costs, currency) => {
    const rows = `Date;Site;Weight (kg);${costs}\n2026-03-20;Nord;1;2;3`.split('\n');
    const guess = guessSheet(rows.map((line, at) => ({ line: at + 1, cells: line.split(';') })))!;
    const newSites = { country: 'US', timeZone: 'America/New_York', currency: 'USD' };
    expect(withGuesses({ ...generic(), newSites }, guess).newSites).toEqual({ ...newSites, currency });
  });

  it('takes the unit of a column for all weights', () => {
    const { mapping } = guessed('Date;Site;Weight;Unit\n2026-03-20;Nord;1;kg\n2026-03-20;Nord;1;g');
    expect(measuresOf(mapping)).toMatchObject([{ column: 'Weight', unitColumn: 'Unit' }]);
    expect(measuresOf(mapping)[0]).not.toHaveProperty('unit');
  });
});

it('states a role for every line, and takes it away again', () => {
  const stated = withConstant(generic(), 'site', 'Nord');
  expect(stated.site).toEqual({ constant: 'Nord' });
  expect(withConstant(stated, 'site', '').site).toEqual({ column: '' });
  expect(withConstant(withConstant(generic(), 'item', 'Rice'), 'item', '')).not.toHaveProperty('item');
  expect(withConstant(generic(), 'location', '').location).toEqual({ sameAsSite: true });
});
