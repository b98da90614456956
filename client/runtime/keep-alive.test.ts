import { expect, it, vi } from 'vitest';
import { createKeepAlive, pingEveryMs } from './keep-alive';

// Spec 7: The session is kept alive
it.each([
  ['no input', [], 0],
  ['input right after opening', [1_000], 0],
  ['input after the interval', [pingEveryMs], 1],
  ['much input at once', [pingEveryMs, pingEveryMs + 1, pingEveryMs + 500], 1],
  ['input in two intervals', [pingEveryMs + 5, 2 * pingEveryMs + 5], 2],
  ['input after a long pause', [20 * pingEveryMs], 1],
])('pings after %s', (_, times, pings) => {
  const ping = vi.fn();
  const keepAlive = createKeepAlive({ ping, openedAt: 0 });
  times.forEach((at) => keepAlive.input(at));
  expect(ping).toHaveBeenCalledTimes(pings);
});
