import { describe, expect, it } from 'vitest';
import { translatedNames } from './catalogue-names.rules';
import { containers, dayparts, items, reasons, sinks, sources } from './catalogue.rules';

const lists = {
  items: [...items, ...[...new Set(items.map(({ category }) => category))].map((name) => ({ name }))],
  reasons,
  sources,
  sinks,
  dayparts,
  containers,
};
const names = Object.values(lists).flatMap((list) => list.map(({ name }) => name));

it('has each name of the catalogue and no other', () => {
  expect([...translatedNames.keys()].sort()).toEqual([...new Set(names)].sort());
});

describe.each(['de_DE', 'es_ES', 'fr_FR'] as const)('in %s', (locale) => {
  it.each(Object.entries(lists))('no two %s share a name', (_, list) => {
    const translated = list.map(({ name }) => translatedNames.get(name)?.[locale]?.toLocaleLowerCase());
    expect(new Set(translated).size).toBe(list.length);
  });
});
