import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }).trim();

/** What an operator upgrades from: the commit before, which is the newest one while something is not committed yet. */
export function commitBefore(): { revision: string; title: string } {
  const revision = git('status', '--porcelain') === '' ? 'HEAD~1' : 'HEAD';
  return { revision: git('rev-parse', '--short', revision), title: git('log', '-1', '--format=%s', revision) };
}

/** Builds a commit in a folder of its own. @returns its `main.js` */
export function buildCommit(revision: string, folder: string): string {
  mkdirSync(folder, { recursive: true });
  const archive = join(folder, 'tree.tar');
  git('archive', '--output', archive, revision);
  execFileSync('tar', ['-xf', archive, '-C', folder]);
  return build(folder);
}

interface Extra {
  name: string;
  text: string;
}

/** Builds the files as they lie here, with further migrations, as the next release would bring them. */
export function buildNext(folder: string, extras: Extra[]): string {
  for (const file of git('ls-files', '-co', '--exclude-standard').split('\n')) {
    if (!existsSync(file)) continue;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(file, join(folder, file));
  }
  for (const { name, text } of extras) writeFileSync(join(folder, 'server/features/migrations', `${name}.sql`), text);
  return build(folder);
}

function build(folder: string): string {
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  return join(folder, 'dist', 'server', 'main.js');
}
