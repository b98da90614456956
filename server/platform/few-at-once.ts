import { fail } from './errors';

interface Limits {
  atOnce: number;
  mostWaiting: number;
  /** What somebody is told to wait where too many wait already. */
  seconds: number;
}

/** Lets few do at once what takes a thread and its memory; the others wait, in the order in which they came. */
export function fewAtOnce({ atOnce, mostWaiting, seconds }: Limits) {
  const waiting: (() => void)[] = [];
  let running = 0;

  /** @returns what ends the turn; whatever is called twice counts once. @throws 429 errors.tooMany where too many wait */
  async function begin(): Promise<() => void> {
    if (running < atOnce) running += 1;
    else {
      if (waiting.length >= mostWaiting) throw fail.tooMany('errors.tooMany', { params: { seconds } });
      // Handed over by whoever ends, so that nobody slips in between.
      await new Promise<void>((go) => waiting.push(go));
    }
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    };
  }

  return {
    begin,
    /** @throws as `begin`, and what the work throws */
    async take<T>(work: () => Promise<T>): Promise<T> {
      const end = await begin();
      try {
        return await work();
      } finally {
        end();
      }
    },
  };
}
