import { expect, it } from 'vitest';
import { mostOptions, someOf } from './event-choices.rules';

const labels = (names: string[], text: string) =>
  someOf(
    names.map((label) => ({ label })),
    text,
  ).options.map(({ label }) => label);
const names = ['Crème brûlée', 'Brown rice', 'Rice', 'Rice pudding, warm', 'Pasta'];

it.each([
  ['', names],
  ['  ', names],
  ['rice', ['Rice', 'Rice pudding, warm', 'Brown rice']],
  ['WARM rice', ['Rice pudding, warm']],
  ['creme bru', ['Crème brûlée']],
  ['soup', []],
])('%j finds %j', (text, found) => expect(labels(names, text)).toEqual(found));

it('finds by the group too', () => {
  expect(
    someOf(
      [
        { label: 'Kitchen', group: 'North' },
        { label: 'Kitchen', group: 'South' },
      ],
      'kitchen sou',
    ).options,
  ).toEqual([{ label: 'Kitchen', group: 'South' }]);
});

it.each([
  [0, 0, false],
  [1, 1, false],
  [mostOptions, mostOptions, false],
  [mostOptions + 1, mostOptions, true],
  [10_000, mostOptions, true],
])('of %i it gives %i', (count, given, more) => {
  const found = someOf(
    Array.from({ length: count }, (_, at) => ({ label: `Item ${at}` })),
    'item',
  );
  expect([found.options.length, found.more]).toEqual([given, more]);
});
