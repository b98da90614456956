import { describe, expect, it } from 'vitest';
import { figureHref, figureText, weeksIn, type Figure } from './figure-address.rules';
import { endOf, readFigure } from './figure.rules';

const range = { stageId: 8, start: '2026-01-05', weeks: 13 };
const figures: [string, Figure][] = [
  ['total', { kind: 'total' }],
  ['weight.all.8.2026-01-05.13', { kind: 'weight', place: 'all', ...range }],
  ['value.rest.8.2026-01-05.13', { kind: 'value', place: 'rest', ...range }],
  ['tracking.rest.8.2026-01-05.13', { kind: 'tracking', place: 'rest', ...range }],
  ['tracking.s3.8.2026-01-05.13', { kind: 'tracking', place: { siteId: 3 }, ...range }],
  [
    'compliance.l12.23.2026-01-05.1',
    { kind: 'compliance', place: { locationId: 12 }, stageId: 23, start: '2026-01-05', weeks: 1 },
  ],
];

describe('the text of a figure', () => {
  it.each(figures)('%s is written and read back', (text, figure) => {
    expect(figureText(figure)).toBe(text);
    expect(readFigure(text)).toEqual(figure);
  });

  it.each([
    '',
    'none',
    'total.all',
    'weight',
    'weight.all.8.2026-01-06.13',
    'weight.all.8.2026-13-05.13',
    'weight.all.8.2026-01-05',
    'weight.all.8.2026-01-05.0',
    'weight.all.8.2026-01-05.5301',
    'weight.all.0.2026-01-05.13',
    'weight.all.2147483648.2026-01-05.13',
    'weight.x3.8.2026-01-05.13',
    'weight.l.8.2026-01-05.13',
    'weight.l-1.8.2026-01-05.13',
    'weight.l1e3.8.2026-01-05.13',
    'weight.all.8.2026-01-05.13.1',
    'toString.all.8.2026-01-05.13',
    'weight.all.8.0001-01-01.13',
    'weight.all.8.9999-12-27.2',
    'weight.all.8.2100-12-27.2',
    'weightStep.l3.8.2026-01-05.2',
    'weightStep.s3.8.2026-01-05.1',
    'valueStep.all.8.2026-01-05.1',
    'valueStep.rest.8.2026-01-05.1',
    'compliance.rest.8.2026-01-05.13',
    'transactions.rest.8.2026-01-05.13',
  ])('%j names none', (text) => {
    expect(readFigure(text)).toBeNull();
  });

  it('knows the Sunday at its end', () => {
    expect(endOf({ start: '2026-03-09', weeks: 1 })).toBe('2026-03-15');
    expect(weeksIn({ start: '2026-01-05', end: '2026-04-05' })).toBe(13);
    expect(weeksIn({ start: '2026-03-23', end: '2026-03-29' })).toBe(1);
  });

  it('leaves filters out that are not set', () => {
    expect(
      figureHref(
        { kind: 'total' },
        { wasteStageId: 8, regionName: 'North & East', countryCode: null, siteId: undefined, segmentName: '' },
      ),
    ).toBe('/events?figure=total&wasteStageId=8&regionName=North%20%26%20East');
  });
});
