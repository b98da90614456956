import { expect, it } from 'vitest';
import { judgeWeek } from './home.rules';

const row = {
  siteStatus: 'ACTIVE',
  locationStatus: 'ACTIVE',
  percentDaysTracking: 100,
  weightVsBaseline: 0.5,
  unreliable: null,
  look: 'RISING',
} as const;
const silent = {
  ...row,
  percentDaysTracking: 0,
  weightVsBaseline: -1,
  unreliable: 'PROBABLY_STOPPED_TRACKING',
  look: 'PROBABLY_STOPPED_TRACKING',
} as const;
const thin = {
  ...row,
  percentDaysTracking: 40,
  unreliable: 'NOT_ENOUGH_TRACKED_DAYS',
  look: 'NOT_ENOUGH_TRACKED_DAYS',
} as const;

it('counts each location for one reason: silent, tracked too little, or above its baseline', () => {
  expect(judgeWeek([row, silent, thin, { ...row, weightVsBaseline: -0.2, look: null }])).toEqual({
    silent: 1,
    unreliable: 1,
    aboveBaseline: 1,
  });
});

it('asks nothing of a location whose change is not known', () => {
  expect(judgeWeek([{ ...thin, weightVsBaseline: null }])).toEqual({ silent: 0, unreliable: 0, aboveBaseline: 0 });
});

it('counts neither closed locations nor those of closed sites', () => {
  expect(
    judgeWeek([
      { ...thin, locationStatus: 'INACTIVE', look: null },
      { ...silent, siteStatus: 'INACTIVE', look: null },
    ]),
  ).toEqual({ silent: 0, unreliable: 0, aboveBaseline: 0 });
});
