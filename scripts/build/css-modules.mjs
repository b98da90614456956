import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { transform } from 'lightningcss';

/**
 * Class names must be equal in the server bundle, the client bundle, the stylesheet and the tests. esbuild numbers
 * them per build, so they are made here instead: a hash of the file's path relative to the project root, then the local name.
 */
const PATTERN = '[hash]_[local]';

/**
 * Compiles one CSS module.
 * @param {{ root: string, file: string }} source `root` and `file` are absolute paths
 * @returns {Promise<{ css: string, classes: Record<string, string> }>} the scoped stylesheet and local → published class names
 * @throws the syntax error of lightningcss, or an Error for an unknown name in `composes`
 */
export async function compileCssModule({ root, file }) {
  const { code, exports } = transform({
    filename: path.relative(root, file).split(path.sep).join('/'),
    projectRoot: root,
    code: await readFile(file),
    // Containers, grid lines and custom identifiers name things that other files may own; only classes and keyframes are scoped.
    cssModules: { pattern: PATTERN, container: false, customIdents: false, grid: false },
  });

  const classes = {};
  for (const [local, { name, composes }] of Object.entries(exports ?? {}).sort(byKey)) {
    const names = [name];
    for (const part of composes) names.push(await composedName({ part, root, file }));
    classes[local] = names.join(' ');
  }
  return { css: code.toString(), classes };
}

async function composedName({ part, root, file }) {
  if (part.type !== 'dependency') return part.name;
  const other = path.resolve(path.dirname(file), part.specifier);
  const { classes } = await compileCssModule({ root, file: other });
  if (!classes[part.name]) {
    throw new Error(`${path.relative(root, file)}: composes "${part.name}", which ${part.specifier} does not define`);
  }
  return classes[part.name];
}

const byKey = ([a], [b]) => (a < b ? -1 : 1);

/**
 * esbuild: an import of `x.module.css` from a script gives its class names; from a stylesheet, its scoped rules.
 * @param {string} root absolute project root
 * @returns {import('esbuild').Plugin}
 */
export function cssModulesForEsbuild(root) {
  return {
    name: 'css-modules',
    setup(build) {
      build.onResolve({ filter: /\.module\.css$/ }, ({ path: specifier, resolveDir, kind }) => ({
        path: path.resolve(resolveDir, specifier),
        namespace: kind === 'import-rule' ? 'css-module-rules' : 'css-module-names',
      }));
      build.onLoad({ filter: /.*/, namespace: 'css-module-names' }, ({ path: file }) =>
        loaded({ root, file }, ({ classes }) => ({
          contents: `export default ${JSON.stringify(classes)}`,
          loader: 'js',
        })),
      );
      build.onLoad({ filter: /.*/, namespace: 'css-module-rules' }, ({ path: file }) =>
        loaded({ root, file }, ({ css }) => ({ contents: css, loader: 'css', resolveDir: path.dirname(file) })),
      );
    },
  };
}

/** Says where in the stylesheet the fault is, instead of where in the compiler. */
async function loaded({ root, file }, toResult) {
  try {
    return toResult(await compileCssModule({ root, file }));
  } catch (error) {
    const place = error.loc
      ? { line: error.loc.line, column: error.loc.column - 1, lineText: error.source?.split('\n')[error.loc.line - 1] }
      : {};
    return { errors: [{ text: error.message, location: { file: path.relative(root, file), ...place } }] };
  }
}

/**
 * Vitest: the same class names as the bundles.
 * @param {string} root absolute project root
 * @returns {import('vitest/config').Plugin}
 */
export function cssModulesForVitest(root) {
  const CLASSES = '\0css-module-names:';
  return {
    name: 'tare-css-modules',
    enforce: 'pre',
    resolveId(specifier, importer) {
      if (!specifier.endsWith('.module.css') || !importer) return null;
      // The id must not end in .css, or the stylesheet handling of Vite takes it over.
      return `${CLASSES}${path.resolve(path.dirname(importer), specifier)}.js`;
    },
    async load(id) {
      if (!id.startsWith(CLASSES)) return null;
      const { classes } = await compileCssModule({ root, file: id.slice(CLASSES.length, -'.js'.length) });
      return `export default ${JSON.stringify(classes)}`;
    },
  };
}
