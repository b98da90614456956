import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './ports';

/** From the project's root, where every command that starts one stands. */
const builtServer = join(process.cwd(), 'dist', 'server', 'main.js');

export interface TareWish {
  /** Added to a small environment; an empty value takes a variable away. */
  env?: Record<string, string>;
  port?: number;
  dataDir?: string;
  /** Another build's `main.js`. */
  main?: string;
  /** Before `node`, such as `faketime -f +5m`. */
  under?: string[];
  nodeArgs?: string[];
}

export interface TareProcess {
  url: string;
  port: number;
  pid: number;
  dataDir: string;
  child: ChildProcess;
  /** Standard output and error so far. */
  said(): string;
  /** Resolves with the exit code (null after a signal). */
  exited: Promise<number | null>;
  /** @returns milliseconds from the spawn until `/readyz` said 200. @throws Error with what it said, when it ends or takes longer. */
  ready(withinMs?: number): Promise<number>;
  /** Resident memory in bytes. */
  memory(): number;
  /** Sends the signal and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Starts the built server as an operator would, on a port and data folder of its own. */
export async function startTare({
  env = {},
  port,
  dataDir,
  main = builtServer,
  under = [],
  nodeArgs = [],
}: TareWish = {}): Promise<TareProcess> {
  const ownPort = port ?? (await freePort());
  const folder = dataDir ?? mkdtempSync(join(tmpdir(), 'tare-process-'));
  const url = `http://127.0.0.1:${ownPort}`;
  const settings: Record<string, string> = {
    PATH: process.env.PATH ?? '',
    NODE_ENV: 'development',
    PORT: String(ownPort),
    PUBLIC_URL: url,
    DATA_DIR: folder,
    DEMO: '0',
    DEMO_PASSWORD: 'tare-demo-1234',
    LOG_LEVEL: 'error',
    STOP_GRACE_SECONDS: '0',
    ...env,
  };
  const started = performance.now();
  const [command = '', ...args] = [...under, process.execPath, ...nodeArgs, main];
  const child = spawn(command, args, {
    env: Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== '')),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-200_000);
    });
  const exited = new Promise<number | null>((done) => {
    child.once('exit', (code) => done(code));
  });
  let ended = false;
  void exited.then(() => {
    ended = true;
    if (!dataDir) rmSync(folder, { recursive: true, force: true });
  });

  return {
    url,
    port: ownPort,
    pid: child.pid ?? 0,
    dataDir: folder,
    child,
    exited,
    said: () => said,
    async ready(withinMs = 120_000) {
      // Its own word counts as well: another test's server may hold the port for a moment.
      while (
        !said.includes('Tare serves at') ||
        !(await fetch(`${url}/readyz`).then(
          (answer) => answer.ok,
          () => false,
        ))
      ) {
        if (ended || performance.now() - started > withinMs)
          throw new Error(`The server did not become ready.\n${said}`);
        await new Promise((later) => setTimeout(later, 25));
      }
      return performance.now() - started;
    },
    memory: () => memoryOf(child.pid ?? 0),
    async stop(signal = 'SIGTERM') {
      if (!ended) child.kill(signal);
      return exited;
    },
  };
}

function memoryOf(pid: number): number {
  const status = process.platform === 'linux' ? readStatus(pid) : '';
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
}

function readStatus(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
}
