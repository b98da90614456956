import { describe, expect, it } from 'vitest';
import { progressOf } from './import.rules';

describe('progressOf', () => {
  const half = { bytes: 1_000, bytesRead: 900, lines: 200, linesRead: 100 };
  it.each<[string, Parameters<typeof progressOf>[0], number | null]>([
    ['a check, by bytes', { ...half, state: 'CHECKING' }, 0.9],
    ['a check that was asked for and has not begun', { ...half, bytesRead: 0, state: 'CHECKING' }, 0],
    ['a run that has not begun', { ...half, bytesRead: 1_000, linesRead: 200, state: 'QUEUED' }, 0],
    ['a run, by lines', { ...half, state: 'RUNNING' }, 0.5],
    ['a run of a file that an earlier release has checked', { ...half, lines: 0, state: 'RUNNING' }, 0.9],
    ['a file that grew', { ...half, linesRead: 201, state: 'RUNNING' }, 1],
    ['a file from a command line', { state: 'RUNNING', bytes: 0, bytesRead: 0, lines: 0, linesRead: 10 }, 0],
    ['what has ended', { ...half, state: 'DONE' }, null],
  ])('of %s', (_case, reading, share) => expect(progressOf(reading)).toBe(share));
});
