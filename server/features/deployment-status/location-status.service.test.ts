import { describe, expect, it } from 'vitest';
import { countLocations } from './location-status.service';
import type { StatusRow } from './location-status.store';
import { statusTable } from './location-status.table';

const row = (locationId: number, more: Partial<StatusRow>): StatusRow => ({
  period: 'baselinePeriod',
  locationId,
  siteName: 'Site',
  locationName: 'Kitchen',
  siteId: 1,
  stageId: 8,
  stageName: 'Pre-consumer',
  firstEventAt: null,
  firstDay: null,
  enteredOn: '2026-01-05',
  dayCount: 0,
  autoEnabled: true,
  ...more,
});

describe('the order of a card', () => {
  const rows = [
    row(1, { siteName: 'School 10', dayCount: 5, firstEventAt: new Date('2026-01-02') }),
    row(2, { siteName: 'school 9', dayCount: 9, firstEventAt: null }),
    row(3, { siteName: 'Annex', dayCount: 5, firstEventAt: new Date('2026-01-01'), locationName: 'Bar' }),
  ];
  it.each([
    ['site', 'asc', [3, 2, 1]],
    ['site', 'desc', [1, 2, 3]],
    ['location', 'asc', [3, 2, 1]],
    ['days', 'asc', [3, 1, 2]],
    ['days', 'desc', [2, 3, 1]],
    ['firstTransaction', 'asc', [3, 1, 2]],
    ['firstTransaction', 'desc', [1, 3, 2]],
  ] as const)('by %s %s', (column, direction, expected) => {
    expect(statusTable.sorted(rows, { column, direction }).map((one) => one.locationId)).toEqual(expected);
  });
});

describe('countLocations', () => {
  it('counts a location once whatever its stages', () => {
    expect(countLocations([row(1, { stageId: 8 }), row(1, { stageId: 9 }), row(2, {})])).toBe(2);
  });
});
