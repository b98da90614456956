import { describe, expect, it } from 'vitest';
import { countLocations, sortStatusRows } from './location-status.service';
import type { StatusRow } from './location-status.store';
import { cardLinks, filterLink } from './page-address';

const row = (locationId: number, more: Partial<StatusRow>): StatusRow => ({
  period: 'baselinePeriod', locationId, siteName: 'Site', locationName: 'Kitchen', siteId: 1, stageId: 8, stageName: 'Pre-consumer', firstEventAt: null, firstDay: null, dayCount: 0, autoEnabled: true, ...more,
});

describe('sortStatusRows', () => {
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
    expect(sortStatusRows(rows, { column, direction }).map((one) => one.locationId)).toEqual(expected);
  });
});

describe('countLocations', () => {
  it('counts a location once whatever its stages', () => {
    expect(countLocations([row(1, { stageId: 8 }), row(1, { stageId: 9 }), row(2, {})])).toBe(2);
  });
});

describe('the links of a card', () => {
  const card = { period: 'baselinePeriod', locationCount: 120, rowCount: 120, page: 2, sort: { column: 'days', direction: 'asc' }, rows: [] } as const;
  const links = cardLinks('/deployment-status?region=North&pageBaseline=2&sortActivation=-days', { ...card, rows: [] });

  it('turn the sort of their own column and keep the rest of the view', () => {
    expect(links.columns.find(({ key }) => key === 'days')).toEqual({ key: 'days', sorted: 'asc', href: '/deployment-status?region=North&sortActivation=-days&sortBaseline=-days' });
    expect(links.columns.find(({ key }) => key === 'site')).toEqual({ key: 'site', sorted: null, href: '/deployment-status?region=North&sortActivation=-days' });
  });

  it('turn the page', () => {
    expect(links.previousHref).toBe('/deployment-status?region=North&sortActivation=-days');
    expect(links.nextHref).toBe('/deployment-status?region=North&pageBaseline=3&sortActivation=-days');
    expect(cardLinks('/deployment-status', { ...card, page: 3, rows: [] }).nextHref).toBeUndefined();
  });

  it('leave the pages behind when a filter goes', () => {
    expect(filterLink('/deployment-status?region=North&pageBaseline=2&sortBaseline=days', { region: null })).toBe('/deployment-status?sortBaseline=days');
  });
});
