import { describe, expect, it } from 'vitest';
import { plainMapping, mappingWith } from './imports.fixtures';
import { columnsOf, parseMapping, parseMappingText } from './mapping.rules';

const weight = plainMapping.measures[0]!;
const servings = { kind: 'servings', name: 'Left', column: 'left' };
const problemsOf = (value: unknown) => {
  const parsed = parseMapping(value);
  return parsed.ok ? [] : parsed.problems.map(({ path, code }) => `${path} ${code}`);
};
const problemsWith = (changes: Record<string, unknown>) => problemsOf({ ...plainMapping, ...changes });

describe('parseMapping', () => {
  it('fills in what a plain mapping leaves out', () => {
    expect(mappingWith({})).toMatchObject({
      delimiter: 'auto',
      encoding: 'auto',
      decimal: 'auto',
      headerRow: 1,
      unknownSites: 'create',
      dates: { precision: 'day', timeZone: 'site' },
      measures: [{ skipZero: true, holds: 'net' }],
    });
  });

  it.each<[string, unknown, string]>([
    ['nothing', undefined, ' import.mapping.missing'],
    ['a list', [], ' import.mapping.wrongType'],
    ['null', null, ' import.mapping.wrongType'],
  ])('explains %s', (_name, value, problem) => expect(problemsOf(value)).toEqual([problem]));

  it.each<[string, Record<string, unknown>, string]>([
    ['another version', { version: 2 }, 'version import.mapping.notAllowed'],
    ['an unknown entry', { colour: 'red' }, ' import.mapping.unknownKey'],
    ['an unknown delimiter', { delimiter: '#' }, 'delimiter import.mapping.notAllowed'],
    ['an unknown encoding', { encoding: 'ebcdic' }, 'encoding import.mapping.notAllowed'],
    ['a header row of zero', { headerRow: 0 }, 'headerRow import.mapping.outOfRange'],
    ['no name', { name: undefined }, 'name import.mapping.missing'],
    ['a number as name', { name: 5 }, 'name import.mapping.wrongType'],
    ['no measure', { measures: [] }, 'measures import.mapping.measureMissing'],
    ['site without source', { site: {} }, 'site import.mapping.oneOf'],
    ['site with both sources', { site: { column: 'a', constant: 'b' } }, 'site import.mapping.oneOf'],
    ['location with two sources', { location: { column: 'a', sameAsSite: true } }, 'location import.mapping.oneOf'],
    ['an unknown stage', { stage: { constant: 7 } }, 'stage.constant import.mapping.notAllowed'],
    ['no stage at all', { stage: undefined }, 'measures.0.stage import.mapping.stageMissing'],
    ['no defaults for new sites', { newSites: undefined }, 'newSites import.mapping.newSitesMissing'],
    [
      'a country in words',
      { newSites: { ...plainMapping.newSites, country: 'Germany' } },
      'newSites.country import.mapping.notACountry',
    ],
    [
      'an unknown currency',
      { newSites: { ...plainMapping.newSites, currency: 'EURO' } },
      'newSites.currency import.mapping.notACurrency',
    ],
    [
      'an unknown zone',
      { newSites: { ...plainMapping.newSites, timeZone: 'Mars/Olympus' } },
      'newSites.timeZone import.mapping.notATimeZone',
    ],
    [
      'an unknown zone of the sheet',
      { dates: { column: 'd', patterns: ['iso'], timeZone: 'Mars' } },
      'dates.timeZone import.mapping.notATimeZone',
    ],
    ['no date pattern', { dates: { column: 'd', patterns: [] } }, 'dates.patterns import.mapping.empty'],
    ['too many notes', { notes: Array.from({ length: 51 }, () => 'x') }, 'notes import.mapping.tooMany'],
    ['a long note', { notes: ['x'.repeat(2001)] }, 'notes.0 import.mapping.tooLong'],
    [
      'a wrong date pattern',
      { dates: { column: 'd', patterns: ['iso', 'YYYY-MM-DD'] } },
      'dates.patterns.1 import.mapping.notADatePattern',
    ],
    [
      'patterns that contradict',
      { dates: { column: 'd', patterns: ['d/M/yyyy', 'M/d/yyyy'] } },
      'dates.patterns import.mapping.ambiguousDates',
    ],
    [
      'an unknown kind of measure',
      { measures: [{ ...weight, kind: 'volume' }] },
      'measures.0.kind import.mapping.notAllowed',
    ],
    ['a weight without unit', { measures: [{ ...weight, unit: undefined }] }, 'measures.0 import.mapping.oneOf'],
    [
      'a gross weight without tare',
      { measures: [{ ...weight, holds: 'gross' }] },
      'measures.0.tare import.mapping.tareMissing',
    ],
    ['a negative tare', { measures: [{ ...weight, tare: -1 }] }, 'measures.0.tare import.mapping.outOfRange'],
    ['two measures of one name', { measures: [weight, weight] }, 'measures.1.name import.mapping.sameMeasureName'],
    ['servings without grams', { measures: [servings] }, 'measures.0.gramsPerServing import.mapping.missing'],
    [
      'servings of zero grams',
      { measures: [{ ...servings, gramsPerServing: 0 }] },
      'measures.0.gramsPerServing import.mapping.outOfRange',
    ],
    [
      'a serving table with a word',
      { measures: [{ ...servings, gramsPerServing: { by: [{ column: 'u', values: { Each: 'much' } }] } }] },
      'measures.0.gramsPerServing.by.0.values.Each import.mapping.wrongType',
    ],
    [
      'a cost without currency',
      { unknownSites: 'refuse', newSites: undefined, measures: [{ ...weight, costColumn: 'cost' }] },
      'measures.0.currency import.mapping.currencyMissing',
    ],
  ])('explains %s', (_name, changes, problem) => expect(problemsWith(changes)).toEqual([problem]));

  it('names what the sentence needs', () => {
    const parsed = parseMapping({ ...plainMapping, delimiter: '#', extra: 1, site: {} });
    expect(parsed).toMatchObject({
      problems: expect.arrayContaining([
        { path: 'delimiter', code: 'import.mapping.notAllowed', params: { allowed: '"auto", ",", ";", "\\t", "|"' } },
        { path: '', code: 'import.mapping.unknownKey', params: { keys: 'extra' } },
        { path: 'site', code: 'import.mapping.oneOf', params: { keys: 'column, constant, inHeads, worksheet' } },
      ]) as unknown,
    });
  });

  it('reads a mapping file, with a byte-order mark or not, and says when it is no JSON', () => {
    expect(parseMappingText(`\ufeff${JSON.stringify(plainMapping)}`).ok).toBe(true);
    expect(parseMappingText('{"version": 1,')).toEqual({
      ok: false,
      problems: [{ path: '', code: 'import.mapping.notJson', params: {} }],
    });
  });
});

describe('columnsOf', () => {
  it('lists every column that a mapping reads, once', () => {
    const mapping = mappingWith({
      dates: { column: 'date', timeColumn: 'time', patterns: ['iso'] },
      location: { column: 'place' },
      note: { column: 'note' },
      rowKey: ['id', 'date'],
      measures: [
        { ...weight, grossColumn: 'gross', tareColumn: 'tare', costColumn: 'cost', reason: { column: 'why' } },
        {
          ...servings,
          gramsPerServing: {
            by: [
              { column: 'item', values: { x: 1 } },
              { column: 'unit', values: { y: 2 } },
            ],
          },
        },
      ],
    });
    expect(columnsOf(mapping)).toEqual([
      'date',
      'time',
      'site',
      'place',
      'item',
      'note',
      'kg',
      'cost',
      'why',
      'gross',
      'tare',
      'left',
      'unit',
      'id',
    ]);
  });
});
