import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepare, root } from './prepare/index.mjs';

const [name, ...args] = process.argv.slice(2);
await prepare();

const folder = path.join(root, 'dist', 'commands');
const names = existsSync(folder)
  ? readdirSync(folder)
      .filter((file) => file.endsWith('.js'))
      .map((file) => path.basename(file, '.js'))
  : [];
if (!name || !names.includes(name)) {
  console.error(
    `${name ? `There is no command "${name}".` : 'Say which command to run.'} Known: ${names.join(', ') || 'none'}.`,
  );
  process.exit(1);
}
process.setSourceMapsEnabled(true);
// The program sees the same arguments as if it had been started by itself.
process.argv = [process.argv[0], path.join(folder, `${name}.js`), ...args];
await import(pathToFileURL(process.argv[1]).href);
