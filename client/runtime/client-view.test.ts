import { expect, it } from 'vitest';
import { isClientViewEnded, minutesLeft, saysClientViewEnded } from './client-view';

it.each([
  [3600, 0, 60],
  [3600, 1_000, 60],
  [3600, 60_000, 59],
  [3600, 3_599_000, 1],
  [3600, 3_600_000, 0],
  [3600, 9_000_000, 0],
  [90, 0, 2],
  [0, 0, 0],
])('of %i seconds are left after %i ms %i minutes', (seconds, ms, minutes) =>
  expect(minutesLeft(seconds, ms)).toBe(minutes),
);

it.each([
  [409, { apiErrorCode: 1, apiErrorType: 'ClientViewApiErrorCode' }, true],
  [401, { apiErrorCode: 1, apiErrorType: 'ClientViewApiErrorCode' }, false],
  [409, { apiErrorCode: 1 }, false],
  [409, null, false],
  [409, undefined, false],
])('%d with %o says that it is over: %s', (status, answer, says) =>
  expect(saysClientViewEnded(status, answer)).toBe(says),
);

it.each([
  ['http://tare.test/client-view?clientViewSessionEnded=true', true],
  ['http://tare.test/client-view', false],
  ['http://tare.test/client-view?clientViewSessionEnded=1', false],
])('%s is where an ended one leads: %s', (address, is) => expect(isClientViewEnded(address)).toBe(is));
