import { describe, expect, it } from 'vitest';
import { labelIn } from './answer-form.rules';
import { answerForm } from './vision.contract';

const items = [
  { itemId: 1, name: 'Bread' },
  { itemId: 2, name: 'Soup, clear' },
];
const read = (sent: object) => labelIn(answerForm.parse(sent), items);
const whole = (itemId: number) => ({ kind: 'item', parts: [{ itemId, share: 100 }] });
const halves = { partItem1: 'bread', share1: '50', partItem3: 'Soup, clear', share3: '50' };
const split = {
  kind: 'split',
  parts: [
    { itemId: 1, share: 50 },
    { itemId: 2, share: 50 },
  ],
};

describe('labelIn', () => {
  it.each([
    [{ answer: 'item:2' }, whole(2)],
    [{ answer: 'item:3' }, { field: 'itemName', code: 'machineVision.unknownItem' }],
    [{ answer: 'typed', itemName: 'soup, CLEAR' }, whole(2)],
    [
      { answer: 'typed', itemName: 'Soup' },
      { field: 'itemName', code: 'machineVision.unknownItem' },
    ],
    [{ answer: 'typed' }, { field: 'itemName', code: 'errors.required' }],
    [
      { answer: 'notFood', itemName: 'Bread' },
      { kind: 'notFood', parts: [] },
    ],
    [{ answer: 'unreadable' }, { kind: 'unreadable', parts: [] }],
    [{ answer: 'split', ...halves }, split],
    [{ answer: 'typed', ...halves }, split],
    [
      { answer: 'split', ...halves, share3: '49' },
      { field: 'split', code: 'machineVision.sharesSum' },
    ],
    [
      { answer: 'split', ...halves, share3: '' },
      { field: 'share3', code: 'machineVision.shareMissing' },
    ],
    [
      { answer: 'split', ...halves, partItem3: '' },
      { field: 'partItem3', code: 'errors.required' },
    ],
    [
      { answer: 'split', ...halves, partItem3: 'Cake' },
      { field: 'partItem3', code: 'machineVision.unknownItem' },
    ],
    [{ answer: 'split' }, { field: 'split', code: 'machineVision.twoParts' }],
  ])('of %j is %j', (sent, label) => {
    expect(read(sent)).toEqual(label);
  });
});
