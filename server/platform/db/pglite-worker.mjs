// Runs PostgreSQL-in-WASM off the main thread and speaks its wire protocol on a local socket.
import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';

const { dataDir, startFrom, socketPath } = workerData;
const db = await PGlite.create({
  dataDir,
  extensions: { pg_trgm },
  // What it has read once the system keeps too: with the usual 128 MB the same pages take the same time.
  startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'],
  loadDataDir: startFrom ? new Blob([await readFile(startFrom)]) : undefined,
});
const server = new PGLiteSocketServer({ db, path: socketPath, maxConnections: 4 });
await server.start();
parentPort.postMessage('ready');

parentPort.on('message', async () => {
  await server.stop();
  await db.close();
  parentPort.postMessage('closed');
  parentPort.close();
});
