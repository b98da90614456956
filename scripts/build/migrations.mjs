import { readFileSync } from 'node:fs';
import path from 'node:path';
import { filesBelow } from './sources.mjs';
import { virtualForEsbuild, virtualForVitest } from './virtual-module.mjs';

/** A wing's tables may refer to those of the wings before it. */
const WINGS = ['platform', 'identity', 'features'];
/** Databases know the migrations of the domain by the wing in which its tables once lay. */
const WING_OF = { domain: 'features' };
const NUMBERED = /^\d{4}_[a-z0-9_]+$/;
const DATED = /^(\d{4}-\d{2}-\d{2})_([a-z0-9-]+)_([a-z0-9-]+)$/;

/**
 * Every `migrations/*.sql` below a wing, in the order of running: the numbered ones of the first schema wing by wing, then the dated
 * ones by day, wing and name.
 * @param {string} root absolute project root
 * @returns {{ name: string, text: string, apart: boolean, file: string }[]} `file` relative to `root`
 * @throws Error for a file whose name says no order, or that another one has
 */
export function findMigrations(root) {
  const found = filesBelow(root, 'server')
    .filter((file) => /\/migrations\/[^/]+\.sql$/.test(file))
    .map((file) => readMigration(root, file))
    .sort((a, b) => (a.order < b.order ? -1 : 1));
  const twice = found.find(({ name }, index) => found[index + 1]?.name === name);
  if (twice) throw new Error(`${twice.file}: another migration has this name`);
  return found.map(({ order, ...migration }) => migration);
}

function readMigration(root, file) {
  const folder = file.split('/')[1];
  const wing = WINGS.indexOf(WING_OF[folder] ?? folder);
  const subject = path.basename(file, '.sql');
  const dated = DATED.exec(subject);
  if (wing < 0 || (!dated && !NUMBERED.test(subject)))
    throw new Error(`${file}: a migration lies in a wing and is named <yyyy-mm-dd>_<feature>_<subject>.sql`);
  const feature = /^server\/features\/([^/]+)\/migrations\//.exec(file)?.[1];
  if (feature && dated?.[2] !== feature)
    throw new Error(`${file}: the name of a feature's migration is <yyyy-mm-dd>_${feature}_<subject>.sql`);
  const text = readFileSync(path.join(root, file), 'utf8');
  return {
    name: `${WINGS[wing]}/${subject}`,
    text,
    apart: /^-- apart\b/.test(text),
    file,
    order: dated ? `1 ${dated[1]} ${wing} ${subject}` : `0 ${wing} ${subject}`,
  };
}

const migrationsModule = (root) => ({
  specifier: 'tare:migrations',
  root,
  sourceOf: () =>
    `export const migrations = ${JSON.stringify(findMigrations(root).map(({ file, ...migration }) => migration))};`,
});

/** `import { migrations } from 'tare:migrations'`. @param {string} root absolute project root */
export const migrationsForEsbuild = (root) => virtualForEsbuild(migrationsModule(root));

/** @param {string} root absolute project root */
export const migrationsForVitest = (root) => virtualForVitest(migrationsModule(root));
