import { expect, it } from 'vitest';
import { manageBaselineHref } from './manage-link.rules';

it.each([
  [{ locationId: '5', wasteStageId: '8' }, '/manage-baselines?location=5&stage=8'],
  [{ locationId: 5, wasteStageId: 8 }, '/manage-baselines?location=5&stage=8'],
  [{ locationId: '5', wasteStageId: '' }, null],
  [{ locationId: 5, wasteStageId: null }, null],
])('the baseline of %o is edited at %s', (place, href) => {
  expect(manageBaselineHref(place)).toBe(href);
});
