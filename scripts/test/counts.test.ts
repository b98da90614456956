import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { closingLine, countPlaywright, countVitest, nothing, sum } from './counts.mjs';

const folder = mkdtempSync(path.join(tmpdir(), 'tare-counts-'));
const report = path.join(folder, 'report.json');
afterAll(() => rmSync(folder, { recursive: true }));

function written(content: object) {
  writeFileSync(report, JSON.stringify(content));
  return report;
}

const suite = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((one) => ({ status: one })),
});

describe('counts of vitest', () => {
  it.each([
    [
      'passed and skipped',
      [suite('passed', 'passed', 'passed', 'pending', 'todo')],
      0,
      { passed: 2, failed: 0, skipped: 2 },
    ],
    ['failed', [suite('failed', 'passed', 'failed')], 1, { passed: 1, failed: 1, skipped: 0 }],
    [
      'a file that does not load',
      [suite('failed'), suite('passed', 'passed')],
      1,
      { passed: 1, failed: 1, skipped: 0 },
    ],
    ['an unhandled error', [suite('passed', 'passed')], 1, { passed: 1, failed: 1, skipped: 0 }],
    ['no test at all', [], 0, { passed: 0, failed: 1, skipped: 0 }],
  ])('%s', (_what, testResults, status, expected) => {
    expect(countVitest(written({ testResults }), status)).toEqual(expected);
  });

  it('a run that died counts as failed', () => {
    expect(countVitest(path.join(folder, 'absent.json'), 137)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });
});

describe('counts of Playwright', () => {
  it.each([
    ['passed', { expected: 3, unexpected: 0, flaky: 0, skipped: 1 }, [], 0, { passed: 3, failed: 0, skipped: 1 }],
    [
      'failed, and one that passed when run again',
      { expected: 3, unexpected: 1, flaky: 1, skipped: 0 },
      [],
      1,
      { passed: 4, failed: 1, skipped: 0 },
    ],
    [
      'a file that does not load',
      { expected: 0, unexpected: 0, flaky: 0, skipped: 0 },
      [{}],
      1,
      { passed: 0, failed: 1, skipped: 0 },
    ],
    [
      'no test at all',
      { expected: 0, unexpected: 0, flaky: 0, skipped: 0 },
      [],
      0,
      { passed: 0, failed: 1, skipped: 0 },
    ],
  ])('%s', (_what, stats, errors, status, expected) => {
    expect(countPlaywright(written({ stats, errors }), status)).toEqual(expected);
  });
});

describe('the closing line', () => {
  it.each([
    [
      [
        { ...nothing, passed: 1 },
        { ...nothing, passed: 2, failed: 1 },
      ],
      'Tests: 3 passed, 1 failed',
    ],
    [
      [
        { ...nothing, passed: 4 },
        { ...nothing, skipped: 1 },
      ],
      'Tests: 4 passed, 0 failed, 1 skipped',
    ],
  ])('sums all suites', (parts, line) => {
    expect(closingLine(parts.reduce(sum, nothing))).toBe(line);
  });
});
