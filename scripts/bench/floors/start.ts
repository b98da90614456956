import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '../../../tests/support/counterparts/ports';

interface FloorWish {
  databaseUrl: string;
  /** Whose page is taken for the constants. */
  login: string;
  path?: string;
}

/** Starts one of the servers of `list.ts` in a process of its own, from this very program. */
export async function startFloor(name: string, { databaseUrl, login, path = '/' }: FloorWish) {
  const port = await freePort();
  const child = spawn(process.execPath, ['--enable-source-maps', process.argv[1] ?? '', name], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      DATABASE_URL: databaseUrl,
      BENCH_LOGIN: login,
      BENCH_PATH: path,
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(() => {
      throw new Error('the floor did not start');
    }),
  ]);
  return { url: `http://127.0.0.1:${port}/`, stop: () => child.kill('SIGKILL') };
}
