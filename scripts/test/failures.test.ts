import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { playwrightFailures, vitestFailures } from './failures.mjs';

const folder = mkdtempSync(path.join(tmpdir(), 'tare-failures-'));
afterAll(() => rmSync(folder, { recursive: true }));

function written(content: object) {
  const file = path.join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}

it('names the failed tests of vitest, and a file that does not load', () => {
  const testResults = [
    {
      name: 'a.test.ts',
      status: 'failed',
      message: '',
      assertionResults: [
        { status: 'passed', fullName: 'adds' },
        { status: 'failed', fullName: 'sums two', failureMessages: ['expected 3 to be 4\n    at a.test.ts:2'] },
      ],
    },
    { name: 'b.test.ts', status: 'failed', message: 'no such module\n    at b.test.ts:1', assertionResults: [] },
    { name: 'c.test.ts', status: 'passed', message: '', assertionResults: [{ status: 'passed', fullName: 'holds' }] },
  ];
  expect(vitestFailures(written({ testResults }))).toEqual([
    'a.test.ts: sums two: expected 3 to be 4',
    'b.test.ts: no such module',
  ]);
});

it('names the failed journeys of Playwright at any depth, and not those that passed when run again', () => {
  const spec = (title: string, ok: boolean, message?: string) => ({
    file: 'a.spec.ts',
    title,
    ok,
    tests: [
      {
        results: [{ error: { message: 'the first try' } }, { error: message === undefined ? undefined : { message } }],
      },
    ],
  });
  const suites = [
    {
      specs: [spec('signs in', false, 'timeout\n  at 1')],
      suites: [{ specs: [spec('is flaky', true), spec('signs out', false, 'gone')] }],
    },
  ];
  expect(playwrightFailures(written({ suites, errors: [{ message: 'b.spec.ts does not load\n  at 1' }] }))).toEqual([
    'a.spec.ts: signs in: timeout',
    'a.spec.ts: signs out: gone',
    'b.spec.ts does not load',
  ]);
});

it('of a run that died without a report there is nothing to name', () => {
  const absent = path.join(folder, 'absent.json');
  expect([vitestFailures(absent), playwrightFailures(absent)]).toEqual([[], []]);
});
