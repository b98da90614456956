import type { Server } from 'node:http';
import { createServer, type ListenOptions } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { within } from './orderly-stop';

/** @throws EADDRINUSE and its kind */
export function listen(server: Pick<Server, 'once' | 'off' | 'listen'>, where: ListenOptions): Promise<void> {
  return new Promise((done, refuse) => {
    server.once('error', refuse);
    server.listen(where, () => {
      server.off('error', refuse);
      done();
    });
  });
}

/** Finds a taken port before anything else is touched. @throws EADDRINUSE */
export async function checkPort(where: ListenOptions): Promise<void> {
  const probe = createServer();
  await listen(probe as unknown as Server, where);
  await new Promise((done) => probe.close(done));
}

interface Drain {
  /** New connections are still taken for so long: whoever asks `/readyz` needs time to notice. */
  graceMs: number;
  /** What is under way may take so long to finish; then it is cut. */
  drainMs: number;
}

const quietMs = 1;
const mostWaitMs = 2_000;

/**
 * What the system has accepted and this process has not fetched yet is reset when the listening socket closes. So it is closed
 * right after a turn of the event loop that fetched everything and had little else to do; a timer would fire before the fetching.
 */
async function fetched(): Promise<void> {
  const until = performance.now() + mostWaitMs;
  for (let began = performance.now(); ; began = performance.now()) {
    await new Promise((next) => setImmediate(next));
    const now = performance.now();
    if (now - began < quietMs || now > until) return;
  }
}

/** Ends a server without failing a request: every answer from here on says that its connection closes. */
export async function drain(server: Server, { graceMs, drainMs }: Drain): Promise<void> {
  server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'));
  await wait(graceMs);
  await fetched();
  const closed = new Promise((done) => server.close(done));
  const idle = setInterval(() => server.closeIdleConnections(), 100);
  server.closeIdleConnections();
  await within(drainMs, closed);
  clearInterval(idle);
  server.closeAllConnections();
}
