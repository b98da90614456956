import { pino, type DestinationStream, type Logger } from 'pino';

export type Log = Logger;

const secret = [
  'password',
  'newPassword',
  'repeatPassword',
  'token',
  'secret',
  'key',
  '_csrf',
  'authorization',
  'cookie',
];

/** JSON lines. Nothing that opens a door and nothing that people typed may appear in them, wherever it hangs in an object. */
export function createLog(level: string, destination?: DestinationStream): Log {
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: errorLine },
      redact: {
        paths: [...secret, ...secret.map((name) => `*.${name}`), 'req.headers', 'res.headers'],
        censor: '[redacted]',
      },
    },
    destination ?? pino.destination(1),
  );
}

interface Logged {
  type: string;
  code?: string;
  message: string;
  stack: string[];
  cause?: Logged;
}

/** Errors carry what they failed on: PostgreSQL the row's values, Redis the command, SMTP the recipient. Only these members are kept. */
function errorLine(error: unknown): Logged {
  const { name, code, message = String(error), stack = '', cause } = error as Partial<Error> & { code?: unknown };
  const ownCode = typeof code === 'string' ? code : undefined;
  return {
    type: name ?? 'Error',
    code: ownCode,
    message: withoutValues(message, ownCode),
    stack: stack
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .map((line) => line.trim()),
    ...(cause instanceof Error ? { cause: errorLine(cause) } : {}),
  };
}

/** Class 22 of PostgreSQL's codes: a value that does not fit, which the message repeats. */
const dataException = /^22\w{3}$/;

function withoutValues(message: string, code = ''): string {
  const unquoted = dataException.test(code) ? message.replace(/".*"/s, '"…"') : message;
  return unquoted.replace(/[^\s<>"'(]+@[^\s<>"')]+/g, '[address]');
}
