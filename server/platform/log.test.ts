import { expect, it } from 'vitest';
import { createLog } from './log';

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  let text = '';
  write(
    createLog('trace', {
      write: (line) => {
        text += line;
      },
    }),
  );
  return text;
}

it('keeps of an error what names the fault, not what it failed on', () => {
  const error = Object.assign(new Error('invalid input syntax for type bigint: "planted"'), {
    code: '22P02',
    detail: 'Key (login)=(planted) exists.',
    parameters: ['planted'],
    where: 'planted',
    command: { args: ['planted'] },
    cause: new Error('550 mailbox of planted@tare.test is full'),
  });
  const text = logged((log) => log.error({ err: error }, 'it failed'));
  expect(text).not.toContain('planted');
  expect(JSON.parse(text)).toMatchObject({
    level: 50,
    msg: 'it failed',
    err: {
      type: 'Error',
      code: '22P02',
      message: 'invalid input syntax for type bigint: "…"',
      cause: { message: '550 mailbox of [address] is full' },
    },
  });
  expect((JSON.parse(text) as { err: { stack: string[] } }).err.stack[0]).toContain('log.test');
});

it('takes anything that is thrown', () => {
  expect(JSON.parse(logged((log) => log.error({ err: 'only a text' }, 'it failed')))).toMatchObject({
    err: { message: 'only a text' },
  });
});

it('crosses out what opens a door', () => {
  const secrets = { password: 'planted', token: 'planted', nested: { cookie: 'planted', authorization: 'planted' } };
  expect(logged((log) => log.info(secrets, 'hello'))).not.toContain('planted');
});
