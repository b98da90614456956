import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../../server/platform/db/database';
import { openKitchen, type CalendarKitchen } from '../../../tests/support/calendar-kitchen';
import { derivedTables } from '../../../tests/support/derived-tables';
import { emptyPlace, type EmptyPlace } from '../../../tests/support/empty-place';
import { newPerson, signIn, type Person } from '../../../tests/support/people';
import { runAdmin } from './run';

const folder = mkdtempSync(join(tmpdir(), 'tare-backup-'));
const file = join(folder, 'good');
const newer = join(folder, 'newer');
const places: EmptyPlace[] = [];
let source: EmptyPlace;
let target: EmptyPlace;
let kitchen: CalendarKitchen;
let person: Person;
let before: Awaited<ReturnType<typeof pictureOf>>;

async function admin({ env, connect }: EmptyPlace, ...args: string[]): Promise<{ code: number; said: string }> {
  const lines: string[] = [];
  const keep = (line: string) => {
    lines.push(line);
  };
  const code = await runAdmin(args, { env, open: connect, say: keep, complain: keep });
  return { code, said: lines.join('\n') };
}

/** How many rows each table has, and a checksum of everything that is derived from the events. */
async function pictureOf({ db, pool }: Database) {
  const { rows: tables } = await pool.query<{ name: string }>(`
    select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ('public', 'identity', 'pgboss') order by 1`);
  const counts: Record<string, number> = {};
  for (const { name } of tables)
    counts[name] = (await pool.query<{ rows: number }>(`select count(*) as rows from ${name}`)).rows[0]?.rows ?? -1;
  const rollups = await derivedTables(db, kitchen.organisationId);
  return {
    counts,
    weeks: rollups.rollup_week?.length,
    rollups: createHash('sha256').update(JSON.stringify(rollups)).digest('hex'),
  };
}

async function isUntouched({ env, open }: EmptyPlace): Promise<boolean> {
  if (!env.DATABASE_URL) return readdirSync(env.DATA_DIR ?? '').length === 0;
  const { rows } = await open(({ pool }) =>
    pool.query(
      `select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname in ('public', 'identity', 'pgboss')`,
    ),
  );
  return rows.length === 0;
}

beforeAll(async () => {
  source = await emptyPlace();
  target = await emptyPlace();
  places.push(source, target);
  before = await source.open(async (database) => {
    await source.serve(database, async (app) => {
      kitchen = await openKitchen(app);
      person = await newPerson(app, { organisationId: kitchen.organisationId, permissions: ['VIEW_BASE_LPO_PAGE'] });
      await signIn(app, person.login);
    });
    return pictureOf(database);
  });
});

afterAll(async () => {
  for (const place of places) await place.remove();
  rmSync(folder, { recursive: true, force: true });
});

// Opening an embedded database takes a second or more, so each is opened seldom, and what one test leaves is the next one's start.
describe('backup and restore', () => {
  let present: typeof before;

  it('brings a whole installation back in an empty database, with nobody signed in', async () => {
    expect(await admin(source, 'backup', '--to', file)).toMatchObject({ code: 0 });
    expect(statSync(file).mode & 0o077, 'nobody else may read it').toBe(0);
    expect(await admin(source, 'backup', '--to', file)).toMatchObject({
      code: 1,
      said: expect.stringContaining('already'),
    });

    const restored = await admin(target, 'restore', '--from', file);
    expect(restored).toMatchObject({ code: 0, said: expect.stringContaining('Nothing is lost') });

    present = await target.open(async (database) => {
      const { counts, ...figures } = await pictureOf(database);
      expect(before.weeks).toBeGreaterThan(5);
      expect(before.counts['identity.session']).toBe(1);
      expect(figures).toEqual({ weeks: before.weeks, rollups: before.rollups });
      expect(counts).toEqual({
        ...before.counts,
        'identity.session': 0,
        'identity.password_token': 0,
        http_session: 0,
        audit_log: (before.counts.audit_log ?? 0) + 1,
      });

      await target.serve(database, async (app) => {
        const agent = await signIn(app, person.login);
        expect((await agent.get('/deployment-status')).status).toBe(200);
      });
      return pictureOf(database);
    });
  });

  it('leaves a database alone that is not empty, and broken files', async () => {
    const refused = await admin(target, 'restore', '--from', file);
    expect(refused.code).toBe(1);
    expect(refused.said).toMatch(
      /^Nothing was done\. The database is not empty \(organisations: 1 \(.+\), accounts: 1, waste events: 84\)/,
    );
    expect(refused.said.split('\n')).toHaveLength(1);

    const bytes = readFileSync(file);
    const cut = join(folder, 'cut');
    for (const share of [0.5, 0.95]) {
      writeFileSync(cut, bytes.subarray(0, Math.floor(bytes.length * share)));
      expect(await admin(target, 'restore', '--from', cut, '--replace')).toMatchObject({
        code: 1,
        said: expect.stringContaining('broken or cut off'),
      });
    }
    writeFileSync(cut, 'a letter');
    expect(await admin(target, 'restore', '--from', cut, '--replace')).toMatchObject({
      code: 1,
      said: expect.stringContaining('is not a backup of Tare'),
    });
    const tried = await admin(target, 'restore', '--from', file, '--dry-run');
    expect(tried).toMatchObject({
      code: 0,
      said: expect.stringMatching(/^This would destroy .+ It needs --replace\.\n.+Nothing was changed\.$/),
    });

    // And it keeps out while somebody works on it.
    await target.open(async (database) => {
      expect(await pictureOf(database)).toEqual(present);
      const inUse = await admin(target, 'restore', '--from', file, '--replace');
      expect(inUse.code).toBe(1);
      expect(inUse.said.split('\n').at(-1)).toMatch(
        /^Nothing was done\. .*(in use by another Tare process|1 other open connections)/,
      );
    });
  });

  it('replaces a database when told to, but not by one of a newer build', async () => {
    // A connection that was closed may be seen a moment longer.
    await vi.waitFor(
      async () =>
        expect(await admin(target, 'restore', '--from', file, '--replace')).toMatchObject({
          code: 0,
          said: expect.stringContaining('This destroys the existing data'),
        }),
      { timeout: 20_000 },
    );
    await target.open(async (database) => {
      expect((await pictureOf(database)).counts['identity.session']).toBe(0);
      await database.pool.query(`insert into schema_migration (name, sha256) values ('features/9999_future', '')`);
    });
    expect(await admin(target, 'backup', '--to', newer)).toMatchObject({ code: 0 });
    const empty = await emptyPlace();
    places.push(empty);
    const refused = await admin(empty, 'restore', '--from', newer);
    expect(refused.code).toBe(1);
    expect(refused.said.split('\n').at(-1)).toBe(
      'Nothing was done. The database has migrations that this build does not know: features/9999_future. Start the newer build.',
    );
    expect(await isUntouched(empty)).toBe(true);
  });
});
