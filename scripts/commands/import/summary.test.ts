import { describe, expect, it } from 'vitest';
import { noneReplaced } from '../../../server/features/imports/line-account.contract';
import { errorLines, summaryOf } from './summary';

const figures = {
  linesRead: 55_646,
  linesRefused: 2,
  account: { taken: 0, replaced: noneReplaced, known: 0, refused: 2, leftOut: { total: 3, zero: 12 }, sums: [] },
  eventsTaken: 39_950,
  eventsKnown: 0,
  grams: 72_094_039,
  costs: { USD: '173267.9300' },
  firstDay: '2025-05-01',
  lastDay: '2025-05-30',
};

describe('summaryOf', () => {
  it('lines up what went in', () => {
    expect(
      summaryOf({ ...figures, dryRun: false, id: 7, sitesCreated: 190, locationsCreated: 190, weeks: 929 }).split('\n'),
    ).toEqual([
      '  Import                          7',
      '  Lines read                 55,646',
      '  Lines refused                   2',
      '  Left out, totals                3',
      '  Left out, zero weight          12',
      '  Events imported            39,950',
      '  Events already there            0',
      '  Net weight, kg           72,094.0',
      '  Cost, USD              173,267.93',
      '  First day              2025-05-01',
      '  Last day               2025-05-30',
      '  Sites created                 190',
      '  Locations created             190',
      '  Weeks rolled up               929',
    ]);
  });

  it('names unknown sites in a dry run, but not all of many', () => {
    const names = Array.from({ length: 10 }, (_, at) => `Site ${at}`);
    const text = summaryOf({ ...figures, dryRun: true, createsSites: false, unknownSites: { count: 12, names } });
    expect(text).toContain('Events that would go in');
    expect(text).toMatch(/Unknown sites\s+12\n {2}Site 0, .*Site 7 and 4 more$/);
    expect(text).not.toContain('Sites created');
  });
});

it('says where a fault is, what stands there, and why', () => {
  const errors = [
    { line: 4, column: 'date', raw: '30.2.2026' },
    { line: 9, column: null, raw: '' },
  ];
  expect(errorLines(errors, () => 'No.')).toBe('  line 4, date "30.2.2026": No.\n  line 9: No.');
});
