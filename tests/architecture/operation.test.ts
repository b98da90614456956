import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { commands } from '../../scripts/commands/admin/run';

const text = (file: string) => readFileSync(file, 'utf8');
const readme = text('README.md');

describe('what operators read', () => {
  it('has a row for every setting, and for no other', () => {
    const settings = [.../const environment = z\.object\(\{([\s\S]*?)\n\}\);/.exec(text('server/config.ts'))?.[1]?.matchAll(/^ {2}([A-Z_]+):/gm) ?? []].map(([, name]) => name);
    const rows = [...readme.matchAll(/^\| `([A-Z_]+)`/gm)].map(([, name]) => name);
    expect(settings.length).toBeGreaterThan(15);
    expect(rows.filter((name) => name !== 'NODE_ENV').sort()).toEqual(settings.filter((name) => name !== 'NODE_ENV').sort());
  });

  it('names commands that exist, with options that they know', () => {
    const typed = [...readme.matchAll(/admin\.js ([a-z-]+)((?: --[a-z-]+(?: (?:"[^"]*"|[^\s`-]\S*))?)*)/g)];
    expect(typed.length).toBeGreaterThan(5);
    for (const [line, name, options = ''] of typed) {
      const command = commands.find((one) => one.name === name);
      expect(command, line).toBeDefined();
      for (const [, option] of options.matchAll(/--([a-z-]+)/g)) expect(command?.usage, line).toContain(`--${option}`);
    }
  });

  it('watches figures that are measured', () => {
    const measured = ['server/platform/metrics.ts', 'server/platform/db/readings.ts', 'server/platform/jobs/job-measures.ts', 'server/platform/outbox/outbox-measures.ts', 'server/features/rollups/rollup-lag.store.ts'].map(text).join('\n');
    const named = [...new Set([...readme.matchAll(/`(tare_[a-z_]+)`/g)].map(([, name]) => name ?? ''))];
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !measured.includes(`'${name}'`))).toEqual([]);
  });

  it('puts into the image the programs of the server that compose.yaml starts', () => {
    const server = /image: postgres:(\d+)/.exec(text('compose.yaml'))?.[1];
    expect(server).toBeDefined();
    expect(text('Dockerfile')).toContain(`postgresql-client-${server} `);
  });
});
