import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { everyFileBelow } from './files-below.mjs';

/**
 * What a test says it proves, in a comment above it: `// Spec 5: name required` (a row of the product's specification), `// ASVS V1.2.4; V1.2.9` (OWASP
 * ASVS 5.0.0), `// Attack: CSRF` or `// Trap: …` (what a library does unexpectedly).
 */
const tag = /^\s*\/\/ (?:(Spec \d|Attack|Trap): (.+)|(ASVS) (.+))$/gm;
const folders = ['server', 'tests', 'scripts', 'client', 'views'];
const holdsTests = (file) => /\.(test|spec|fault)\.tsx?$/.test(file) || file === 'tests/e2e/support.ts';

/**
 * @param {string} root
 * @returns {{ kind: string, what: string, file: string }[]}
 */
export function covered(root) {
  return everyFileBelow(root, folders)
    .filter(holdsTests)
    .sort()
    .flatMap((file) =>
      [...readFileSync(path.join(root, file), 'utf8').matchAll(tag)].flatMap(([, kind, what, asvs, ids]) =>
        asvs ? ids.split('; ').map((id) => ({ kind: asvs, what: id, file })) : [{ kind, what, file }],
      ),
    );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const proofs = covered(process.cwd());
  for (const kind of [...new Set(proofs.map((one) => one.kind))].sort()) {
    console.log(`\n${kind}`);
    const ofKind = proofs.filter((one) => one.kind === kind);
    for (const what of [...new Set(ofKind.map((one) => one.what))].sort())
      console.log(
        `  ${what}  [${[...new Set(ofKind.filter((one) => one.what === what).map(({ file }) => file))].join(', ')}]`,
      );
  }
}
