// Runs PostgreSQL-in-WASM off the main thread and speaks its wire protocol on a local socket.
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';

const db = await PGlite.create(workerData.dataDir);
const server = new PGLiteSocketServer({ db, path: workerData.socketPath, maxConnections: 4 });
await server.start();
parentPort.postMessage('ready');

parentPort.on('message', async () => {
  await server.stop();
  await db.close();
  parentPort.postMessage('closed');
  parentPort.close();
});
