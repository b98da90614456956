import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, listening } from './ports';

/** A Redis server of our own, which a test may stop, freeze and kill. It keeps an append-only file, as the compose file's does. */
export interface RedisServer {
  url: string;
  port: number;
  start(): Promise<void>;
  stop(signal?: NodeJS.Signals): Promise<void>;
  /** Frozen: it holds its connections and answers nothing. */
  freeze(): void;
  thaw(): void;
  remove(): Promise<void>;
}

export async function startRedis(): Promise<RedisServer> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'tare-redis-'));
  let child: ChildProcess | undefined;
  const server: RedisServer = {
    port,
    url: `redis://127.0.0.1:${port}`,
    async start() {
      child = spawn(
        'redis-server',
        ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--appendonly', 'yes', '--save', ''],
        { stdio: 'ignore' },
      );
      await listening(port);
    },
    async stop(signal = 'SIGTERM') {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const gone = new Promise((done) => child?.once('exit', done));
      child.kill(signal);
      await gone;
    },
    freeze: () => {
      child?.kill('SIGSTOP');
    },
    thaw: () => {
      child?.kill('SIGCONT');
    },
    async remove() {
      await server.stop('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await server.start();
  return server;
}
