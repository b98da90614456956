import { connect, createServer, type Socket } from 'node:net';

/** A line between two programs that a test may slow down or cut in the air. */
export interface Proxy {
  port: number;
  /** Milliseconds that each piece needs, both ways. */
  delayMs: number;
  /** Forgets the connections that are open without telling either end, as when a machine vanishes. New ones work. */
  vanish(): void;
  close(): Promise<void>;
}

export async function startProxy(target: number): Promise<Proxy> {
  const lines = new Set<{ ends: Socket[]; gone: boolean }>();
  const server = createServer((near) => {
    const far = connect({ port: target, host: '127.0.0.1' });
    const line = { ends: [near, far], gone: false };
    lines.add(line);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (piece: Buffer) => {
        setTimeout(() => {
          if (!line.gone) to.write(piece);
        }, proxy.delayMs);
      });
      from.on('error', () => undefined);
      from.on('close', () => {
        if (!line.gone) to.destroy();
      });
    }
  });
  const proxy: Proxy = {
    port: 0,
    delayMs: 0,
    vanish() {
      for (const line of lines) line.gone = true;
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        for (const { ends } of lines) for (const end of ends) end.destroy();
      }),
  };
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  proxy.port = (server.address() as { port: number }).port;
  return proxy;
}
