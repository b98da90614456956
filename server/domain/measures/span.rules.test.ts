import { describe, expect, it } from 'vitest';
import { planSpans, type LocationSpan } from './span.rules';

const [w1, w2, w3, w4] = ['2025-05-05', '2025-05-12', '2025-05-19', '2025-05-26'] as const;

const span = (
  locationId: number,
  days: [string | null, string | null],
  written: [string | null, string | null] = [null, null],
  knownFirst = days[0],
): LocationSpan => ({
  locationId,
  knownFirst,
  firstDay: days[0],
  lastDay: days[1],
  writtenFrom: written[0],
  writtenTo: written[1],
});
const weeksOf = (locationId: number, ...weeks: string[]) => weeks.map((weekStart) => ({ locationId, weekStart }));

describe('planSpans', () => {
  it('gives a new location every week up to the last one of its organisation', () => {
    const plan = planSpans(
      [span(1, ['2025-05-07', '2025-05-08'], [null, null], null), span(2, ['2025-05-19', '2025-05-20'], [w3, w3])],
      [],
    );
    expect(plan).toEqual({
      moved: [{ locationId: 1, firstDay: '2025-05-07' }],
      cut: [],
      calendar: weeksOf(1, w1, w2, w3),
    });
  });

  it('adds a week to every location when the organisation gets one', () => {
    const plan = planSpans([span(1, [w1, w1], [w1, w1]), span(2, [w2, w2], [w2, w2])], []);
    expect(plan).toEqual({ moved: [], cut: [], calendar: weeksOf(1, w2) });
  });

  it('cuts every location when the organisation loses its last week', () => {
    const plan = planSpans([span(1, [w1, w2], [w1, w4]), span(2, [w2, w2], [w2, w4])], []);
    expect(plan.cut).toEqual([
      { locationId: 1, from: w1, to: w2 },
      { locationId: 2, from: w2, to: w2 },
    ]);
    expect(plan.calendar).toEqual([]);
  });

  it('writes the weeks of the old and the new first event again', () => {
    const earlier = planSpans([span(1, ['2025-05-08', w4], [w3, w4], '2025-05-21')], []);
    expect(earlier.calendar).toEqual(weeksOf(1, w1, w2, w3));
    const later = planSpans([span(1, ['2025-05-21', w4], [w1, w4], '2025-05-08')], []);
    expect(later.cut).toEqual([{ locationId: 1, from: w3, to: w4 }]);
    expect(later.calendar).toEqual(weeksOf(1, w3));
  });

  it('takes everything from a location without events, and leaves the others their weeks', () => {
    const plan = planSpans([span(1, [null, null], [w1, w2], w1), span(2, [w1, w2], [w1, w2])], weeksOf(1, w1));
    expect(plan).toEqual({
      moved: [{ locationId: 1, firstDay: null }],
      cut: [{ locationId: 1, from: null, to: null }],
      calendar: [],
    });
  });

  it('writes dirty weeks within the span once, and no others', () => {
    const plan = planSpans([span(1, [w2, w3], [w2, w2])], weeksOf(1, w1, w2, w3, w4));
    expect(plan.calendar).toEqual(weeksOf(1, w3, w2));
  });

  it('starts over where old and new weeks do not touch', () => {
    const plan = planSpans([span(1, [w4, w4], [w1, w2], w1)], []);
    expect(plan.cut).toEqual([{ locationId: 1, from: w4, to: w4 }]);
    expect(plan.calendar).toEqual(weeksOf(1, w4));
  });
});
