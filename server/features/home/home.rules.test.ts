import { expect, it } from 'vitest';
import { judgeWeek } from './home.rules';

const row = { siteStatus: 'ACTIVE', locationStatus: 'ACTIVE', percentDaysTracking: 100, weightVsBaseline: 0.5 } as const;

it('counts silent locations and those above their baseline', () => {
  expect(judgeWeek([row, { ...row, percentDaysTracking: 0, weightVsBaseline: -1 }, { ...row, weightVsBaseline: 0.01 }])).toEqual({ silent: 1, aboveBaseline: 2 });
});

it('counts neither closed locations nor those of closed sites', () => {
  expect(judgeWeek([{ ...row, locationStatus: 'INACTIVE' }, { ...row, siteStatus: 'INACTIVE', percentDaysTracking: 0 }])).toEqual({ silent: 0, aboveBaseline: 0 });
});

it('counts no location without an open day or a baseline', () => {
  expect(judgeWeek([{ ...row, percentDaysTracking: null, weightVsBaseline: null }])).toEqual({ silent: 0, aboveBaseline: 0 });
});

it('takes a change that the dashboard shows as none for none', () => {
  expect(judgeWeek([{ ...row, weightVsBaseline: 0.00004 }]).aboveBaseline).toBe(0);
  expect(judgeWeek([{ ...row, weightVsBaseline: 0.00006 }]).aboveBaseline).toBe(1);
});
