import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './ports';

/** A PostgreSQL server of our own, which a test may stop, kill and fill up. */
export interface PostgresServer {
  port: number;
  folder: string;
  /** Of the postmaster. */
  processId(): number;
  /** Makes an empty database. @returns its address */
  database(name: string): string;
  start(): void;
  /** `immediate` is what a power cut looks like to clients. */
  stop(mode?: 'smart' | 'fast' | 'immediate'): void;
  /** kill -9 of the postmaster and its children. */
  kill(): void;
  /** Away and back while this process goes on asking. */
  restart(how: 'fast' | 'killed'): Promise<void>;
  /** Stops the server and removes all it wrote. */
  remove(): void;
}

/** The folder of PostgreSQL's own programs (Debian keeps them out of PATH), or null where it is not installed. */
export function postgresPrograms(): string | null {
  const versions = existsSync('/usr/lib/postgresql')
    ? readdirSync('/usr/lib/postgresql').sort((a, b) => Number(b) - Number(a))
    : [];
  const folder = versions
    .map((version) => `/usr/lib/postgresql/${version}/bin`)
    .find((path) => existsSync(join(path, 'initdb')));
  return folder ?? null;
}

interface Wish {
  /** Where its files go; a new temporary folder otherwise. */
  folder?: string;
  settings?: Record<string, string>;
}

/** PostgreSQL refuses to run as root; Debian's account runs it then. */
export async function startPostgres({ folder, settings = {} }: Wish = {}): Promise<PostgresServer> {
  const programs = postgresPrograms();
  if (!programs) throw new Error('PostgreSQL is not installed: apt-get install postgresql');
  const asRoot = process.getuid?.() === 0;
  const home = folder ?? mkdtempSync(join(tmpdir(), 'tare-postgres-'));
  if (asRoot) {
    const { uid, gid } = statSync('/var/lib/postgresql');
    chownSync(home, uid, gid);
  }
  const data = join(home, 'data');
  const called = (program: string, args: string[]): [string, string[]] => {
    const path = join(programs, program);
    return asRoot ? ['runuser', ['-u', 'postgres', '--', path, ...args]] : [path, args];
  };
  const run = (program: string, ...args: string[]) =>
    execFileSync(...called(program, args), { stdio: ['ignore', 'ignore', 'pipe'], cwd: '/' });
  const port = await freePort();
  run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--locale=C.UTF-8');
  const options = Object.entries({
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: home,
    max_connections: '100',
    ...settings,
  });
  const flags = options.map(([name, value]) => `-c ${name}='${value}'`).join(' ');

  const starting = ['-D', data, '-w', '-t', '60', '-l', join(home, 'log'), '-o', flags, 'start'];

  const processId = () => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);

  const server: PostgresServer = {
    port,
    folder: home,
    processId,
    database(name) {
      execFileSync(join(programs, 'createdb'), ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres', name]);
      return `postgres://postgres@127.0.0.1:${port}/${name}`;
    },
    start() {
      // After a kill the last of its processes may still be going.
      for (let tries = 20; ; tries -= 1) {
        try {
          run('pg_ctl', ...starting);
          return;
        } catch (error) {
          if (tries === 0) throw new Error(readFileSync(join(home, 'log'), 'utf8').slice(-2000), { cause: error });
          spawnSync('sleep', ['0.1']);
        }
      }
    },
    stop: (mode = 'fast') => {
      run('pg_ctl', '-D', data, '-w', '-m', mode, 'stop');
    },
    kill() {
      const postmaster = String(processId());
      const children = spawnSync('pgrep', ['-P', postmaster], { encoding: 'utf8' }).stdout.trim().split('\n');
      spawnSync('kill', ['-9', postmaster, ...children.filter(Boolean)]);
    },
    async restart(how) {
      const control = (...args: string[]) => promisify(execFile)(...called('pg_ctl', args), { cwd: '/' });
      if (how === 'killed') server.kill();
      else await control('-D', data, '-w', '-m', 'fast', 'stop');
      for (let tries = 20; ; tries -= 1) {
        try {
          await control(...starting);
          return;
        } catch (error) {
          if (tries === 0) throw error;
          await new Promise((later) => setTimeout(later, 100));
        }
      }
    },
    remove() {
      try {
        server.stop('immediate');
      } catch {
        // It was down already.
      }
      rmSync(home, { recursive: true, force: true });
    },
  };
  server.start();
  return server;
}
