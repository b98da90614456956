import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { say } from './say.mjs';

/**
 * Makes node_modules what package-lock.json says, with `npm ci` where it is not.
 * @param {{ root: string, development: boolean }} what `development`: the packages of tests and checks as well
 */
export function installPackages({ root, development }) {
  const lockText = readFileSync(path.join(root, 'package-lock.json'), 'utf8');
  const stampFile = path.join(root, 'node_modules', '.tare-lock-stamp');
  const stamp = `${createHash('sha256').update(lockText).digest('hex')} ${development ? 'all' : 'runtime'}`;
  const stamped = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : '';
  if (stamped === stamp || (!development && stamped === stamp.replace(/runtime$/, 'all'))) return;

  const missing = missingPackages({ root, lockText, development });
  if (missing.length > 0) {
    const reason = existsSync(path.join(root, 'node_modules'))
      ? `${missing.length} of them missing or changed`
      : 'first start';
    say(`installing packages with npm ci (${reason}); this takes up to half a minute`);
    npm(['ci', '--loglevel=error', ...(development ? ['--include=dev'] : ['--omit=dev'])], root);
    say('packages are installed');
  }
  writeFileSync(stampFile, stamp);
}

/** npm keeps its own record of what it put into node_modules; `npm install` by hand is as good as our `npm ci`. */
function missingPackages({ root, lockText, development }) {
  const record = path.join(root, 'node_modules', '.package-lock.json');
  const installed = existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')).packages : {};
  return Object.entries(JSON.parse(lockText).packages)
    .filter(
      ([name, entry]) =>
        name !== '' && !entry.optional && !entry.devOptional && !entry.link && (development || !entry.dev),
    )
    .filter(([name, entry]) => installed[name]?.version !== entry.version || !existsSync(path.join(root, name)))
    .map(([name]) => name);
}

function npm(args, root) {
  const script = process.env.npm_execpath;
  const byNode = script?.endsWith('.js');
  const result = spawnSync(byNode ? process.execPath : 'npm', byNode ? [script, ...args] : args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: !byNode && process.platform === 'win32',
  });
  if (result.status === 0) return;
  console.error(
    `npm ${args.join(' ')} failed${result.error ? ` (${result.error.message})` : ''}; see its messages above.`,
  );
  process.exit(1);
}
