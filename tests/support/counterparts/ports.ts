import { connect, createServer } from 'node:net';

/** A port that nothing listens on now. */
export function freePort(): Promise<number> {
  return new Promise((done, refuse) => {
    const probe = createServer();
    probe.once('error', refuse);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => done(port));
    });
  });
}

/** @throws Error when nothing listens on the port within the time. */
export async function listening(port: number, withinMs = 15_000): Promise<void> {
  const until = performance.now() + withinMs;
  for (;;) {
    const answers = await new Promise<boolean>((done) => {
      const socket = connect({ port, host: '127.0.0.1' });
      socket.once('connect', () => {
        socket.destroy();
        done(true);
      });
      socket.once('error', () => done(false));
    });
    if (answers) return;
    if (performance.now() > until) throw new Error(`nothing listens on port ${port} after ${withinMs} ms`);
    await new Promise((later) => setTimeout(later, 50));
  }
}
