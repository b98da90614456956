import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeMessages } from './messages.mjs';
import { root as PROJECT } from './prepare/index.mjs';
import { requireNode } from './prepare/node-version.mjs';
import { installPackages } from './prepare/packages.mjs';

const TEMPLATE = fileURLToPath(new URL('new-feature/template', import.meta.url));
/** What the template's screen is called, and one of its rows. */
const SAMPLE = { name: 'sample-records', one: 'sample-record' };
const NAME = /^[a-z]+(-[a-z]+)*$/;
const LIST = 'server/features/index.ts';

/**
 * Lays the files of a small working screen, puts it into the list of features, and writes again what is generated.
 * @param {{ root?: string, name: string, one?: string }} wish `one`: what a row is called, where that is not `name` without its last `s`
 * @returns {{ one: string, files: string[] }} relative to `root`
 * @throws Error where the name does not fit or something has it; then nothing is written
 */
export function layFeature({ root = PROJECT, name, one = name.replace(/ies$/, 'y').replace(/s$/, '') }) {
  const problem = problemOf({ root, name, one });
  if (problem) throw new Error(problem);
  const list = readFileSync(path.join(root, LIST), 'utf8');
  const files = filesOf({ root, name, one });
  for (const { file, text } of files) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  try {
    writeFileSync(path.join(root, LIST), withFeature(list, name));
    generate(root);
  } catch (error) {
    for (const folder of foldersOf(name)) rmSync(path.join(root, folder), { recursive: true, force: true });
    for (const { file } of files) rmSync(path.join(root, file), { force: true });
    writeFileSync(path.join(root, LIST), list);
    writeMessages(root);
    const reason = /^error: (.*)$/m.exec(error.stderr)?.[1] ?? error.stderr ?? error.message;
    throw new Error(
      `Nothing was laid, because its table cannot be made: ${reason}. A second word gives a row another name.`,
      { cause: error },
    );
  }
  const laid = files.map(({ file }) => file);
  format(root, [LIST, ...laid.filter((file) => !file.endsWith('.sql'))]);
  return { one, files: laid };
}

const foldersOf = (name) => ['server/features', 'views', 'client'].map((floor) => `${floor}/${name}`);

function problemOf({ root, name, one }) {
  for (const word of [name, one])
    if (!NAME.test(word) || word.length > 40)
      return `"${word}" is no name for a screen: small letters in words with - between them, such as kitchen-visits.`;
  const [, section] = formsOf(name);
  const taken = [...foldersOf(name), `views/locales/en_US/${section}.json`].find((file) =>
    existsSync(path.join(root, file)),
  );
  if (taken) return `${taken} exists already.`;
  const address = new RegExp(`path: '/${name}['/]`);
  const answered = readdirSync(path.join(root, 'server'), { recursive: true, encoding: 'utf8' }).find(
    (file) => /\.tsx?$/.test(file) && address.test(readFileSync(path.join(root, 'server', file), 'utf8')),
  );
  return answered ? `server/${answered} answers /${name} already.` : null;
}

function filesOf({ root, name, one }) {
  const forms = new Map(
    [
      [SAMPLE.name, name],
      [SAMPLE.one, one],
    ].flatMap(([from, to]) => formsOf(from).map((form, at) => [form, formsOf(to)[at]])),
  );
  const sample = new RegExp([...forms.keys()].join('|'), 'g');
  const named = (text) => text.replace(sample, (form) => forms.get(form));
  const today = new Date().toISOString().slice(0, 10);
  return (
    readdirSync(TEMPLATE, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .map((source) => ({
        file: named(path.relative(TEMPLATE, source)).replace('/today_', `/${today}_`),
        text: named(readFileSync(source, 'utf8')),
      }))
      // A language that the product does not speak yet.
      .filter(({ file }) => !file.startsWith('views/locales/') || existsSync(path.join(root, path.dirname(file))))
      .sort((a, b) => (a.file < b.file ? -1 : 1))
  );
}

/** How a name is written in addresses, code, types, tables, permissions and sentences. */
function formsOf(name) {
  const words = name.split('-');
  const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);
  const joined = words.map(capital).join('');
  return [
    name,
    words[0] + joined.slice(words[0].length),
    joined,
    words.join('_'),
    words.join('_').toUpperCase(),
    words.join(' '),
    capital(words.join(' ')),
  ];
}

/**
 * The list of features with one more, in alphabetical order.
 * @param {string} list source of server/features/index.ts
 * @param {string} name
 */
export function withFeature(list, name) {
  const folders = [...list.matchAll(/^import \{ feature as \w+ \} from '\.\/([a-z-]+)';$/gm)]
    .map(([, folder]) => folder)
    .concat(name)
    .sort();
  const called = (folder) => formsOf(folder)[1];
  const imports = folders.map((folder) => `import { feature as ${called(folder)} } from './${folder}';\n`).join('');
  return list
    .replace(/(?:^import \{ feature as .*\n)+/m, imports)
    .replace(/= \[[^\]]*\];/, `= [${folders.map(called).join(', ')}];`);
}

function generate(root) {
  writeMessages(root);
  execFileSync(process.execPath, ['scripts/db-types.mjs'], { cwd: root, stdio: 'pipe', encoding: 'utf8' });
}

/** A name other than the template's stands elsewhere among imports, and breaks lines elsewhere. */
function format(root, files) {
  const [eslint, prettier] = ['eslint/bin/eslint.js', 'prettier/bin/prettier.cjs'].map((tool) =>
    path.join(PROJECT, 'node_modules', tool),
  );
  const [order, style] = ['scripts/lint/import-order.mjs', '.prettierrc.json'].map((file) => path.join(PROJECT, file));
  const run = (...args) => execFileSync(process.execPath, args, { cwd: root, stdio: 'pipe', encoding: 'utf8' });
  run(eslint, '--config', order, '--fix', ...files.filter((file) => /\.tsx?$/.test(file)));
  run(prettier, '--config', style, '--log-level', 'error', '--write', ...files);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  requireNode();
  installPackages({ root: PROJECT, development: true });
  const [name, one] = process.argv.slice(2);
  try {
    if (!name)
      throw new Error(
        'npm run new-feature -- kitchen-visits\nnpm run new-feature -- staff-classes staff-class      (the second word is one of them, where it is not the first without its s)',
      );
    const laid = layFeature({ name, one });
    console.log(`The screen /${name}, each row a ${laid.one}:
${laid.files.map((file) => `  ${file}`).join('\n')}
It stands in ${LIST}; server/platform/db/schema.ts and the types of messages were written again.

Next:
  1. Its name in each language: "title" in views/locales/*/${formsOf(name)[1]}.json is the same in all of them.
  2. Who may see and change it, and its place in the menu: index.ts.
  3. npm start, sign in as admin@caterer.test, open /${name}.
  4. server/README.md, "A new screen", says what each file is for and which checks to run.`);
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
