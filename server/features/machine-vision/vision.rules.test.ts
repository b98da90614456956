import { describe, expect, it } from 'vitest';
import type { LabelPart } from './vision.contract';
import {
  agreementOf,
  answerText,
  itemNamed,
  mayUndo,
  namedItems,
  needsAnother,
  partsProblem,
  shownStatus,
  standingOf,
  type OpenAnswer,
} from './vision.rules';

const part = (itemId: number, share: number): LabelPart => ({ itemId, share });

describe('partsProblem', () => {
  it.each([
    [[], 'machineVision.twoParts'],
    [[part(1, 100)], 'machineVision.twoParts'],
    [[part(1, 50), part(1, 50)], 'machineVision.partTwice'],
    [[part(1, 50), part(2, 49)], 'machineVision.sharesSum'],
    [[part(1, 50), part(2, 51)], 'machineVision.sharesSum'],
    [[part(1, 1), part(2, 99)], null],
    [[part(1, 33), part(2, 33), part(3, 34)], null],
  ])('of %j is %s', (parts, problem) => {
    expect(partsProblem(parts)).toBe(problem);
  });
});

describe('answerText', () => {
  it('is the same for the same parts in another order, and for nothing else', () => {
    const one = answerText({ kind: 'split', parts: [part(12, 60), part(3, 40)] });
    expect(one).toBe(answerText({ kind: 'split', parts: [part(3, 40), part(12, 60)] }));
    expect(one).not.toBe(answerText({ kind: 'split', parts: [part(3, 60), part(12, 40)] }));
    expect(answerText({ kind: 'notFood', parts: [] })).not.toBe(answerText({ kind: 'unreadable', parts: [] }));
  });
});

const by = (userId: number, answer = 'a', secondWanted = false): OpenAnswer => ({ userId, answer, secondWanted });

describe('standingOf and needsAnother', () => {
  it.each([
    [[], 'waiting', false],
    [[by(1)], 'ready', false],
    [[by(1, 'a', true)], 'second', true],
    [[by(2, 'a', true)], 'second', false],
    [[by(1, 'a', true), by(2)], 'ready', false],
    [[by(1, 'a', true), by(2, 'b')], 'disagreed', false],
    [[by(1), by(2, 'b'), by(3)], 'disagreed', false],
  ] as const)('of %j are %s and %s for person 1', (open, standing, another) => {
    expect(standingOf(open)).toBe(standing);
    expect(needsAnother(open, 1)).toBe(another);
  });
});

describe('agreementOf', () => {
  const given = (eventId: number, userId: number, answer: string) => ({ eventId, userId, answer });
  it.each([
    [[], 0, 0],
    [[given(1, 1, 'a')], 0, 0],
    // The same person twice is no second opinion.
    [[given(1, 1, 'a'), given(1, 1, 'a')], 0, 0],
    [[given(1, 1, 'a'), given(1, 2, 'a'), given(2, 1, 'a'), given(2, 2, 'b')], 2, 1],
    // Whoever gave in afterwards did not agree at first, and a third one is not asked.
    [[given(1, 1, 'a'), given(1, 2, 'b'), given(1, 2, 'a'), given(1, 3, 'a')], 1, 0],
  ])('of %j is %i pairs with %i agreed', (answers, both, agreed) => {
    expect(agreementOf(answers)).toEqual({ both, agreed });
  });
});

describe('namedItems and itemNamed', () => {
  const item = (refId: number, refName: string, parentId: number | null = null, status = 'A') => ({
    refId,
    refName,
    parentId,
    status,
  });
  const items = namedItems([
    item(1, 'Soup', 8),
    item(2, 'soup', 9),
    item(3, 'Rice'),
    item(4, 'Old rice', null, 'I'),
    item(5, 'Egg', 8),
    item(6, 'Egg', 8),
    item(8, 'Hot'),
    item(9, 'Cold'),
  ]);
  it.each([
    ['Rice', 3],
    [' rice ', 3],
    ['Soup', null],
    ['soup (hot)', 1],
    ['Soup (Cold)', 2],
    ['Egg (Hot) #6', 6],
    ['Old rice', null],
    ['', null],
  ])('%j is item %s', (typed, itemId) => {
    expect(itemNamed(items, typed)).toBe(itemId);
  });
});

describe('mayUndo', () => {
  const publishedAt = new Date('2026-03-01T12:00:00Z');
  it.each([
    ['2026-03-31T12:00:00Z', null, true],
    ['2026-03-31T12:00:01Z', null, false],
    ['2026-03-02T12:00:00Z', publishedAt, false],
  ])('at %s, undone %s, is %s', (now, undoneAt, may) => {
    expect(mayUndo({ publishedAt, undoneAt }, new Date(now))).toBe(may);
  });
});

describe('the machine-vision icon', () => {
  // Spec 4: Machine vision icon: count 0 shows classified, non-zero unclassified, null no icon
  it.each([
    [null, null],
    [0, { icon: 'published', says: 'classified', count: 0 }],
    [1, { icon: 'sync', says: 'unclassified', count: 1 }],
    [9_999, { icon: 'sync', says: 'unclassified', count: 9_999 }],
    [10_000, { icon: 'sync', says: 'manyUnclassified', count: 10_000 }],
  ])('of a count of %s is %j', (count, shown) => {
    expect(shownStatus({ count })).toEqual(shown);
  });
});
