import { describe, expect, it } from 'vitest';
import { assumptionsOf } from './assumptions.rules';
import { draftMapping, openQuestions, withAnswer } from './draft-mapping.rules';
import { guessSheet } from './guess.rules';
import type { MappingJson } from './mapping-json.rules';
import { parseMapping } from './mapping.rules';
import { shippedMapping } from './mappings';
import type { Question } from './question.contract';

const generic = JSON.parse(JSON.stringify(shippedMapping('generic'))) as MappingJson;
const newSites = { country: 'DE', timeZone: 'Europe/Berlin', currency: 'EUR' };

function draft(text: string) {
  const guess = guessSheet(text.split('\n').map((line, at) => ({ line: at + 1, cells: line.split(';') })));
  if (!guess) throw new Error('the sheet is no table');
  const mapping: MappingJson = { ...draftMapping(generic, guess, { unit: 'kg' }), newSites };
  return { guess, mapping, open: openQuestions(mapping, { columns: guess.columns, swapped: false }) };
}

function assumed({ guess, mapping }: ReturnType<typeof draft>): string[] {
  const parsed = parseMapping(mapping);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return assumptionsOf(parsed.mapping, guess).map(({ is, change, ...said }) =>
    [is, ...Object.values(said).filter((value) => typeof value !== 'object'), `(${change})`].join(' '),
  );
}

const dated = 'Datum;Küche;Speise;kg\n20.3.2026;Nord;Reis;1,5\n21.3.2026;Süd;Erbsen;2';

describe('a draft', () => {
  it.each<[string, string, string[]]>([
    [
      'runs without a question where the sheet says the rest',
      dated,
      ['unitHeading kg kg (unit)', 'dates dayFirst (dateForm)', 'stage 8 (stage)'],
    ],
    [
      'takes the usual unit where none is stated',
      'Datum;Küche;Menge\n20.3.2026;Nord;1,5\n21.3.2026;Süd;2',
      ['unitUsual kg (unit)', 'dates dayFirst (dateForm)', 'stage 8 (stage)'],
    ],
    [
      'takes the unit of the cells',
      'Day;Site;Weight\n2026-03-20;Nord;1.5 kg\n2026-03-21;Nord;2 kg',
      ['unitCells kg (unit)', 'dates yearFirst (dateForm)', 'stage 8 (stage)'],
    ],
    [
      'takes the unit of a column',
      'Day;Site;Weight;Unit\n2026-03-20;Nord;1.5;kg\n2026-03-21;Nord;2;g',
      ['unitColumn Unit (columns)', 'dates yearFirst (dateForm)', 'stage 8 (stage)'],
    ],
    [
      'fills down what stands once a block',
      'Day;Site;Item;kg\n2026-03-20;Nord;Rice;1\n;;Peas;2\n;;Beans;3\n2026-03-21;Nord;Rice;1\n;;Peas;2',
      [
        'unitHeading kg kg (unit)',
        'dates yearFirst (dateForm)',
        'fillDown Day (fillDown)',
        'fillDown Site (fillDown)',
        'stage 8 (stage)',
      ],
    ],
    [
      'leaves a column of remarks to whoever wants it',
      'Day;Site;kg;Weather\n2026-03-20;Nord;1;sunny\n2026-03-21;Nord;2;rain',
      ['unitHeading kg kg (unit)', 'dates yearFirst (dateForm)', 'stage 8 (stage)', 'notRead (columns)'],
    ],
  ])('%s', (_what, text, expected) => {
    const drafted = draft(text);
    expect(drafted.open).toEqual([]);
    expect(assumed(drafted)).toEqual(expected);
  });

  it('creates kitchens and sites', () => {
    expect(draft(dated).mapping.unknownSites).toBe('create');
  });

  it.each<[string, string, Question[]]>([
    ['two readings of a day', 'Date;Site;kg\n03/04/2026;Nord;1\n05/06/2026;Nord;2', ['dateForm']],
    ['no kitchen', 'Date;Item;kg\n2026-03-20;Rice;1\n2026-03-21;Peas;2', ['site']],
    ['no year', 'Tag;Küche;kg\n13.3.;Nord;1\n2.4.;Nord;2', ['year']],
    ['no day', 'Site;Item;kg\nNord;Rice;1\nNord;Peas;2', ['day']],
  ])('asks about %s', (_what, text, questions) => {
    expect(draft(text).open).toEqual(questions);
  });
});

describe('an answer', () => {
  it.each<[string, string, { ask: Question; value: string }, object]>([
    [
      'the order of day and month',
      'Date;Site;kg\n03/04/2026;Nord;1\n05/06/2026;Nord;2',
      { ask: 'dateForm', value: 'monthFirst' },
      {},
    ],
    ['the kitchen', 'Date;Item;kg\n2026-03-20;Rice;1', { ask: 'site', value: 'Nord' }, { site: { constant: 'Nord' } }],
    [
      'the day',
      'Site;Item;kg\nNord;Rice;1\nNord;Peas;2',
      { ask: 'day', value: '2026-03-20' },
      { dates: { constant: '2026-03-20' } },
    ],
    ['the kind', dated, { ask: 'stage', value: '23' }, { stage: { constant: 23 } }],
    ['the unit', dated, { ask: 'unit', value: 'lb' }, { measures: [{ unit: 'lb' }] }],
    ['whether sites are new', dated, { ask: 'newSites', value: 'refuse' }, { unknownSites: 'refuse' }],
  ])('says %s, and nothing is open then', (_what, text, said, expected) => {
    const { guess, mapping } = draft(text);
    const answered = withAnswer(mapping, said, { columns: guess.columns, unit: 'kg' });
    expect(openQuestions(answered, { columns: guess.columns, swapped: false })).toEqual([]);
    const parsed = parseMapping(answered);
    expect(parsed.ok && parsed.mapping).toMatchObject(expected);
  });

  it('about swapped days is asked first, and once', () => {
    const { guess, mapping } = draft(dated);
    const asked = (of: MappingJson) => openQuestions(of, { columns: guess.columns, swapped: true });
    expect(asked(mapping)).toEqual(['swapped']);
    expect(
      asked(withAnswer(mapping, { ask: 'swapped', value: 'yes' }, { columns: guess.columns, unit: 'kg' })),
    ).toEqual([]);
  });
});
