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

  const reasons = new Map(forbidden.map(({ name, comment }) => [name, comment]));
  const inCounted = (file) =>
    COUNTED.some((folder) => file.startsWith(`${folder}/`)) &&
    /\.tsx?$/.test(file) &&
    !/\.test\.tsx?$|\.d\.ts$/.test(file);
  return {
    violations: output.summary.violations.map(({ rule, from, to, cycle }) => ({
      rule: rule.name,
      reason: reasons.get(rule.name),
      from,
      to: cycle ? cycle.map(({ name }) => name).join(' → ') : to,
    })),
    modules: output.modules.filter(({ source }) => inCounted(source)).length,
    onDisk: COUNTED.flatMap((folder) => filesBelow(root, folder)).filter(inCounted).length,
  };
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
