import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { installPackage, mayInstall } from '../../scripts/test/debian.mjs';
import { postgresPrograms } from '../support/counterparts/postgres-server';
import type { Fault, Finding } from './fault';
import { faults } from './list';

const packages: Partial<Record<Fault['needs'][number], string>> = {
  nginx: 'nginx-light',
  faketime: 'faketime',
  redis: 'redis-server',
  postgres: 'postgresql',
};

const isThere = (need: Fault['needs'][number]) => {
  if (need === 'root') return process.getuid?.() === 0;
  if (need === 'postgres') return postgresPrograms() !== null;
  return (
    spawnSync('sh', ['-c', `command -v ${need === 'redis' ? 'redis-server' : need}`]).status === 0 ||
    existsSync(`/usr/sbin/${need}`)
  );
};

/** What is missing comes from Debian where this process may install it; `npm test` installs nothing. */
function provide(need: Fault['needs'][number], install: boolean): boolean {
  const name = packages[need];
  if (!isThere(need) && install && name && mayInstall()) {
    const failure = installPackage(name);
    if (failure) console.error(failure);
  }
  return isThere(need);
}

const words = process.argv.slice(2);
const quickOnly = words.includes('--quick');
const verbose = words.includes('--verbose');
const names = words.filter((word) => !word.startsWith('--'));
const wanted = faults.filter(
  (fault) => (!quickOnly || fault.quick) && (names.length === 0 || names.some((name) => fault.name.includes(name))),
);
const fails = ({ held, timed }: Finding) => !held && !(quickOnly && timed);
const print = (finding: Finding) =>
  console.log(
    `${finding.held ? 'held' : fails(finding) ? 'NOT HELD' : 'slow here'} · ${finding.what}: ${finding.figure} (bar: ${finding.bar})`,
  );

let broken = wanted.length === 0 ? 1 : 0;
if (wanted.length === 0)
  console.error(`No fault is called ${names.join(' or ')}. Known: ${faults.map(({ name }) => name).join(', ')}.`);
for (const fault of wanted) {
  const missing = fault.needs.filter((need) => !provide(need, !quickOnly));
  if (missing.length > 0) {
    console.log(`skipped · ${fault.name}: needs ${missing.join(' and ')}`);
    if (!quickOnly) broken += 1;
    continue;
  }
  const started = performance.now();
  try {
    const findings = await fault.run((line) => {
      if (verbose) console.log(`    ${line}`);
    });
    findings.forEach(print);
    broken += findings.filter(fails).length;
  } catch (error) {
    broken += 1;
    console.log(
      `NOT HELD · ${fault.name}: ${error instanceof Error ? (error.stack ?? error.message).slice(0, 3000) : String(error)}`,
    );
  }
  if (verbose) console.log(`    ${fault.name} took ${((performance.now() - started) / 1000).toFixed(1)} s`);
}
process.exit(broken > 0 ? 1 : 0);
