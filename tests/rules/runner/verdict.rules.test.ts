import { describe, expect, it } from 'vitest';
import type { Rule } from '../rule';
import { createSwitch, ruleCalled, without } from './switched-off';
import { isSeen, verdict, whyUnfit, type Ran } from './verdict.rules';

const rule: Rule = { name: 'a code works once', of: '4', file: 'a.ts', text: 'usedAt === null && ', off: '', seenBy: ['a.test.ts', 'a code > works once'] };
const ran = (red: number, green: number, errors: string[] = []): Ran =>
  ({ red: Array.from({ length: red }, (_, at) => `case ${at + 1}`), green: Array.from({ length: green }, (_, at) => `green ${at + 1}`), errors });

describe('a rule that is off', () => {
  it.each([
    ['that one case saw', ran(1, 2), true, ['[section 4] a code works once', '  red: a.test.ts > case 1']],
    ['that many cases saw', ran(5, 0), true, ['[section 4] a code works once', '  red: a.test.ts > case 1', '  red: a.test.ts > case 2', '  red: a.test.ts > case 3', '  and 2 more cases of it']],
    ['that none saw', ran(0, 2), false, ['[section 4] a code works once', '  NO TEST SAW IT (2 green in a.test.ts)']],
    ['that kept the file from running', ran(1, 0, ['no such export']), false, ['[section 4] a code works once', '  NO TEST SAW IT: a.test.ts could not run: no such export']],
  ])('%s', (_what, came, seen, lines) => {
    expect([isSeen(came), verdict(rule, came).split('\n')]).toEqual([seen, lines]);
  });
});

describe('a test with every rule in force', () => {
  it.each([
    ['that is green is fit', ran(0, 1), null],
    ['that is red sees nothing', ran(1, 3), '“case 1” in a.test.ts is red with every rule in force.'],
    ['that did not run sees nothing', ran(0, 0), '“a code > works once” in a.test.ts did not run.'],
    ['whose file cannot run sees nothing', ran(0, 1, ['no database']), 'a.test.ts cannot run: no database'],
  ])('%s', (_what, came, reason) => {
    expect(whyUnfit(rule, came)).toBe(reason);
  });
});

describe('the text of a rule', () => {
  it('is taken out where it stands once, and nowhere else', () => {
    expect(without(rule, 'usedAt === null && expiresAt > now')).toBe('expiresAt > now');
    for (const code of ['expiresAt > now', 'usedAt === null && usedAt === null && true']) expect(() => without(rule, code)).toThrow('a code works once');
  });

  it('is taken out of its own file alone, while it is off', () => {
    const one = createSwitch('/root');
    const transform = one.plugin.transform as unknown as (code: string, id: string) => { code: string } | null;
    expect(transform('usedAt === null && true', '/root/a.ts')).toBeNull();
    one.off = rule;
    expect(transform('usedAt === null && true', '/root/a.ts?v=1')?.code).toBe('true');
    expect(transform('usedAt === null && true', '/root/b.ts')).toBeNull();
  });

  it('is found by its name', () => {
    expect(ruleCalled([rule], 'a code works once')).toBe(rule);
    expect(() => ruleCalled([rule], 'another')).toThrow('“another”');
  });
});
