import { describe, expect, it } from 'vitest';
import { mostOpen, mostSteps, parseOpen, withBranch, writeOpen } from './open-branches.rules';

const id = (digit: string) =>
  `${digit.repeat(8)}-${digit.repeat(4)}-4${digit.repeat(3)}-8${digit.repeat(3)}-${digit.repeat(12)}`;

describe('the open branches of an address', () => {
  it.each([
    [undefined, []],
    ['', []],
    ['no id', []],
    [id('a'), [[id('a'), 1]]],
    [id('A'), [[id('a'), 1]]],
    [
      `${id('a')}.3,${id('b')},,x`,
      [
        [id('a'), 3],
        [id('b'), 1],
      ],
    ],
    [`${id('a')}.99`, [[id('a'), mostSteps]]],
    [`${id('a')}.0`, []],
  ])('are read from %s', (given, open) => {
    expect([...parseOpen(given)]).toEqual(open);
  });

  it('are written as they are read, opened, shown further and closed', () => {
    const open = withBranch(withBranch(parseOpen(id('a')), id('b'), 1), id('a'), 2);
    expect(writeOpen(open)).toBe(`${id('b')},${id('a')}.2`);
    expect(writeOpen(withBranch(open, id('b'), null))).toBe(`${id('a')}.2`);
  });

  it('are never so many that an address would not hold them', () => {
    let open = parseOpen();
    for (let at = 0; at <= mostOpen; at += 1)
      open = withBranch(open, id('0').slice(0, -2) + String(at).padStart(2, '0'), 1);
    expect(open.size).toBe(mostOpen);
    expect(open.has(id('0'))).toBe(false);
  });
});
