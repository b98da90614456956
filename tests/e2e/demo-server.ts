import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../support/counterparts/ports';
import { startTare } from '../support/counterparts/tare-process';

const cache = join(process.cwd(), 'node_modules', '.cache', 'tare');
const built = join(process.cwd(), 'dist', 'server');
const demo = { DEMO: '1', DEMO_EVENTS: '20000', RATE_LIMITS: 'off' };

const filesIn = (folder: string, names: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => names.test(name))
    .sort()
    .map((name) => join(folder, name));

/** The simulated year ends yesterday, and any change of the server or the examples may change what lies there. */
function demoKey(): string {
  const hash = createHash('sha256').update(JSON.stringify(demo)).update(new Date().toISOString().slice(0, 10));
  const sources = [
    ...filesIn(built, /^[^/\\]+\.m?js$/),
    ...filesIn('server', /\.example\.ts$/),
    ...filesIn('tests/support', /\.ts$/),
    ...filesIn('tests/e2e', /examples\.ts$/),
  ];
  for (const file of sources) hash.update(readFileSync(file));
  return `demo-${hash.digest('hex').slice(0, 12)}`;
}

/** Has the built server load a small demo as it would for a person, and puts the features' examples beside it; kept until either or the day changes. @returns the data folder */
export async function prepareDemo(): Promise<string> {
  const folder = join(cache, demoKey());
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  for (const old of readdirSync(cache).filter((name) => name.startsWith('demo-')))
    rmSync(join(cache, old), { recursive: true, force: true });
  const unfinished = mkdtempSync(join(cache, 'demo-unfinished-'));
  const tare = await startTare({ dataDir: unfinished, env: demo });
  await tare.ready();
  await tare.stop();
  execFileSync(process.execPath, ['scripts/run-source.mjs', 'tests/e2e/add-examples.ts', unfinished], {
    stdio: 'inherit',
  });
  renameSync(unfinished, folder);
  return folder;
}

interface DemoServer {
  url: string;
  dataDir: string;
  /** Ends the process alone: what it stored can be read then. */
  end(): Promise<void>;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
  /** Starts it again at the same address, on what it stored. */
  startAgain(): Promise<void>;
  stop(): Promise<void>;
}

/** A server of this worker on a copy of the demo. */
export async function startDemoServer(env: Record<string, string> = {}): Promise<DemoServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tare-e2e-'));
  cpSync(process.env.TARE_E2E_DEMO ?? '', dataDir, { recursive: true });
  const port = await freePort();
  // A passkey belongs to a name, and an address of numbers is none.
  const url = `http://localhost:${port}`;
  const start = async () => {
    const started = await startTare({ port, dataDir, env: { ...demo, ...env, PUBLIC_URL: url } });
    await started.ready();
    return started;
  };
  let tare = await start();
  const end = async () => void (await tare.stop());
  return {
    url,
    dataDir,
    end,
    kill: async () => void (await tare.stop('SIGKILL')),
    startAgain: async () => void (tare = await start()),
    async stop() {
      await end();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
