import { expect, it } from 'vitest';
import { isPassed } from './verdict.rules';

it.each([
  ['a solved check', { success: true }, undefined, true],
  ['one that was not', { success: false, 'error-codes': ['timeout-or-duplicate'] }, undefined, false],
  ['a score where none is asked for', { success: true, score: 0.1 }, undefined, true],
  ['the least score', { success: true, score: 0.5 }, 0.5, true],
  ['a score below it', { success: true, score: 0.49 }, 0.5, false],
  ['no score where one is asked for', { success: true }, 0.5, false],
  ['a high score of a check that failed', { success: false, score: 0.9 }, 0.5, false],
  ['something else', { ok: true }, undefined, null],
  ['a page', '<html>', undefined, null],
  ['nothing', null, undefined, null],
] as const)('%s', (_case, answer, minScore, passed) => {
  expect(isPassed(answer, { minScore })).toBe(passed);
});
