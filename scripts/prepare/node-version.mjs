import { readFileSync } from 'node:fs';

/** Ends the program with a sentence when this Node is older than package.json asks for. */
export function requireNode() {
  const { engines } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const wanted = engines.node.replace(/[^\d.]/g, '');
  if (!isOlder(process.versions.node, wanted)) return;
  console.error(
    `Tare needs Node.js ${wanted} or newer; this is ${process.versions.node}. Install a newer one from https://nodejs.org and run the command again.`,
  );
  process.exit(1);
}

/** Compares the numbers of two versions such as `20.9.0` and `20.19`. */
export function isOlder(version, wanted) {
  const [have, need] = [version, wanted].map((text) => text.split('.').map((part) => Number.parseInt(part, 10)));
  for (const [place, number] of need.entries()) {
    const difference = (have[place] ?? 0) - number;
    if (difference !== 0) return difference < 0;
  }
  return false;
}
