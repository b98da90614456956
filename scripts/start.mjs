import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepare, root } from './prepare/index.mjs';
import { say } from './prepare/say.mjs';

say(`Tare on Node.js ${process.versions.node}`);
await prepare();

const main = path.join(root, 'dist', 'server', 'main.js');
if (!existsSync(main)) {
  console.error('There is no server to start: server/main.ts is missing.');
  process.exit(1);
}
say('starting the server');
process.setSourceMapsEnabled(true);
// Imported rather than spawned, so that signals and the exit code need no passing on.
process.argv[1] = main;
await import(pathToFileURL(main).href);
