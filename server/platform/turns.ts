import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * For long work in one process: await the answer after each step, and others get their turn whenever `most` units are done. There
 * is nothing to wait for before: of a million short steps, wait only for what is not undefined.
 */
export function turnsEvery(most: number): (done?: number) => Promise<void> | undefined {
  let since = 0;
  return (done = 1) => {
    since += done;
    if (since < most) return undefined;
    since = 0;
    return nextTurn();
  };
}
