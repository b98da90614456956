import { describe, expect, it } from 'vitest';
import { mappingWith } from './imports.fixtures';
import {
  assign,
  changeMeasure,
  dateFormOf,
  dateForms,
  guessUnit,
  measuresOf,
  readMapping,
  roleOf,
  roles,
  withDateForm,
  writeMapping,
  type DateForm,
  type MappingJson,
} from './mapping-editor.rules';
import { parseMapping } from './mapping.rules';
import { shippedMapping, shippedMappingNames } from './mappings';
import { missingRoles } from './missing-roles.rules';

const columns = ['Day', 'Kitchen', 'Food', 'Weight lb', 'Price'];
const generic = () => JSON.parse(JSON.stringify(shippedMapping('generic'))) as MappingJson;

describe('assigning the columns of a sheet', () => {
  it('makes the generic mapping fit a sheet, in a form that the importer accepts', () => {
    const assigned = (
      [
        ['Day', 'date'],
        ['Kitchen', 'site'],
        ['Food', 'item'],
        ['Weight lb', 'weight'],
        ['Price', 'cost'],
      ] as const
    ).reduce((mapping, [column, role]) => assign(mapping, { column, role, columns }), generic());
    const complete = { ...assigned, location: { sameAsSite: true }, stage: { constant: 23 } };
    expect(missingRoles(assigned, columns)).toEqual(['location', 'stage']);
    expect(missingRoles(complete, columns)).toEqual([]);
    const parsed = parseMapping(complete);
    expect(parsed).toMatchObject({
      ok: true,
      mapping: {
        dates: { column: 'Day' },
        site: { column: 'Kitchen' },
        item: { column: 'Food' },
        measures: [{ column: 'Weight lb', unit: 'lb', costColumn: 'Price' }],
      },
    });
  });

  it.each(roles.filter((role) => role !== 'none' && role !== 'unit' && role !== 'cost'))(
    'gives a column the role %s and takes it away again',
    (role) => {
      const given = assign(mappingWith() as MappingJson, {
        column: 'Extra',
        role,
        columns: ['Extra', 'date', 'site', 'item', 'kg'],
      });
      expect(roleOf(given, 'Extra')).toBe(role);
      expect(roleOf(assign(given, { column: 'Extra', role: 'none', columns: ['Extra'] }), 'Extra')).toBe('none');
    },
  );

  it('takes the old role of a column away when it gets another', () => {
    const moved = assign(mappingWith() as MappingJson, {
      column: 'item',
      role: 'reason',
      columns: ['date', 'site', 'item', 'kg'],
    });
    expect(moved).not.toHaveProperty('item');
    expect(moved.reason).toEqual({ column: 'item' });
  });

  it('reads a wide sheet: one measure a column, each with a stage and a unit of its own', () => {
    const wide = ['month', 'site', 'kitchen kg', 'plate kg'];
    let mapping = mappingWith({
      measures: [{ kind: 'weight', name: 'Gone', column: 'gone', unit: 'kg' }],
    }) as MappingJson;
    for (const column of wide.slice(2)) mapping = assign(mapping, { column, role: 'weight', columns: wide });
    mapping = changeMeasure(mapping, 'plate kg', { stage: { constant: 23 }, unit: 'g' });
    expect(measuresOf(mapping)).toEqual([
      { kind: 'weight', name: 'kitchen kg', column: 'kitchen kg', unit: 'kg' },
      { kind: 'weight', name: 'plate kg', column: 'plate kg', unit: 'g', stage: { constant: 23 } },
    ]);
  });

  it('prefers a unit column, and goes back to a unit without one', () => {
    const all = ['date', 'site', 'kg', 'Unit'];
    const given = assign(mappingWith() as MappingJson, { column: 'Unit', role: 'unit', columns: all });
    expect(measuresOf(given)[0]).toMatchObject({ unitColumn: 'Unit' });
    expect(measuresOf(given)[0]).not.toHaveProperty('unit');
    expect(measuresOf(assign(given, { column: 'Unit', role: 'none', columns: all }))[0]).toMatchObject({ unit: 'kg' });
  });
});

it.each([
  ['net_weight_lb', 'lb'],
  ['Waste (kg)', 'kg'],
  ['Abfall g', 'g'],
  ['oz', 'oz'],
  ['Big bags', 'kg'],
])('takes the unit of "%s" to be %s', (column, unit) => {
  expect(guessUnit(column)).toBe(unit);
});

it.each(Object.keys(dateForms) as DateForm[])('writes dates of the form %s as the importer accepts them', (form) => {
  const mapping = withDateForm(
    mappingWith({ dates: { column: 'date', patterns: ['iso'], year: 2026 } }) as MappingJson,
    form,
  );
  expect(dateFormOf(mapping)).toBe(form);
  expect(parseMapping(mapping)).toMatchObject({ ok: true });
});

it.each(shippedMappingNames)('leaves every entry of %s as it is that nobody changes', (name) => {
  const mapping = JSON.parse(JSON.stringify(shippedMapping(name))) as MappingJson;
  expect(readMapping(writeMapping(mapping))).toEqual(mapping);
  expect(assign(mapping, { column: 'nobody', role: 'none', columns: [] })).toEqual(mapping);
});

it.each(['', '[]', '1', '{', 'null'])('knows that %j is no mapping', (json) => {
  expect(readMapping(json)).toBeNull();
});
