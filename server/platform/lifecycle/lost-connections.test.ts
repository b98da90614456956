import { expect, it } from 'vitest';
import { createLog } from '../log';
import { outlive } from './lost-connections';

function handled(error: unknown): string[] {
  const lines: string[] = [];
  outlive(
    createLog('error', {
      write: (line) => {
        lines.push(line);
      },
    }),
  )(error);
  return lines;
}

it.each([
  [
    'the server ended it',
    Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' }),
  ],
  ['the socket broke', Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })],
  ['the driver gave up', new Error('Connection terminated unexpectedly')],
])('a connection that is lost behind a job is a line of the log: %s', (_how, error) => {
  expect(handled(error)).toEqual([expect.stringContaining('a connection was lost')]);
});

it.each([
  ['a slip of ours', new TypeError('undefined is not a function')],
  ['a refused statement', Object.assign(new Error('duplicate key'), { code: '23505' })],
  ['no error at all', 'planted'],
])('anything else ends the process: %s', (_what, error) => {
  expect(() => handled(error)).toThrow(error as Error);
});
