import { describe, expect, it } from 'vitest';
import { unnamedProof, unrunProof, type ListedRow } from './proof.rules';
import type { WrittenTest } from './titles.rules';

const file = 'a.test.ts';
const row = (title: string): ListedRow => ({ list: 'list.ts', section: '8', row: 'the row', test: { file, title } });
const written = (title: string, within: string[] = [], skipped = false): WrittenTest => ({ title, within, skipped });
const run = (title: string, ran: boolean, within: string[] = []) => ({ file, title, within, ran });
const who = 'list.ts, section 8, “the row”';

describe('a row', () => {
  it.each([
    ['of a file that is not there', 'opens', null, `${who}: there is no file a.test.ts.`],
    ['of no test', 'opens', [written('opens slowly')], `${who}: no test in a.test.ts is called “opens”.`],
    ['of two tests', 'opens', [written('opens', ['a']), written('opens', ['b'])], `${who}: 2 tests in a.test.ts are called “opens”; write “describe > opens”.`],
    ['of placeholders', '%s: $x', [written('%s: $x')], `${who}: “%s: $x” says nothing; write “describe > %s: $x”.`],
    ['of a test that never runs', 'opens', [written('opens', [], true)], `${who}: “opens” in a.test.ts is switched off.`],
    ['of one test', 'opens', [written('opens', ['a'])], null],
    ['of one among several, with its group', 'b > opens', [written('opens', ['a']), written('opens', ['b'])], null],
    ['of cases, with their group', 'the rules > %s', [written('%s', ['the rules'])], null],
  ])('%s', (_what, title, tests, sentence) => {
    expect(unnamedProof(row(title), tests)).toBe(sentence);
  });
});

describe('the run of a row', () => {
  const opens = [written('opens')];
  const skipped = (title: string) => `${who} is not proved: “${title}” in a.test.ts was skipped.`;
  const missing = (title: string) => `${who} is not proved: “${title}” in a.test.ts did not run.`;
  it.each([
    ['ran', 'opens', opens, [run('opens', true)], null],
    ['was skipped', 'opens', opens, [run('opens', false)], skipped('opens')],
    ['is missing', 'opens', opens, [run('opens more', true), run('opens', true, ['a']), { ...run('opens', true), file: 'b.test.ts' }], missing('opens')],
    ['ran on the other database', 'opens', opens, [run('opens', false), run('opens', true)], null],
    ['of each case', '%s (a.b) of $name', [written('%s (a.b) of $name')], [run('1 (a.b) of x', true), run('2 (a.b) of\ny', true)], null],
    ['of a case that was skipped', '%s opens', [written('%s opens')], [run('1 opens', true), run('2 opens', false)], skipped('2 opens')],
    ['of a template', 'at ${width} px', [written('at ${width} px')], [run('at 390 px', true)], null],
    ['with per cent', '%d %% of it', [written('%d %% of it')], [run('5 % of it', true)], null],
    ['within cases', 'of %s > opens', [written('opens', ['of %s'])], [run('opens', true, ['of kitchens'])], null],
  ])('%s', (_what, title, tests, runs, sentence) => {
    expect(unrunProof(row(title), tests, runs)).toBe(sentence);
  });
});
