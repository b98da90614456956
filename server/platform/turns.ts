import { setImmediate as nextTurn } from 'node:timers/promises';

/** For long work in one process: await the answer after each step, and others get their turn whenever `most` units are done. */
export function turnsEvery(most: number): (done?: number) => Promise<void> {
  let since = 0;
  return async (done = 1) => {
    since += done;
    if (since < most) return;
    since = 0;
    await nextTurn();
  };
}
