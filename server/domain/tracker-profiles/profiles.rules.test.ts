import { describe, expect, it } from 'vitest';
import { compareButtons } from './compare.rules';
import { holdSame, movedTo, orderOfNow, stepped } from './order.rules';
import type { ButtonKind, KeptButton } from './profiles.contract';
import { kinds, onceEach, refusePublish } from './profiles.rules';
import { buttonKinds } from './tracker-profile.contract';

const of = (kind: ButtonKind, ...ids: number[]): KeptButton[] => ids.map((refId) => ({ kind, refId }));

it('knows the kinds of what a tracker is told, in its order', () => expect(kinds).toEqual(buttonKinds));

describe('an order', () => {
  it.each<[number[], number, number, number[]]>([
    [[1, 2, 3, 4], 1, 2, [2, 3, 1, 4]],
    [[1, 2, 3, 4], 4, 0, [4, 1, 2, 3]],
    [[1, 2, 3], 2, 99, [1, 3, 2]],
    [[1, 2, 3], 2, -5, [2, 1, 3]],
    [[1, 2, 3], 9, 0, [1, 2, 3]],
  ])('of %j with %i at %i is %j', (ids, id, place, moved) => expect(movedTo(ids, id, place)).toEqual(moved));

  it.each<[number, -1 | 1, number[]]>([
    [2, -1, [2, 1, 3]],
    [2, 1, [1, 3, 2]],
    [1, -1, [1, 2, 3]],
    [3, 1, [1, 2, 3]],
    [9, 1, [1, 2, 3]],
  ])('of 1, 2, 3 with %i moved by %i is %j', (id, by, moved) => expect(stepped([1, 2, 3], id, by)).toEqual(moved));

  it.each<[number[], number[], boolean]>([
    [[1, 2], [2, 1], true],
    [[], [], true],
    [[1, 2], [1], false],
    [[1, 2], [1, 3], false],
    [[1, 2], [1, 1], false],
    [[1, 1], [1, 2], false],
  ])('%j is an order of %j: %s', (one, other, same) => expect(holdSame(one, other)).toBe(same));

  it.each<[number[], number[], number[]]>([
    [
      [3, 2, 1],
      [1, 2, 3, 4],
      [3, 2, 1, 4],
    ],
    [
      [3, 2, 1],
      [1, 3],
      [3, 1],
    ],
    [[], [1, 2], [1, 2]],
  ])('%j of what is now %j is %j', (wanted, now, order) => expect(orderOfNow(wanted, now)).toEqual(order));
});

describe('two versions', () => {
  it.each<[string, KeptButton[], KeptButton[], unknown[]]>([
    ['that are the same', of('item', 1, 2), of('item', 1, 2), []],
    ['of which the later has more', [], of('item', 1), [{ kind: 'item', added: [1], removed: [], moved: [] }]],
    [
      'of which the later has less',
      of('item', 1, 2),
      of('item', 2),
      [{ kind: 'item', added: [], removed: [1], moved: [] }],
    ],
    [
      'of which one button went from last to first',
      of('item', 1, 2, 3, 4),
      of('item', 4, 1, 2, 3),
      [{ kind: 'item', added: [], removed: [], moved: [{ refId: 4, from: 4, to: 1 }] }],
    ],
    [
      'of which two changed places',
      of('item', 1, 2, 3),
      of('item', 3, 2, 1),
      [
        {
          kind: 'item',
          added: [],
          removed: [],
          moved: [
            { refId: 2, from: 2, to: 2 },
            { refId: 1, from: 1, to: 3 },
          ],
        },
      ],
    ],
    [
      'whose kinds differ, each for itself and in the order of the steps',
      [...of('reason', 7), ...of('stage', 8)],
      [...of('reason', 9), ...of('stage', 8, 9)],
      [
        { kind: 'stage', added: [9], removed: [], moved: [] },
        { kind: 'reason', added: [9], removed: [7], moved: [] },
      ],
    ],
    [
      'where what is new pushes others on, which have not moved',
      of('item', 1, 2),
      of('item', 5, 1, 2),
      [{ kind: 'item', added: [5], removed: [], moved: [] }],
    ],
  ])('%s', (_, before, after, changes) => expect(compareButtons(before, after)).toEqual(changes));
});

it.each<[KeptButton[], string | null]>([
  [[], 'menuManager.noStageAndItem'],
  [of('stage', 8), 'menuManager.noItem'],
  [of('item', 1), 'menuManager.noStage'],
  [[...of('stage', 8), ...of('express', 1)], 'menuManager.noItem'],
  [[...of('stage', 8), ...of('item', 1)], null],
])('publishing %j is refused by %j', (buttons, refusal) => expect(refusePublish(buttons)).toBe(refusal));

it('has each button once, at its first place', () =>
  expect(onceEach([...of('item', 2, 1, 2), ...of('reason', 2)])).toEqual([...of('item', 2, 1), ...of('reason', 2)]));
