import { setTimeout as wait } from 'node:timers/promises';

/** Thrown into a start that a signal has overtaken. */
class Stopped extends Error {}

type Close = (by: NodeJS.Signals) => Promise<unknown>;

export interface OrderlyStop {
  /** Aborted from the signal on. */
  readonly signal: AbortSignal;
  /**
   * What was opened last is closed first.
   * @throws Stopped when a signal came while it was being opened; it is closed again then
   */
  closes(close: Close): Promise<void>;
  /** A stop lets the start come to its next step, as far as the time allows, before it closes anything under it. */
  during(start: Promise<void>): Promise<void>;
}

interface StopOptions {
  say(line: string): void;
  startMs: number;
  hardStopMs: number;
  exit?(code: number): void;
}

/** One SIGTERM or SIGINT ends the process in order, also while it starts; a second one ends it at once. */
export function orderlyStop({ say, startMs, hardStopMs, exit = process.exit }: StopOptions): OrderlyStop {
  const closers: Close[] = [];
  const stopping = new AbortController();
  let by: NodeJS.Signals = 'SIGTERM';
  let starting: Promise<unknown> = Promise.resolve();

  async function stop(signal: NodeJS.Signals): Promise<void> {
    if (stopping.signal.aborted) {
      say(`${signal} again: ending at once.`);
      return exit(1);
    }
    say(`${signal}: finishing what is under way.`);
    setTimeout(() => {
      say(`Not finished after ${hardStopMs / 1000} s: ending all the same.`);
      exit(1);
    }, hardStopMs).unref();
    by = signal;
    stopping.abort();
    await within(startMs, starting);
    for (const close of closers.reverse())
      await close(by).catch((error: Error) => say(`While stopping: ${error.message}`));
    exit(0);
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal));

  return {
    signal: stopping.signal,
    async closes(close) {
      if (!stopping.signal.aborted) {
        closers.push(close);
        return;
      }
      await close(by);
      throw new Stopped();
    },
    during(start) {
      starting = start.catch(() => undefined);
      return start;
    },
  };
}

/** Waits no longer than this: what is still held then ends with the process. */
export const within = (ms: number, work: Promise<unknown>) => Promise.race([work, wait(ms, undefined, { ref: false })]);
