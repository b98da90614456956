import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const readyWithinMs = 120_000;

function freePort(): Promise<number> {
  return new Promise((done) => {
    const probe = createServer();
    probe.listen(0, () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => done(port));
    });
  });
}

/** Starts the built server as a person would, on a folder of its own with a small demo. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const port = await freePort();
  const dataDir = mkdtempSync(join(tmpdir(), 'tare-e2e-'));
  const main = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url));
  const env = { ...process.env, NODE_ENV: 'development', PORT: String(port), PUBLIC_URL: `http://localhost:${port}`, DATA_DIR: dataDir, DEMO: '1', DEMO_PASSWORD: 'tare-demo-1234', DEMO_EVENTS: '20000', RATE_LIMITS: 'off', LOG_LEVEL: 'error', DATABASE_URL: '', REDIS_URL: '', SMTP_URL: '' };
  const server = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  server.stdout.on('data', (chunk: Buffer) => { said += chunk.toString(); });

  const url = `http://localhost:${port}`;
  const until = Date.now() + readyWithinMs;
  while (!(await fetch(`${url}/readyz`).then((answer) => answer.ok, () => false))) {
    if (server.exitCode !== null || Date.now() > until) throw new Error(`The server did not start.\n${said}`);
    await new Promise((done) => setTimeout(done, 200));
  }
  process.env.TARE_E2E_URL = url;
  return async () => {
    const gone = new Promise((done) => server.once('exit', done));
    server.kill('SIGTERM');
    await gone;
    rmSync(dataDir, { recursive: true, force: true });
  };
}
