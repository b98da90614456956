import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { workerFile } from '../worker-file';
import { createPool, kyselyOver, type Database } from './database';

const port = 5432;
/** Of a Unix socket's address, less what the systems differ by. */
const longestSocketPath = 100;

/** Thrown when another process already has the data folder; two on one folder would silently lose rows. */
export class DataFolderInUse extends Error {
  constructor(readonly folder: string) {
    super(`The data folder ${folder} is in use by another Tare process.`);
  }
}

interface EmbeddedOptions {
  /** A folder, or `memory://` for a database that ends with the process. */
  dataDir: string;
  /** A tar of a data folder, for a database that has none yet. */
  startFrom?: string;
  onError: (error: Error) => void;
}

/** Starts PGlite in a worker behind a local socket and gives the same driver that talks to PostgreSQL. */
export async function openEmbedded({ dataDir, startFrom, onError }: EmbeddedOptions): Promise<Database> {
  const inMemory = dataDir.startsWith('memory://');
  const folder = inMemory ? dataDir : resolve(dataDir);
  const socketDir = socketDirOf(inMemory ? `${process.pid}-${Math.random()}` : folder);
  const socketPath = join(socketDir, `.s.PGSQL.${port}`);
  if (!inMemory) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const release = inMemory ? async () => undefined : await holdFolder(folder);
  rmSync(socketPath, { force: true });

  const worker = new Worker(workerFile('pglite-worker.mjs', import.meta.url), {
    // Most of its memory is PostgreSQL's own; what it passes on is soon garbage.
    resourceLimits: { maxYoungGenerationSizeMb: 4 },
    workerData: {
      dataDir: folder,
      startFrom: existsSync(join(folder, 'PG_VERSION')) ? undefined : startFrom,
      socketPath,
    },
  });
  await message(worker, 'ready');
  worker.on('error', onError);

  // One connection: session settings and advisory locks leak between clients of one PGlite backend.
  const pool = createPool({
    connection: { host: socketDir, port, user: 'postgres', database: 'postgres' },
    size: 1,
    onError,
  });
  return {
    kind: 'embedded',
    db: kyselyOver(pool),
    pool,
    async close() {
      await pool.end();
      worker.postMessage('close');
      await message(worker, 'closed');
      await release();
      rmSync(socketDir, { recursive: true, force: true });
    },
  };
}

/** A Unix socket path holds about 100 characters, so it cannot lie in the data folder itself. */
function socketDirOf(folder: string): string {
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  const socketDir = join(tmpdir(), `tare-${userInfo().uid}-${name}`);
  mkdirSync(socketDir, { recursive: true, mode: 0o700 });
  return socketDir;
}

/**
 * Holds the folder for this process from before it is opened: a socket that only one can listen on. A process that was
 * killed leaves a file behind on which nobody answers.
 * @param folder absolute @returns lets go of it @throws DataFolderInUse
 */
export async function holdFolder(folder: string): Promise<() => Promise<void>> {
  // Beside it: PostgreSQL makes its files only in an empty folder.
  const beside = `${folder}.in-use`;
  const path = beside.length < longestSocketPath ? beside : join(socketDirOf(folder), 'in-use');
  const holder = (await listenOn(path)) ?? (await takeOver(path));
  if (!holder) throw new DataFolderInUse(folder);
  holder.unref();
  return () => new Promise((done) => holder.close(() => done()));
}

async function takeOver(path: string): Promise<Server | null> {
  if (await answers(path)) return null;
  rmSync(path, { force: true });
  return listenOn(path);
}

/** null where the path is taken. */
function listenOn(path: string): Promise<Server | null> {
  return new Promise((done, refuse) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? done(null) : refuse(error)));
    server.listen(path, () => done(server));
  });
}

function answers(socketPath: string): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(socketPath);
    socket.once('connect', () => {
      socket.destroy();
      done(true);
    });
    socket.once('error', () => done(false));
  });
}

function message(worker: Worker, expected: string): Promise<void> {
  return new Promise((done, refuse) => {
    worker.once('error', refuse);
    worker.once('message', (text) => {
      worker.off('error', refuse);
      if (text === expected) done();
      else refuse(new Error(`The database worker said ${String(text)}.`));
    });
  });
}
