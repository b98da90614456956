import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Where the module of a worker thread lies: beside its source, or beside the bundle of the server or of a command.
 * @param besides `import.meta.url` of whoever starts it
 * @throws where it is missing
 */
export function workerFile(name: string, besides: string): string {
  const places = [`./${name}`, `../server/${name}`].map((path) => fileURLToPath(new URL(path, besides)));
  const found = places.find((path) => existsSync(path));
  if (!found) throw new Error(`${name} is missing (looked at ${places.join(', ')})`);
  return found;
}
