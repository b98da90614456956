import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { commands } from '../../scripts/commands/admin/run';
import { readConfig } from '../../server/config';

const text = (file: string) => readFileSync(file, 'utf8');
const readme = text('README.md');
const settings = [
  ...(/const environment = z\.object\(\{([\s\S]*?)\n\}\);/
    .exec(text('server/config.ts'))?.[1]
    ?.matchAll(/^ {2}([A-Z_]+):/gm) ?? []),
].map(([, name = '']) => name);

describe('what operators read', () => {
  it('has a row for every setting, and for no other', () => {
    const rows = [...readme.matchAll(/^\| `([A-Z_]+)`/gm)].map(([, name]) => name);
    expect(settings.length).toBeGreaterThan(15);
    expect(rows.filter((name) => name !== 'NODE_ENV').sort()).toEqual(
      settings.filter((name) => name !== 'NODE_ENV').sort(),
    );
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
    const measured = [
      'server/platform/metrics.ts',
      'server/platform/db/readings.ts',
      'server/platform/jobs/job-measures.ts',
      'server/platform/outbox/outbox-measures.ts',
      'server/domain/weeks/dirty-weeks.store.ts',
    ]
      .map(text)
      .join('\n');
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

describe('the container', () => {
  const service = /^ {2}tare:\n([\s\S]*?)\n\n/m.exec(text('compose.yaml'))?.[1] ?? '';
  const passed = new Map(
    [...service.matchAll(/^ {6}([A-Z_]+): (.+)$/gm)].map(([, name = '', value = '']) => [name, value]),
  );

  it('is passed every setting, and no other', () => {
    expect(settings.length).toBeGreaterThan(15);
    expect([...passed.keys()].sort()).toEqual([...settings].sort());
  });

  it('has each from a variable of the same name, but for what the file itself fixes', () => {
    const others = [...passed].filter(([name, value]) => !value.startsWith(`\${${name}:`)).map(([name]) => name);
    expect(others).toEqual(['NODE_ENV', 'PORT', 'DATA_DIR', 'DATABASE_URL', 'REDIS_URL']);
  });

  it('starts on defaults with nothing but what the file asks for', () => {
    const host: Record<string, string> = {
      PUBLIC_URL: 'https://tare.example.org',
      SESSION_SECRET: 'x'.repeat(32),
      POSTGRES_PASSWORD: 'postgres',
      REDIS_PASSWORD: 'redis',
      SMTP_URL: 'smtps://mail.example.org',
      MAIL_FROM: 'Tare <tare@example.org>',
    };
    const inside = (env: Record<string, string>) =>
      Object.fromEntries(
        [...passed].map(([name, value]) => [
          name,
          value.replace(
            /\$\{([A-Z_]+):([-?])([^}]*)\}/g,
            (_, from: string, how: string, otherwise: string) =>
              env[from] ?? (how === '-' ? otherwise : `unset ${from}`),
          ),
        ]),
      );
    const wanted = {
      ...host,
      NODE_ENV: 'production',
      DATA_DIR: '/data',
      DATABASE_URL: 'postgres://tare:postgres@postgres:5432/tare',
      REDIS_URL: 'redis://:redis@redis:6379',
      TRUST_PROXY: 'loopback, uniquelocal',
    };
    expect(readConfig(inside(host))).toEqual(readConfig(wanted));
    expect(readConfig(inside({ ...host, SSO_HOSTS: 'uat=tare.example.org', API_TOKENS: 'off' }))).toEqual(
      readConfig({ ...wanted, SSO_HOSTS: 'uat=tare.example.org', API_TOKENS: 'off' }),
    );
  });
});
