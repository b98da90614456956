import path from 'node:path';
import { compileCssModule } from './css-modules.mjs';
import { filesBelow } from './sources.mjs';

/** The sheet of every page. */
export const SHARED = 'app';
const SHARED_FOLDERS = /^(?:client\/ui|views\/layout)\//;

/** A room stands under one name on each floor: `views/performance` and `client/performance` dress the same pages. */
export const roomOf = (file) =>
  SHARED_FOLDERS.test(file) ? SHARED : file.split('/')[file.startsWith('legacy/') ? 0 : 1];

const modulesOf = (root) =>
  ['client', 'legacy', 'views']
    .flatMap((folder) => filesBelow(root, folder))
    .filter((file) => file.endsWith('.module.css'));

/**
 * @param {string} root absolute project root
 * @returns {Map<string, string[]>} the files of each sheet in their order; the shared one is there even if it is the only one
 */
export function sheetsOf(root) {
  const sheets = new Map();
  const add = (name, file) => sheets.set(name, [...(sheets.get(name) ?? []), file]);
  filesBelow(root, 'client/styles')
    .filter((file) => file === 'client/styles/index.css')
    .forEach((file) => add(SHARED, file));
  modulesOf(root).forEach((file) => add(roomOf(file), file));
  return sheets;
}

/**
 * What the class names of each room begin with, by which the server sees whose sheets a rendered page needs.
 * @param {string} root absolute project root
 * @returns {Promise<Record<string, string[]>>} by room; the shared sheet needs none
 */
export async function marksOf(root) {
  const marks = {};
  for (const file of modulesOf(root).filter((one) => roomOf(one) !== SHARED)) {
    const [first] = Object.entries((await compileCssModule({ root, file: path.join(root, file) })).classes);
    if (first) (marks[roomOf(file)] ??= []).push(first[1].split(' ')[0].slice(0, -first[0].length));
  }
  return marks;
}

/**
 * esbuild: an entry point `sheet:<name>` imports the files of that sheet.
 * @param {string} root absolute project root
 * @param {Map<string, string[]>} sheets
 * @returns {import('esbuild').Plugin}
 */
export function sheetsForEsbuild(root, sheets) {
  return {
    name: 'sheets',
    setup(build) {
      build.onResolve({ filter: /^sheet:/ }, ({ path: name }) => ({
        path: name.slice('sheet:'.length),
        namespace: 'sheet',
      }));
      build.onLoad({ filter: /.*/, namespace: 'sheet' }, ({ path: name }) => ({
        contents: sheets
          .get(name)
          .map((file) => `@import ${JSON.stringify(`./${file}`)};`)
          .join('\n'),
        loader: 'css',
        resolveDir: root,
      }));
    },
  };
}
