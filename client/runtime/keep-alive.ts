/** How long a person's input may wait before the server hears of it. */
export const pingEveryMs = 4 * 60_000;

/**
 * Keeps a session alive while somebody uses the page: the server is told at most every `pingEveryMs`, and only after
 * input since it was last told, so that an open page alone never outlives the idle limit.
 */
export function createKeepAlive({ ping, openedAt }: { ping: () => void; openedAt: number }) {
  let told = openedAt;
  return {
    /** To be called at every key, touch or click, with the time in milliseconds. */
    input(now: number) {
      if (now - told < pingEveryMs) return;
      told = now;
      ping();
    },
  };
}
