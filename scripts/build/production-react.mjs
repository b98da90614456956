import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

const REACT = /^(?:react|react-dom|scheduler)(?:\/|$)/;
const REACT_FILE = /[\\/]node_modules[\\/](?:react|react-dom|scheduler)[\\/].*\.js$/;

/** React is CommonJS and asks for modules of Node; in an ES module `require` must be made. */
export const requireBanner =
  "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);";

/**
 * Bundles React's production build into the server. Left to node_modules, React looks at NODE_ENV at run time, and
 * `npm start` without it (the embedded demo) would render pages ten times slower, with the development build.
 * @param {string} root absolute project root
 * @returns {import('esbuild').Plugin}
 */
export function productionReact(root) {
  const { resolve } = createRequire(path.join(root, 'package.json'));
  return {
    name: 'production-react',
    setup(build) {
      build.onResolve({ filter: REACT }, ({ path: specifier }) => ({ path: resolve(specifier) }));
      build.onLoad({ filter: REACT_FILE }, async ({ path: file }) => ({
        contents: (await readFile(file, 'utf8')).replaceAll('process.env.NODE_ENV', '"production"'),
        loader: 'js',
      }));
    },
  };
}
