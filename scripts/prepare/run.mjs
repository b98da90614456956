import { prepare } from './index.mjs';
import { say } from './say.mjs';

say(`Tare on Node.js ${process.versions.node}`);
await prepare();
say('starting the server');
