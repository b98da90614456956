// Writes views/locales/index.ts: the list of locale files and, from en_US, the type of every message and its parameters.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const folder = 'views/locales';
const locales = ['en_US', 'de_DE'];
const plural = /_(zero|one|two|few|many|other)$/;

function* leaves(value, path) {
  if (typeof value === 'string') yield [path, value];
  else for (const [key, child] of Object.entries(value)) yield* leaves(child, `${path}.${key}`);
}

export function messagesSource(root = '.') {
  const sections = readdirSync(`${root}/${folder}/en_US`).filter((file) => file.endsWith('.json')).map((file) => file.slice(0, -5)).sort();
  const messages = new Map();
  for (const section of sections) {
    const text = readFileSync(`${root}/${folder}/en_US/${section}.json`, 'utf8');
    for (const [path, sentence] of leaves(JSON.parse(text), section)) {
      const key = path.replace(plural, '');
      const names = new Set([...(messages.get(key) ?? []), ...[...sentence.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map((match) => match[1])]);
      if (key !== path) names.add('count');
      messages.set(key, names);
    }
  }
  const imports = locales.flatMap((locale) => sections
    .filter((section) => existsSync(`${root}/${folder}/${locale}/${section}.json`))
    .map((section) => `import ${section}_${locale} from './${locale}/${section}.json';`));
  const tables = locales.map((locale) => `  ${locale}: { ${sections
    .filter((section) => existsSync(`${root}/${folder}/${locale}/${section}.json`))
    .map((section) => `${section}: ${section}_${locale}`).join(', ')} },`);
  const types = [...messages].map(([key, names]) => {
    const members = [...names].map((name) => `${name}: ${name === 'count' ? 'number' : 'string | number'}`).join('; ');
    return `  '${key}': ${names.size > 0 ? `{ ${members} }` : 'Record<never, never>'};`;
  });
  return `/* eslint max-lines: off -- written by scripts/messages.mjs; a line a message */
${imports.join('\n')}

export const locales = {
${tables.join('\n')}
};

/** Each message and the parameters that its sentence needs. */
export interface Messages {
${types.join('\n')}
}
`;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) writeFileSync(`${folder}/index.ts`, messagesSource());
