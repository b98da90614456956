import { describe, expect, it } from 'vitest';
import type { CostRule } from '../../domain/catalogue/cost.rules';
import { buttonsOf, inOrder, itemButtons, menuFirst, type OfferedValue } from './default-profile.rules';

const locales = ['en_US', 'de_DE', 'es_ES', 'fr_FR'] as const;
const offer = { locales, images: new Map([[1, '/images/bread.webp']]) };
const value = (valueId: number, name: string, more: Partial<OfferedValue> = {}): OfferedValue => ({
  valueId,
  parentId: null,
  name,
  status: 'A',
  tareGrams: null,
  translations: {},
  ...more,
});
const rule = (itemId: number | null, amountPerKg: number, more: Partial<CostRule> = {}): CostRule => ({
  id: amountPerKg,
  siteId: null,
  itemId,
  amountPerKg,
  currency: 'EUR',
  validFrom: '2020-01-01',
  validTo: null,
  priority: 0,
  ...more,
});

it('leaves out what is retired, and names a value in every language, with its picture', () => {
  const values = [value(1, 'Bread', { translations: { de_DE: 'Brot' } }), value(2, 'Old', { status: 'I' })];
  expect(buttonsOf('reason', values, offer)).toEqual([
    {
      kind: 'reason',
      refId: 1,
      names: { en_US: 'Bread', de_DE: 'Brot', es_ES: 'Bread', fr_FR: 'Bread' },
      image: '/images/bread.webp',
      tareGrams: null,
      costPerKg: null,
    },
  ]);
  const tares = [value(3, 'Tub', { tareGrams: 250 }), value(4, 'Tray')];
  expect(buttonsOf('container', tares, offer).map(({ tareGrams }) => tareGrams)).toEqual([250, 0]);
});

describe('items', () => {
  const values = [
    value(1, 'Apple'),
    value(2, 'Bread', { parentId: 9 }),
    value(3, 'Cake'),
    value(9, 'Dry', { status: 'I' }),
  ];
  const at = { siteId: 1, day: '2026-03-02', currency: 'EUR' };

  it('that are weighed most stand above the others', () => {
    const buttons = itemButtons(values, { ...offer, mostWeighed: [3, 9, 2], rules: [], at });
    expect(buttons.map(({ kind, refId }) => `${kind} ${refId}`)).toEqual([
      'express 3',
      'express 2',
      'item 3',
      'item 2',
      'item 1',
    ]);
  });

  it('cost what the nearest rule says: of the item, of what it lies in, of all', () => {
    const rules = [rule(null, 1), rule(9, 2), rule(3, 3), rule(1, 4, { currency: 'USD' }), rule(1, 5, { siteId: 2 })];
    const prices = itemButtons(values, { ...offer, mostWeighed: [], rules, at }).map(({ costPerKg }) => costPerKg);
    expect(prices).toEqual([1, 2, 3].map((amount) => ({ amount: String(amount), currency: 'EUR' })));
    expect(itemButtons(values, { ...offer, mostWeighed: [], rules: [], at })[0]?.costPerKg).toBeNull();
  });
});

describe('what was chosen of what is in use', () => {
  const button = (kind: 'item' | 'container', refId: number) => ({
    kind,
    refId,
    names: {} as Record<'en_US' | 'de_DE' | 'es_ES' | 'fr_FR', string>,
    image: null,
    tareGrams: null,
    costPerKg: null,
  });
  const inUse = [button('item', 1), button('item', 2), button('container', 1)];
  const chosen = (...pairs: [Parameters<typeof inOrder>[1][number]['kind'], number][]) =>
    pairs.map(([kind, refId]) => ({ kind, refId }));

  it.each([
    ['its order', chosen(['container', 1], ['item', 2], ['item', 1]), ['container 1', 'item 2', 'item 1']],
    ['an express item', chosen(['express', 2], ['item', 2]), ['express 2', 'item 2']],
    ['what is no longer in use', chosen(['item', 9], ['item', 1]), ['item 1']],
  ])('%s', (_what, given, shown) => {
    expect(inOrder(inUse, given).map(({ kind, refId }) => `${kind} ${refId}`)).toEqual(shown);
  });
});

it('puts the items of the day’s menu first, and moves nothing else', () => {
  const items = buttonsOf('item', [value(1, 'Apple'), value(2, 'Bread'), value(3, 'Cake'), value(4, 'Dal')], {
    locales,
    images: new Map(),
  });
  const [reason] = buttonsOf('reason', [value(2, 'Burnt')], { locales, images: new Map() });
  const express = { ...items[0]!, kind: 'express' as const };
  const buttons = menuFirst([express, ...items, reason!], new Set([2, 4, 99]));
  expect(buttons.map(({ kind, refId }) => `${kind} ${refId}`)).toEqual([
    'express 1',
    'item 2',
    'item 4',
    'item 1',
    'item 3',
    'reason 2',
  ]);
});
