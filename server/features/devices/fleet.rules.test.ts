import { describe, expect, it } from 'vitest';
import { codeByteLimit, codeOf, codeShown, concernsOf, readCode, stateOf, type DeviceFacts } from './fleet.rules';

const now = new Date('2026-03-18T12:00:00Z');
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const facts: DeviceFacts = { status: 'A', hasKey: true, reports: true, lastSeenAt: ago(1), openDaysWithoutEvent: 0 };

it.each<[string, Partial<DeviceFacts>]>([
  ['online', {}],
  ['online', { lastSeenAt: ago(9) }],
  ['online', { openDaysWithoutEvent: null }],
  ['quiet', { openDaysWithoutEvent: 1 }],
  ['offline', { lastSeenAt: ago(10) }],
  ['offline', { lastSeenAt: null }],
  ['offline', { lastSeenAt: ago(10), openDaysWithoutEvent: 5 }],
  ['notEnrolled', { hasKey: false }],
  ['online', { reports: false, lastSeenAt: ago(3000) }],
  ['quiet', { reports: false, lastSeenAt: ago(3000), openDaysWithoutEvent: 2 }],
  ['retired', { status: 'I', hasKey: false }],
])('is %s with %j', (state, changed) => expect(stateOf({ ...facts, ...changed }, now)).toBe(state));

const fine = {
  batteryPercent: 80,
  charging: false,
  queueDepth: 0,
  clockOffsetMs: 1_000,
  scaleConnected: true,
  scaleDueOn: '2026-03-19',
};
it.each([
  [{}, []],
  [{ clockOffsetMs: 120_000 }, []],
  [{ clockOffsetMs: -120_001 }, ['clock']],
  [{ batteryPercent: 19 }, ['battery']],
  [{ batteryPercent: 19, charging: true }, []],
  [{ queueDepth: 50 }, ['queue']],
  [{ scaleConnected: false, scaleDueOn: '2026-03-18' }, ['scaleOff', 'scaleDue']],
  [{ batteryPercent: null, charging: null, queueDepth: null, scaleConnected: null, scaleDueOn: null }, []],
])('%j concerns %j', (changed, concerns) =>
  expect(concernsOf({ ...fine, ...changed }, '2026-03-18')).toEqual(concerns),
);

describe('a code', () => {
  it('is read whatever its case, dashes and spaces', () => {
    const code = codeOf([0, 1, 2, 3, 28, 29, 30, codeByteLimit - 1]);
    expect(codeShown(code)).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/);
    expect(readCode(` ${codeShown(code).toLowerCase()} `)).toBe(code);
  });
  it.each(['', 'ABCD', 'ABCD-EFGI', 'ABCD-EFG0', 'ABCDEFGHJ', '../../..'])('is never %j', (typed) =>
    expect(readCode(typed)).toBeNull(),
  );
});
