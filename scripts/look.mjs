// Takes pictures of every screen, and of what it shows once something was done there, as somebody of the demo sees it, for people to look at. No test: nothing here passes or fails by how a screen looks.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { prepare, root } from './prepare/index.mjs';
import { findOrInstallChromium } from './test/chromium.mjs';

const usage = `npm run look -- [ADDRESS …] [--locale en_US,de_DE] [--width 1440,390] [--scheme light,dark] [--out look]

Every page and every state of tests/e2e/states.ts (a window, an open menu, a refusal, what somebody has just done) in every language, width and colour scheme.
An address such as /sites takes the page and its states, /sites/new-site one of them. Open OUT/index.html to see them side by side.`;

const list = (text) => text?.split(',');

let asked;
try {
  asked = parseArgs({
    allowPositionals: true,
    options: {
      locale: { type: 'string' },
      width: { type: 'string' },
      scheme: { type: 'string' },
      out: { type: 'string', default: 'look' },
      help: { type: 'boolean' },
    },
  });
} catch (error) {
  console.error(`${error.message}\n\n${usage}`);
  process.exit(2);
}
const { values, positionals } = asked;
if (values.help) {
  console.log(usage);
  process.exit(0);
}
await prepare();
const chromium = findOrInstallChromium();
if (chromium.missing) {
  console.error(chromium.missing);
  process.exit(1);
}
const wish = {
  pages: positionals,
  locales: list(values.locale),
  widths: list(values.width)?.map(Number),
  schemes: list(values.scheme),
  out: path.resolve(values.out),
};
const { status } = spawnSync(
  process.execPath,
  [
    path.join(root, 'node_modules/@playwright/test/cli.js'),
    'test',
    '--config',
    path.join(root, 'tests/e2e/look/look.config.ts'),
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, CHROMIUM_PATH: chromium.path, TARE_LOOK: JSON.stringify(wish) },
  },
);
process.exit(status ?? 1);
