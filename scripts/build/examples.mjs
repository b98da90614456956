import path from 'node:path';
import { filesBelow } from './sources.mjs';
import { virtualForEsbuild, virtualForVitest } from './virtual-module.mjs';

/** For tests and development scripts alone: `import { examples } from 'tare:examples'` gives every `*.example.ts` of the server. */
function examplesModule(root) {
  const sourceOf = () => {
    const files = filesBelow(root, 'server').filter((file) => file.endsWith('.example.ts'));
    const imports = files.map(
      (file, at) => `import { example as example${at} } from ${JSON.stringify(path.join(root, file))};`,
    );
    return `${imports.join('\n')}\nexport const examples = [${files.map((file, at) => `{ file: ${JSON.stringify(file)}, example: example${at} }`).join(', ')}];`;
  };
  return { specifier: 'tare:examples', root, sourceOf };
}

/** @param {string} root absolute project root */
export const examplesForEsbuild = (root) => virtualForEsbuild(examplesModule(root));

/** @param {string} root absolute project root */
export const examplesForVitest = (root) => virtualForVitest(examplesModule(root));
