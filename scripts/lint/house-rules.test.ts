import { ESLint } from 'eslint';
import { describe, expect, it } from 'vitest';

const eslint = new ESLint();

async function complaints(file: string, code: string) {
  const [result] = await eslint.lintText(code, { filePath: file });
  return (result?.messages ?? []).map(({ ruleId, message }) => ruleId ?? message);
}

const many = (lines: number) =>
  Array.from({ length: lines }, (_, line) => `export const line${line} = ${line};`).join('\n');

describe('what the linter refuses', () => {
  // ASVS V1.2.4
  it.each([
    ['tare/no-process-env', 'server/features/x/x.service.ts', 'export const url = process.env.URL;'],
    ['tare/no-process-env', 'server/features/x/x.service.ts', 'const { env } = process; export default env;'],
    [
      'tare/no-process-env',
      'server/features/x/x.service.ts',
      "import { env } from 'node:process'; export default env;",
    ],
    [
      'tare/no-string-sql',
      'server/features/x/x.store.ts',
      "import { sql } from 'kysely'; export const f = (t: string) => sql.raw(t);",
    ],
    [
      'tare/no-string-sql',
      'server/features/x/x.store.ts',
      'export const f = (db: { query(t: string): void }, id: string) => db.query(`select ${id}`);',
    ],
    [
      'tare/no-string-sql',
      'server/features/x/x.store.ts',
      "export const f = (db: { query(t: string): void }, id: string) => db.query('select ' + id);",
    ],
    [
      'tare/no-string-sql',
      'server/features/x/x.store.ts',
      'export const f = (db: { query(t: string): void }, id: string) => { const text = `select ${id}`; db.query(text); };',
    ],
    [
      'tare/no-string-sql',
      'server/features/x/x.store.ts',
      'export const f = (db: { query(t: object): void }, id: string) => db.query({ text: `select ${id}` });',
    ],
    ['tare/no-wall-clock', 'server/x.test.ts', 'export const f = () => new Promise((done) => setTimeout(done, 100));'],
    ['tare/no-wall-clock', 'server/x.test.ts', 'export const f = () => performance.now();'],
    ['tare/no-wall-clock', 'server/x.test.ts', 'export const f = () => new Date(Date.now() + 1);'],
    ['tare/no-wall-clock', 'tests/http/x.http.test.ts', 'export const f = () => new Date();'],
    [
      'tare/no-wall-clock',
      'tests/http/x.http.test.ts',
      "import { setTimeout as wait } from 'node:timers/promises'; export default wait;",
    ],
    [
      'tare/no-transaction',
      'server/features/x/x.routes.ts',
      'export const f = (db: { transaction(): object }) => db.transaction();',
    ],
    [
      'tare/no-transaction',
      'server/identity/x/x.routes.tsx',
      'export const f = ({ acting }: { acting: { db: { transaction(): object } } }) => acting.db.transaction();',
    ],
    ['tare/no-style-attribute', 'views/x/x-page.tsx', 'export const P = () => <p style={{ color: "red" }}>x</p>;'],
    ['tare/no-style-attribute', 'client/x/x.island.tsx', 'export const P = () => <p style={{ color: "red" }}>x</p>;'],
    [
      'tare/no-inner-html',
      'views/x/x-page.tsx',
      'export const P = () => <p dangerouslySetInnerHTML={{ __html: "x" }} />;',
    ],
    ['tare/max-params', 'server/x.ts', 'export const f = (a: 1, b: 1, c: 1, d: 1) => [a, b, c, d];'],
    ['tare/file-name', 'server/platform/date-utils.ts', 'export const x = 1;'],
    ['tare/file-name', 'server/helpers/x.ts', 'export const x = 1;'],
    ['tare/disable-needs-reason', 'server/x.ts', '/* eslint max-lines: off */\nexport const x = 1;'],
    ['max-lines', 'server/x.ts', many(451)],
    ['max-lines', 'server/x.test.ts', many(901)],
    ['no-restricted-syntax', 'server/x.test.ts', "it.skip('adds', () => {});"],
    ['no-restricted-syntax', 'tests/e2e/x.spec.ts', "test.describe.fixme('adds', () => {});"],
    ['no-console', 'server/platform/x.ts', 'console.log(1);'],
    ['tare/table-owner', 'server/features/x/x.store.ts', "export const q = 'select * from rollup_week';"],
    ['tare/table-owner', 'server/features/x/x.store.ts', "export const q = 'update site set name = null';"],
    [
      'tare/table-owner',
      'server/features/x/x.store.ts',
      "export const f = (db: { deleteFrom(t: string): void }) => db.deleteFrom('location');",
    ],
    [
      'tare/table-owner',
      'server/domain/calendar/x.store.ts',
      'export const q = `select * from t join identity."user" u`;',
    ],
    ['@typescript-eslint/no-explicit-any', 'server/x.ts', 'export const x: any = 1;'],
    ['@typescript-eslint/no-unused-vars', 'server/x.ts', 'const x = 1; export const y = 2;'],
  ])('%s in %s', async (expected, file, code) => {
    expect(await complaints(file, code)).toContain(expected);
  });
});

describe('what the linter lets pass', () => {
  it.each([
    ['the reader of the environment', 'server/config.ts', 'export const url = process.env.URL;'],
    ['a program that prints', 'scripts/commands/demo.ts', 'console.log(process.env.URL);'],
    ['the process that prints its address', 'server/main.ts', 'console.log(1);'],
    [
      'a template with bound values',
      'server/features/x/x.store.ts',
      "import { sql } from 'kysely'; export const f = (id: string) => sql`select ${id}`;",
    ],
    [
      'constant SQL',
      'server/features/x/x.store.ts',
      "export const f = (db: { query(t: string): void }) => db.query('select ' + '1');",
    ],
    [
      'a table of its owner, and a published one in a join',
      'server/domain/measures/x.store.ts',
      "export const q = 'insert into rollup_week select * from location l join location_week w on true'; // from site",
    ],
    [
      'a use case of one transaction',
      'server/features/x/x.service.ts',
      'export const f = (db: { transaction(): object }) => db.transaction();',
    ],
    [
      'generated SQL in its place',
      'server/platform/db/x.ts',
      "import { sql } from 'kysely'; export const f = (t: string) => sql.raw(t);",
    ],
    [
      'an error handler of Express',
      'server/platform/http/x.ts',
      'export const f = (error: Error, req: object, res: object, _next: object) => [error, req, res];',
    ],
    [
      'a long file with its reason',
      'server/x.ts',
      `/* eslint max-lines: off -- one table of constants */\n${many(451)}`,
    ],
    [
      'safe raw HTML in the layout',
      'views/layout/x.tsx',
      'export const P = () => <p dangerouslySetInnerHTML={{ __html: "x" }} />;',
    ],
    ['names that only look alike', 'server/features/commonwealth/utilisation.ts', 'export const x = 1;'],
  ])('%s', async (_what, file, code) => {
    expect(await complaints(file, code)).toEqual([]);
  });
});
