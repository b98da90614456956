// Writes server/platform/db/schema.ts: the tables as Kysely sees them, read from a database that has just run every migration.
import { writeFileSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { findMigrations } from './build/migrations.mjs';

const db = await PGlite.create({ extensions: { pg_trgm } });
// What runs apart makes no column, and would need a statement each.
for (const { text, apart } of findMigrations(process.cwd())) if (!apart) await db.exec(text);

const { rows } = await db.query(`
  select c.table_schema, c.table_name, c.column_name, c.udt_name, c.is_nullable = 'YES' as nullable,
    c.column_default is not null or c.is_identity = 'YES' as generated, t.table_type = 'VIEW' as view
  from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
  where c.table_schema in ('public', 'identity')
  order by c.table_schema desc, c.table_name, c.ordinal_position`);

const types = {
  _date: 'string[]',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  numeric: 'number',
  bool: 'boolean',
  text: 'string',
  bpchar: 'string',
  uuid: 'string',
  date: 'string',
  timestamptz: 'Date',
  bytea: 'Buffer',
  jsonb: 'Json',
  _text: 'string[]',
  _timestamptz: 'Date[]',
  _int8: 'string[]',
};
const tables = new Map();
for (const row of rows) {
  const name = row.table_schema === 'identity' ? `identity.${row.table_name}` : row.table_name;
  const type = types[row.udt_name];
  if (!type) throw new Error(`no type for ${row.udt_name} (${name}.${row.column_name})`);
  const full = row.nullable && !row.view && type !== 'Json' ? `${type} | null` : type;
  const column = row.generated && !row.view && type !== 'Json' ? `Generated<${full}>` : full;
  tables.set(name, [...(tables.get(name) ?? []), `    ${row.column_name}: ${column};`]);
}

const body = [...tables].map(([name, columns]) => `  '${name}': {\n${columns.join('\n')}\n  };`).join('\n');
writeFileSync(
  'server/platform/db/schema.ts',
  `/* eslint max-lines: off -- written by scripts/db-types.mjs from the migrations; one line a column */
import type { ColumnType, Generated as KyselyGenerated } from 'kysely';

type Generated<T> = KyselyGenerated<T>;
/** Read as parsed JSON; written as JSON text, because an array would otherwise be taken for a PostgreSQL array. */
type Json = ColumnType<unknown, string | null | undefined, string | null>;

/** Every table and view. int8 and numeric arrive as numbers, dates as \`YYYY-MM-DD\`, instants as Date. */
export interface Schema {
${body}
}
`,
);
await db.close();
