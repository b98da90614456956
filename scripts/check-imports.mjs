import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { cruise } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { filesBelow } from './build/sources.mjs';

const PROJECT = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');
const FOLDERS = ['server', 'views', 'client', 'legacy'];
const COUNTED = ['server', 'views', 'client'];

/**
 * Holds the imports of a tree against the directions of the house.
 * @param {{ root?: string }} [where] absolute path with a tsconfig.json
 * @returns {Promise<{ violations: { rule: string, reason: string, from: string, to: string }[], modules: number, onDisk: number }>}
 */
export async function checkImports({ root = PROJECT } = {}) {
  const { forbidden, options } = createRequire(import.meta.url)('../.dependency-cruiser.cjs');
  const folders = FOLDERS.filter((folder) => existsSync(path.join(root, folder)));
  const tsConfig = extractTSConfig(path.join(root, 'tsconfig.json'));
  const { output } = await cruise(
    folders,
    { ...options, baseDir: root, ruleSet: { forbidden }, validate: true },
    undefined,
    { tsConfig },
  );

  const knots = folderCycles(output.modules);
  const reasons = new Map(forbidden.map(({ name, comment }) => [name, comment]));
  const inCounted = (file) =>
    COUNTED.some((folder) => file.startsWith(`${folder}/`)) &&
    /\.tsx?$/.test(file) &&
    !/\.test\.tsx?$|\.d\.ts$/.test(file);
  return {
    violations: [
      ...output.summary.violations.map(({ rule, from, to, cycle }) => ({
        rule: rule.name,
        reason: reasons.get(rule.name),
        from,
        to: cycle ? cycle.map(({ name }) => name).join(' → ') : to,
      })),
      ...knots.map(([from, ...to]) => ({
        rule: 'no-folder-cycles',
        reason: 'Folders that need each other are one folder.',
        from,
        to: to.join(', '),
      })),
    ],
    modules: output.modules.filter(({ source }) => inCounted(source)).length,
    onDisk: COUNTED.flatMap((folder) => filesBelow(root, folder)).filter(inCounted).length,
  };
}

/** The folders that a file lies in: `server/<storey>/<folder>`, and within identity one deeper. A file beside those counts as one. */
const foldersOf = (file) =>
  [/^server\/[^/]+\/[^/]+(?=\/)/, /^server\/identity\/[^/]+\/[^/]+/].flatMap((depth) => depth.exec(file)?.[0] ?? []);

/** The folders of one storey that can be reached from each other, tests left out. @returns {string[][]} */
function folderCycles(modules) {
  const isTest = (file) => /\.(test|example|fixtures)\.tsx?$/.test(file);
  const needs = new Map();
  for (const { source, dependencies } of modules) {
    if (isTest(source)) continue;
    for (const from of foldersOf(source)) {
      const below = needs.get(from) ?? needs.set(from, new Set()).get(from);
      for (const to of dependencies.flatMap(({ resolved }) => foldersOf(resolved)))
        if (to !== from && path.dirname(to) === path.dirname(from)) below.add(to);
    }
  }
  const reachedFrom = (folder, seen = new Set()) => {
    for (const next of needs.get(folder) ?? []) if (!seen.has(next)) reachedFrom(next, seen.add(next));
    return seen;
  };
  const reached = new Map([...needs.keys()].map((folder) => [folder, reachedFrom(folder)]));
  const knots = [...reached].flatMap(([folder, all]) =>
    all.has(folder) ? [[...all].filter((other) => reached.get(other)?.has(folder)).sort()] : [],
  );
  return [...new Map(knots.map((knot) => [knot.join(), knot])).values()];
}

/** A checker that reads nothing finds nothing: with the wrong TypeScript it passes on an empty list. */
export const enoughModules = ({ modules, onDisk }) =>
  modules >= Math.max(onDisk > 55 ? 51 : 1, Math.ceil(onDisk * 0.9));

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const result = await checkImports();
  for (const { rule, reason, from, to } of result.violations) console.error(`${from} → ${to}\n    ${rule}: ${reason}`);
  const enough = enoughModules(result);
  if (!enough)
    console.error(`Only ${result.modules} of ${result.onDisk} modules were read; the check would prove nothing.`);
  console.log(
    `import rules: ${result.modules} of ${result.onDisk} modules read, ${result.violations.length} violations`,
  );
  process.exitCode = enough && result.violations.length === 0 ? 0 : 1;
}
