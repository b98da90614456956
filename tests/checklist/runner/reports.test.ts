import { expect, it } from 'vitest';
import { testsOf } from './reports';

it('reads the reports of vitest', () => {
  const report = { testResults: [{ name: '/root/server/a.test.ts', assertionResults: [{ title: 'opens', ancestorTitles: ['a', 'b'], status: 'passed' }, { title: 'closes', ancestorTitles: [], status: 'skipped' }] }] };
  expect(testsOf(report, '/root')).toEqual([
    { file: 'server/a.test.ts', title: 'opens', within: ['a', 'b'], ran: true },
    { file: 'server/a.test.ts', title: 'closes', within: [], ran: false },
  ]);
});

it('reads the reports of Playwright, where a test that failed has run', () => {
  const spec = (title: string, ...statuses: string[]) => ({ title, tests: [{ results: statuses.map((status) => ({ status })) }] });
  const report = { config: { rootDir: '/root/tests/e2e' }, suites: [{
    title: 'a.spec.ts', file: 'a.spec.ts', specs: [spec('opens', 'failed', 'timedOut')],
    suites: [{ title: 'group', file: 'a.spec.ts', specs: [spec('closes', 'skipped'), spec('ends')] }],
  }] };
  expect(testsOf(report, '/root')).toEqual([
    { file: 'tests/e2e/a.spec.ts', title: 'opens', within: [], ran: true },
    { file: 'tests/e2e/a.spec.ts', title: 'closes', within: ['group'], ran: false },
    { file: 'tests/e2e/a.spec.ts', title: 'ends', within: ['group'], ran: false },
  ]);
});
