import { describe, expect, it } from 'vitest';
import { contextFor, mappingWith, plainMapping } from './imports.fixtures';
import { eventsOfLine } from './line.rules';

const weight = plainMapping.measures[0]!;
const cells = { date: '2025-05-01', site: 'Köln', item: 'Rice', kg: '1.5' };

function eventsOf(
  lines: Record<string, string>[],
  changes: Record<string, unknown> = {},
  known: Parameters<typeof contextFor>[0] = {},
) {
  const mapping = mappingWith(changes);
  const context = contextFor({ organisationId: 7, mapping, ...known });
  return lines.flatMap((line, index) => eventsOfLine({ line: index + 2, cells: line }, mapping, context).events);
}
const idsOf = (...args: Parameters<typeof eventsOf>) => eventsOf(...args).map((event) => event.clientEventUuid);
const [id] = idsOf([cells]);

describe('an event is the same', () => {
  it('in every release', () => expect(id).toBe('07285054-d2d4-5321-a4ce-9594899390a3'));

  it.each<[string, Record<string, string>, Record<string, unknown>]>([
    ['with columns in another order', Object.fromEntries(Object.entries(cells).reverse()), {}],
    ['with a decimal comma', { ...cells, kg: '1,500' }, { decimal: ',' }],
    ['in another unit', { ...cells, kg: '1500' }, { measures: [{ ...weight, unit: 'g' }] }],
    [
      'with a date of another form',
      { ...cells, date: '1.5.2025' },
      { dates: { column: 'date', patterns: ['d.M.yyyy'] } },
    ],
    ['with a column more', { ...cells, weather: 'rain' }, {}],
    ['with a note', { ...cells, note: 'burnt' }, { note: { column: 'note' } }],
    ['with names in other letters and spaces', { ...cells, site: ' KÖLN ', item: 'rice' }, {}],
    ['by another mapping', cells, { name: 'Other', measures: [{ ...weight, name: 'Other' }] }],
    ['with its site as a constant', { date: '2025-05-01', item: 'Rice', kg: '1.5' }, { site: { constant: 'Köln' } }],
  ])('%s', (_case, line, changes) => expect(idsOf([line], changes)).toEqual([id]));

  it('wherever it stands, and each of several equal ones is one of its own', () => {
    const twice = idsOf([{ ...cells, kg: '9' }, cells, cells]).slice(1);
    expect(twice[0]).toBe(id);
    expect(new Set(twice).size).toBe(2);
    expect(idsOf([cells, cells])).toEqual(twice);
    expect(
      idsOf([{ ...cells, left: '1.5' }], { measures: [weight, { ...weight, name: 'left', column: 'left' }] }),
    ).toEqual(twice);
  });
});

describe('an event is another', () => {
  it.each<[string, string[]]>([
    ['organisation', idsOf([cells], {}, { organisationId: 8 })],
    ['site', idsOf([{ ...cells, site: 'Bonn' }])],
    ['day', idsOf([{ ...cells, date: '2025-05-02' }])],
    [
      'time',
      idsOf([{ ...cells, date: '2025-05-01T08:00' }], {
        dates: { column: 'date', patterns: ['iso'], precision: 'datetime' },
      }),
    ],
    ['item', idsOf([{ ...cells, item: 'Beans' }])],
    ['weight', idsOf([{ ...cells, kg: '1.51' }])],
    ['stage', idsOf([cells], { stage: { constant: 9 } })],
    ['reason', idsOf([cells], { reason: { constant: 'Spoiled' } })],
    ['cost', idsOf([{ ...cells, cost: '2' }], { measures: [{ ...weight, costColumn: 'cost', currency: 'EUR' }] })],
    ['sink that does not count', idsOf([cells], { sink: { constant: 'Bank', countsAsWaste: false } })],
  ])('of another %s', (_case, ids) => {
    expect(ids).toHaveLength(1);
    expect(ids).not.toContain(id);
  });
});

describe('an event with key columns', () => {
  const key = { rowKey: ['date', 'nr'] };
  const keyed = { ...cells, nr: '17' };

  it('is the same whatever else is corrected, and its content is another then', () => {
    const [before] = eventsOf([keyed], key);
    const [after] = eventsOf([{ ...keyed, kg: '9', item: 'Beans' }], key);
    expect(after?.clientEventUuid).toBe(before?.clientEventUuid);
    expect(after?.contentHash).not.toBe(before?.contentHash);
    expect(
      eventsOf([{ ...keyed, date: '1.5.2025', kg: '1,50' }], {
        ...key,
        decimal: ',',
        dates: { column: 'date', patterns: ['d.M.yyyy'] },
      })[0],
    ).toMatchObject({ clientEventUuid: before?.clientEventUuid, contentHash: before?.contentHash });
  });

  it('is another with another key, mapping or measure', () => {
    const [before] = idsOf([keyed], key);
    for (const ids of [
      idsOf([{ ...keyed, nr: '18' }], key),
      idsOf([keyed], { ...key, name: 'Other' }),
      idsOf([keyed], { ...key, measures: [{ ...weight, name: 'Other' }] }),
    ])
      expect(ids).not.toContain(before);
  });

  it('counts a refused line of the same key, so that mending it moves no other', () => {
    const [, second] = idsOf([keyed, { ...keyed, kg: '2' }], key);
    expect(
      idsOf(
        [
          { ...keyed, kg: 'x' },
          { ...keyed, kg: '2' },
        ],
        key,
      ),
    ).toEqual([second]);
    expect(
      idsOf(
        [
          { ...keyed, site: '' },
          { ...keyed, kg: '2' },
        ],
        key,
      ),
    ).toEqual([second]);
    const german = { ...key, dates: { column: 'date', patterns: ['d.M.yyyy'] } };
    expect(
      idsOf(
        [
          { ...keyed, date: '01.05.2025', site: '' },
          { ...keyed, date: '1.5.2025' },
        ],
        german,
      ),
    ).toEqual([second]);
  });
});

it('carries the UUID of earlier releases only where something of theirs may be there', () => {
  expect(eventsOf([cells])[0]).not.toHaveProperty('earlierUuid');
  expect(
    eventsOf([{ ...cells, kg: '9' }, cells, cells], {}, { importedEarlier: true })
      .map(({ earlierUuid }) => earlierUuid)
      .slice(1),
  ).toEqual(['674e2116-619c-5945-86f2-19bff4581703', expect.any(String)]);
});
