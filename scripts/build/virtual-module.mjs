/**
 * esbuild: a module that is written at build time.
 * @param {{ specifier: string, root: string, sourceOf(): string }} module imports in it begin with the absolute project root, or name packages
 * @returns {import('esbuild').Plugin}
 */
export function virtualForEsbuild({ specifier, root, sourceOf }) {
  return {
    name: specifier,
    setup(build) {
      build.onResolve({ filter: new RegExp(`^${specifier}$`) }, () => ({ path: specifier, namespace: specifier }));
      build.onLoad({ filter: /.*/, namespace: specifier }, () => {
        try {
          return { contents: sourceOf(), loader: 'js', resolveDir: root };
        } catch (error) {
          return { errors: [{ text: error.message }] };
        }
      });
    },
  };
}

/**
 * Vitest: the same module.
 * @param {{ specifier: string, sourceOf(): string }} module
 * @returns {import('vitest/config').Plugin}
 */
export function virtualForVitest({ specifier, sourceOf }) {
  return {
    name: specifier,
    enforce: 'pre',
    resolveId: (asked) => (asked === specifier ? `\0${specifier}` : null),
    load: (id) => (id === `\0${specifier}` ? sourceOf() : null),
  };
}
