import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  accuracyOfDay,
  averageOf,
  chosenRangeProblem,
  defaultRange,
  firstChoice,
  isChosen,
  latestEnd,
  modeOf,
  noAverageOf,
  pickerLimits,
  rangeProblem,
  select,
  tallyOf,
  weeksOf,
  type Choice,
  type DaySums,
} from './weight-accuracy.rules';

const open = (wasteGrams: number, checkGrams: number): DaySums => ({ closed: false, wasteGrams, checkGrams });
const closed = (wasteGrams = 0, checkGrams = 0): DaySums => ({ closed: true, wasteGrams, checkGrams });

describe('a day', () => {
  // Spec 4: Closed days show --- and are excluded from aggregates
  // Spec 4: Incomplete: open and no check weight, or 105 % or more; label and accuracy 0
  // Spec 4: Accuracy is waste over check weight, 0% when waste is 0
  // Spec 9: Incomplete at 105 %
  it.each([
    ['closed', closed(), 'closed', null],
    ['closed, whatever was weighed', closed(5_000, 5_000), 'closed', null],
    ['closed without a check weight is not incomplete', closed(5_000, 0), 'closed', null],
    ['open and not weighed', open(5_000, 0), 'incomplete', 0],
    ['open with nothing at all', open(0, 0), 'incomplete', 0],
    ['at 105 %', open(105, 100), 'incomplete', 0],
    ['at 105 % of hundredths', open(0.21, 0.2), 'incomplete', 0],
    ['a hundredth of a gram below 105 %', open(1_049.99, 1_000), 'complete', 1.04999],
    ['above 105 %', open(3_000, 1_000), 'incomplete', 0],
    ['above 100 %', open(104, 100), 'complete', 1.04],
    ['all recorded', open(5_000, 5_000), 'complete', 1],
    ['half recorded', open(2_500, 5_000), 'complete', 0.5],
    ['nothing recorded', open(0, 5_000), 'complete', 0],
  ] as const)('is judged: %s', (_, day, state, accuracy) => {
    expect(accuracyOfDay(day)).toEqual({ state, accuracy });
  });
});

describe('several days', () => {
  it.each([
    ['none', [], null, 'noDays', 0],
    ['closed ones alone', [closed(), closed(1, 1)], null, 'allClosed', 0],
    ['incomplete ones alone', [open(1, 0), open(200, 100)], null, 'allIncomplete', 2],
    ['complete ones', [open(90, 100), open(100, 100)], 0.95, null, 0],
    ['a heavy day counts more', [open(900, 1_000), open(0, 100)], 900 / 1_100, null, 0],
    [
      'closed and incomplete days count for nothing',
      [open(90, 100), closed(7, 9), open(5, 0), open(300, 100)],
      0.9,
      null,
      2,
    ],
    ['nothing recorded', [open(0, 100)], 0, null, 0],
  ] as const)('are averaged: %s', (_, days, average, why, incomplete) => {
    const tally = tallyOf(days);
    expect([averageOf(tally), noAverageOf(tally), tally.incompleteDays]).toEqual([average, why, incomplete]);
  });

  // Spec 4: Only open, non-incomplete days count in aggregates
  it('have an average between those of their complete days, below 105 %', () => {
    const grams = fc.integer({ min: 0, max: 1_000_000 }).map((hundredths) => hundredths / 100);
    fc.assert(
      fc.property(fc.array(fc.record({ closed: fc.boolean(), wasteGrams: grams, checkGrams: grams })), (days) => {
        const complete = days.map(accuracyOfDay).flatMap((day) => (day.state === 'complete' ? [day.accuracy] : []));
        const average = averageOf(tallyOf(days));
        if (complete.length === 0) return average === null;
        return (
          average !== null &&
          average >= Math.min(...complete) - 1e-9 &&
          average <= Math.max(...complete) + 1e-9 &&
          average < 1.05
        );
      }),
    );
  });
});

describe('a range', () => {
  // Spec 5: Start max is the end, end min is the start, end max is 28 days ago
  // Spec 9: Range 6 months, default from 1 month before today to yesterday, latest end 28 days ago
  it.each([
    ['2026-03-18', '2026-02-18', '2026-03-17', '2026-02-18'],
    ['2026-03-31', '2026-02-28', '2026-03-30', '2026-03-03'],
    ['2024-03-30', '2024-02-29', '2024-03-29', '2024-03-02'],
    ['2026-01-01', '2025-12-01', '2025-12-31', '2025-12-04'],
  ])('on %s is usually %s to %s, and somebody may choose an end up to %s', (today, begin, end, latest) => {
    expect(defaultRange(today)).toEqual({ begin, end });
    expect(latestEnd(today)).toBe(latest);
    expect(pickerLimits({ begin, end }, today)).toEqual({ beginMax: end, endMin: begin, endMax: latest });
  });

  it.each([
    ['2025-09-18', '2026-03-18', null],
    ['2025-09-18', '2026-03-19', 'overSixMonths'],
    ['2025-08-31', '2026-02-28', null],
    ['2025-08-31', '2026-03-01', 'overSixMonths'],
    ['2026-03-17', '2026-03-17', null],
    ['2026-03-17', '2026-03-16', 'endDateBeforeStartDate'],
  ])('from %s to %s: %s', (begin, end, problem) => {
    expect(rangeProblem({ begin, end })).toBe(problem);
  });

  it.each([
    ['the usual end', '2026-02-18', '2026-03-17', null],
    ['28 days ago', '2026-02-01', '2026-02-18', null],
    ['27 days ago', '2026-02-01', '2026-02-19', 'endTooLate'],
    ['today', '2026-02-01', '2026-03-18', 'endTooLate'],
    ['over six months', '2025-02-01', '2026-02-18', 'overSixMonths'],
    ['the wrong way round', '2026-02-18', '2026-02-17', 'endDateBeforeStartDate'],
  ])('chosen by somebody on 2026-03-18, %s', (_, begin, end, problem) => {
    expect(chosenRangeProblem({ begin, end }, '2026-03-18')).toBe(problem);
  });

  // Spec 4: Weeks are grouped by Monday
  it.each([
    ['2026-03-18', '2026-03-18', ['2026-03-16']],
    ['2026-03-15', '2026-03-16', ['2026-03-09', '2026-03-16']],
    ['2026-03-16', '2026-03-22', ['2026-03-16']],
    ['2025-12-29', '2026-01-05', ['2025-12-29', '2026-01-05']],
    ['2026-03-02', '2026-04-06', ['2026-03-02', '2026-03-09', '2026-03-16', '2026-03-23', '2026-03-30', '2026-04-06']],
  ])('from %s to %s has the weeks %j', (begin, end, weeks) => {
    expect(weeksOf({ begin, end })).toEqual(weeks);
  });
});

describe('the selection', () => {
  // Spec 4: Display mode: organisation, site, single location
  it.each([
    ['', '', 'organisation'],
    ['A', '', 'organisation'],
    ['I', '', 'organisation'],
    ['', 7, 'organisation'],
    [3, '', 'site'],
    [3, 'A', 'site'],
    [3, 'I', 'site'],
    [3, 7, 'location'],
  ] as const)('site %j and location %j show the table of the %s', (site, location, mode) => {
    expect(modeOf({ site, location })).toBe(mode);
  });

  // Spec 4: Choosing all sites resets both; all locations stay in the site
  it.each([
    ['all sites take the location with them', { site: 3, location: 7 }, { site: '' }, { site: '', location: '' }],
    ['active sites take it too', { site: 3, location: 7 }, { site: 'A' }, { site: 'A', location: '' }],
    ['another site begins with all of its locations', { site: 3, location: 7 }, { site: 4 }, { site: 4, location: '' }],
    ['all locations stay in their site', { site: 3, location: 7 }, { location: '' }, { site: 3, location: '' }],
    ['inactive locations of a site', { site: 3, location: '' }, { location: 'I' }, { site: 3, location: 'I' }],
    ['a location', { site: 3, location: 'A' }, { location: 8 }, { site: 3, location: 8 }],
    ['a location without a site is none', { site: 'A', location: '' }, { location: 8 }, { site: 'A', location: '' }],
  ] as const)('changes: %s', (_, before, change, after) => {
    expect(select(before, change)).toEqual(after);
  });

  it.each([
    ['nothing', [], 'A'],
    [
      'an active one with days',
      [
        { status: 'I', days: 9 },
        { status: 'A', days: 1 },
      ],
      'A',
    ],
    [
      'inactive ones with days',
      [
        { status: 'I', days: 9 },
        { status: 'A', days: 0 },
      ],
      'I',
    ],
    [
      'no days at all',
      [
        { status: 'I', days: 0 },
        { status: 'A', days: 0 },
      ],
      'A',
    ],
  ] as const)('first chosen of %s', (_, places, status) => {
    expect(firstChoice(places)).toBe(status);
  });

  it.each([
    ['', 'A', true],
    ['', 'I', true],
    ['A', 'A', true],
    ['A', 'I', false],
    ['I', 'I', true],
    ['I', 'A', false],
    [5, 'I', true],
    [6, 'A', false],
  ] as [Choice, 'A' | 'I', boolean][])('%j holds one that is %s: %s', (choice, status, chosen) => {
    expect(isChosen(choice, { id: 5, status })).toBe(chosen);
  });
});
