import pLimit from 'p-limit';
import { fail } from './errors';

interface Limits {
  atOnce: number;
  mostWaiting: number;
  /** What somebody is told to wait where too many wait already. */
  seconds: number;
}

/** Lets few do at once what takes a thread and its memory; the others wait, in the order in which they came. */
export function fewAtOnce({ atOnce, mostWaiting, seconds }: Limits) {
  const limit = pLimit(atOnce);

  /** @throws 429 errors.tooMany where too many wait, and what the work throws */
  async function take<T>(work: () => Promise<T>): Promise<T> {
    if (limit.activeCount + limit.pendingCount >= atOnce + mostWaiting)
      throw fail.tooMany('errors.tooMany', { params: { seconds } });
    return limit(work);
  }

  return {
    take,
    /** @returns what ends the turn; whatever is called twice counts once. @throws as `take` */
    begin: () =>
      new Promise<() => void>((begun, refused) => {
        take(() => new Promise<void>((end) => begun(end))).catch(refused);
      }),
  };
}
