import { pino, type Logger } from 'pino';

export type Log = Logger;

const secret = ['password', 'newPassword', 'repeatPassword', 'token', 'secret', 'key', '_csrf', 'authorization', 'cookie'];

/** JSON lines. Nothing that opens a door may appear in them, wherever it hangs in an object. */
export function createLog(level: string): Log {
  return pino({
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: [...secret, ...secret.map((name) => `*.${name}`), 'req.headers', 'res.headers'], censor: '[redacted]' },
  });
}
