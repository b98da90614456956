import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { statementsOf } from '../../server/platform/db/migrate';
import { migrations } from '../../server/setup/prepare-database';

/**
 * The build before runs on while a migration does, and after it: a migration only adds. What is not needed any more goes in a
 * later release, when no build that runs knows it; such a file is named here with the reason.
 */
const contracts: Record<string, string> = {
  'features/2026-11-27_alerts_delivery-channels':
    'a check that only keeps names out: the build before writes none but those, and reads any',
};

/** Tables that are small in every installation, where a short lock is no wait. */
const small = new Set(['currency', 'country', 'unit', 'feature', 'holiday_year', 'waste_stage', 'schema_migration']);

interface Rule {
  refuses: RegExp;
  why: string;
}

const table = String.raw`(?:if exists |only )*([\w."]+)`;

const rules: Rule[] = [
  {
    refuses: /\bdrop\s+(table|column|view|schema|type|function|constraint|trigger)\b/i,
    why: 'the build before still uses it',
  },
  { refuses: /\brename\b/i, why: 'the build before knows the old name' },
  {
    refuses: /\bset\s+not\s+null\b/i,
    why: 'it reads the whole table under a lock, and the build before may write null: add a check as `not valid` first',
  },
  {
    refuses: /\balter\s+(column\s+)?[\w"]+\s+(set\s+data\s+)?type\b/i,
    why: 'it writes the whole table again under a lock',
  },
  {
    refuses: /\badd\s+column\b(?=[^,;]*\bnot\s+null\b)(?![^,;]*\b(default|generated)\b)/i,
    why: 'the build before inserts without it: give it a default',
  },
  {
    refuses: /\badd\s+column\b[^,;]*\bdefault\s+(gen_random_uuid|random|clock_timestamp|nextval)\b/i,
    why: 'a value for each row writes the whole table again',
  },
  {
    refuses: /\badd\s+(constraint\s+\S+\s+)?(check|foreign\s+key)\b(?![\s\S]*\bnot\s+valid\b)/i,
    why: 'it reads the whole table under a lock: add it as `not valid` and validate it in a statement of its own',
  },
  {
    refuses: /\badd\s+(constraint\s+\S+\s+)?(unique|primary\s+key|exclude)\b(?![\s\S]*\busing\s+index\b)/i,
    why: 'it builds an index under a lock: make the index concurrently, and the constraint `using index`',
  },
  { refuses: /^\s*(truncate|vacuum\s+full|cluster|lock)\b/i, why: 'it locks the whole table' },
];

const alteredBy = (statement: string) => new RegExp(String.raw`^alter table ${table}`, 'i').exec(statement)?.[1];

/** What is wrong with a migration that comes after others. `made`: the tables that it makes itself, which nobody uses yet. */
function faultsOf(text: string, apart: boolean): string[] {
  const statements = statementsOf(text);
  const made = new Set(statements.flatMap((one) => /^create table (?:if not exists )?([\w."]+)/i.exec(one)?.[1] ?? []));
  const free = (name: string | undefined) => name !== undefined && (made.has(name) || small.has(name));
  const inUse = new Set(statements.flatMap((one) => alteredBy(one) ?? []).filter((name) => !free(name)));
  const together =
    inUse.size > 1
      ? [
          `${[...inUse].join(' and ')}: one lock is held while the next is waited for: one table in use for each migration`,
        ]
      : [];
  return [
    ...together,
    ...statements.flatMap((statement) => {
      const body = statement.replace(/\$\$[\s\S]*?\$\$|'(?:[^']|'')*'/g, "''");
      const altered = alteredBy(body);
      const index =
        /^create\s+(?:unique\s+)?index\s+(concurrently\s+)?(?:if not exists\s+)?[\w"]+\s+on\s+(?:only\s+)?([\w."]+)/i.exec(
          body,
        );
      const found = free(altered) ? [] : rules.filter(({ refuses }) => refuses.test(body)).map(({ why }) => why);
      if (index && !index[1] && !free(index[2])) found.push('an index on a table in use is made concurrently');
      if (/\bconcurrently\b/i.test(body) && !apart)
        found.push('`concurrently` needs a first line that starts with `-- apart`');
      if (apart && !/\bconcurrently\b|\bvalidate\s+constraint\b|^(insert|update|delete)\b/i.test(body))
        found.push('a statement without a transaction must bear to run again');
      return found.map((why) => `${statement.split('\n')[0]}: ${why}`);
    }),
  ];
}

/** Whatever one build brought with it before anybody ran Tare; nothing of it ever met a table in use. */
const firstSchema = new Set([
  'platform/0001_platform',
  'identity/0001_identity',
  'features/0001_structure',
  'features/0002_measurements',
  'features/0003_rollups',
]);

/** Numbered, before migrations were named by day; databases in use have them under these names, in this order. */
const recorded = [
  'platform/0001_platform',
  'identity/0001_identity',
  'identity/0002_reached_tenants',
  'features/0001_structure',
  'features/0002_measurements',
  'features/0003_rollups',
];

describe('migrations', () => {
  it('only add, in steps that lock nothing for long', () => {
    const later = migrations.filter(({ name }) => !firstSchema.has(name) && !(name in contracts));
    expect(
      later.flatMap(({ name, text, apart = false }) => faultsOf(text, apart).map((fault) => `${name}: ${fault}`)),
    ).toEqual([]);
    expect(migrations.length).toBeGreaterThanOrEqual(firstSchema.size);
  });

  it('are all found, those that were recorded before under the names that they were recorded by', () => {
    const files = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.sql'));
    expect(files.map((file) => readFileSync(join('server', file), 'utf8')).sort()).toEqual(
      migrations.map(({ text }) => text).sort(),
    );
    expect(migrations.map(({ name }) => name).filter((name) => /\/\d{4}_/.test(name))).toEqual(recorded);
    expect(migrations.slice(0, recorded.length).map(({ name }) => name)).toEqual(recorded);
  });

  it.each([
    'alter table waste_event drop column note;',
    'drop table check_weight;',
    'alter table site rename column name to title;',
    'alter table waste_event alter column note set not null;',
    'alter table waste_event alter column note type varchar(20);',
    'alter table waste_event add column kind text not null;',
    'alter table waste_event add column uuid uuid default gen_random_uuid();',
    'create index waste_event_note on waste_event (note);',
    'create unique index site_code on site (code);',
    'alter table waste_event add constraint positive check (net_g > 0);',
    'alter table waste_event add foreign key (device_id) references device (id);',
    'alter table site add constraint site_code unique (code);',
    'create index concurrently waste_event_note on waste_event (note);',
    'truncate rollup_day;',
    'alter table site add column kind text;\nalter table location add column kind text;',
  ])('refuse %s', (text) => {
    expect(faultsOf(text, false)).toHaveLength(1);
  });

  it.each([
    'create table visit (id bigint primary key, at timestamptz not null);\ncreate index visit_at on visit (at);\nalter table visit add column kind text not null;',
    'alter table waste_event add column kind text;',
    "alter table waste_event add column kind text not null default 'plain';",
    'alter table waste_event add constraint positive check (net_g > 0) not valid;',
    'alter table waste_event validate constraint positive;',
    "insert into feature (name, description) values ('alerts', 'drop table by name');",
    'alter table feature add column since date; create index feature_since on feature (since);',
  ])('take %s', (text) => {
    expect(faultsOf(text, false)).toEqual([]);
  });

  it('take an index made concurrently, apart', () => {
    expect(
      faultsOf(
        'drop index concurrently if exists waste_event_note;\ncreate index concurrently waste_event_note on waste_event (note);',
        true,
      ),
    ).toEqual([]);
    expect(faultsOf('create table visit (id bigint);', true)).toHaveLength(1);
  });
});
