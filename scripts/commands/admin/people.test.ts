import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../../server/config';
import type { Database } from '../../../server/platform/db/database';
import { emptyPlace, type EmptyPlace } from '../../../tests/support/empty-place';
import { withOwnClock } from '../../../tests/support/other-app';
import { browser, password, signIn, tokenOf } from '../../../tests/support/people';
import { publicUrl, type TestApp } from '../../../tests/support/test-app';
import { commands, runAdmin } from './run';

let place: EmptyPlace;
let database: Database;

async function admin(...args: string[]): Promise<{ code: number; said: string[] }> {
  const said: string[] = [];
  const keep = (line: string) => {
    said.push(line);
  };
  return {
    code: await runAdmin(args, {
      env: place.env,
      open: async () => ({ ...database, close: async () => undefined }),
      say: keep,
      complain: keep,
    }),
    said,
  };
}

const linkIn = (said: string[]) => said.find((line) => line.startsWith(publicUrl))?.slice(publicUrl.length);

async function activate(app: TestApp, link: string): Promise<number> {
  const agent = browser(app);
  const page = await agent.get(link);
  const token = /name="token" value="([^"]+)"/.exec(page.text)?.[1];
  return (
    await agent
      .post(link.split('?')[0] ?? '')
      .type('form')
      .send({ _csrf: tokenOf(page.text), token, password, repeatPassword: password })
  ).status;
}

const mensa = [
  '--name',
  'Mensa Süd',
  '--country',
  'de',
  '--currency',
  'EUR',
  '--unit',
  'kg',
  '--time-zone',
  'Europe/Berlin',
  '--admin-name',
  'Jörg Weiß',
  '--locale',
  'de_DE',
];

beforeAll(async () => {
  place = await emptyPlace();
  database = await place.connect(readConfig(place.env));
});
afterAll(async () => {
  await database.close();
  await place.remove();
});

describe('an operator’s commands', () => {
  it('explain themselves, and refuse what is wrong before they open anything', async () => {
    const help = await admin('help');
    expect(help.code).toBe(0);
    for (const { name, usage } of commands) expect(help.said.join('\n')).toContain(`${name} ${usage}`);
    expect((await admin('restore', '--help')).said.join('\n')).toMatch(/^restore --from FILE/);
    const wrong: [string[], string][] = [
      [['frobnicate'], 'Unknown command: frobnicate. See "help".'],
      [['create-staff', '--email', 'a@tare.test'], '--name is missing. See "help create-staff".'],
      [
        ['create-staff', '--email', 'nobody', '--name', 'A'],
        '--email is invalid: must be an email address. See "help create-staff".',
      ],
      [
        [
          'create-organisation',
          ...mensa.map((word) => (word === 'Europe/Berlin' ? 'Berlin' : word)),
          '--admin-email',
          'a@tare.test',
        ],
        '--time-zone is invalid: must be a time zone such as Europe/Berlin. See "help create-organisation".',
      ],
      [['restore', '--from', '/nowhere/at/all'], 'File not found: /nowhere/at/all. See "help restore".'],
    ];
    for (const [args, sentence] of wrong) expect(await admin(...args)).toEqual({ code: 2, said: [sentence] });
    expect((await admin('backup', '--frob')).code).toBe(2);
  });

  it('take an empty database to people who are signed in', async () => {
    const staff = ['create-staff', '--email', 'ops@tare.test', '--name', 'Olga Petrov'];
    expect((await admin(...staff, '--dry-run')).said.join()).toContain('it would be prepared first');
    const made = await admin(...staff);
    expect(made.code).toBe(0);
    expect(await admin(...staff)).toEqual({
      code: 1,
      said: [
        'Nothing was done. There is an account ops@tare.test with this login or e-mail address already; new-link makes a fresh link for it.',
      ],
    });

    const organisation = ['create-organisation', ...mensa, '--admin-email', 'weiss@mensa.test'];
    const tried = await admin(...organisation, '--dry-run');
    expect([tried.code, linkIn(tried.said), tried.said.at(-1)]).toEqual([
      0,
      undefined,
      'This was a dry run. Nothing was changed.',
    ]);
    expect(await admin(...organisation.map((word) => (word === 'EUR' ? 'QQQ' : word)))).toMatchObject({ code: 2 });
    const opened = await admin(...organisation);
    expect(opened.code).toBe(0);
    const fresh = await admin('new-link', '--login', 'WEISS@mensa.test');
    expect(await admin('new-link', '--login', 'nobody@mensa.test')).toEqual({
      code: 1,
      said: ['Nothing was done. There is no account nobody@mensa.test.'],
    });

    await place.serve(database, async (standing) => {
      const app = withOwnClock(standing);
      // eslint-disable-next-line tare/no-wall-clock -- the commands go by the machine's clock
      app.clock.set(new Date());
      expect(await activate(app, linkIn(made.said) ?? '')).toBe(303);
      const olga = await signIn(app, 'ops@tare.test');
      expect((await olga.get('/rest/v1/user')).body).toMatchObject({
        permissions: expect.arrayContaining(['VIEW_CONSOLE', 'EDIT_FEATURE_FLAGS']),
      });
      expect((await browser(app).get(linkIn(opened.said) ?? '')).status, 'a fresh link ends the one before').toBe(410);
      expect(await activate(app, linkIn(fresh.said) ?? '')).toBe(303);
      const weiss = await signIn(app, 'weiss@mensa.test');
      expect((await weiss.get('/home')).headers.location).toBe('/privacy-policy');

      const rows = await app.db
        .selectFrom('audit_log')
        .select(['action', 'actor', 'organisation_id'])
        .where('actor', '=', 'command line')
        .orderBy('at')
        .orderBy('action')
        .execute();
      const { id } = await app.db
        .selectFrom('organisation_directory')
        .select('id')
        .where('name', '=', 'Mensa Süd')
        .executeTakeFirstOrThrow();
      expect(rows).toEqual([
        { action: 'user.create', actor: 'command line', organisation_id: 1 },
        { action: 'organisation.create', actor: 'command line', organisation_id: id },
        { action: 'user.create', actor: 'command line', organisation_id: id },
        { action: 'user.passwordLink', actor: 'command line', organisation_id: 1 },
      ]);
    });
    expect((await admin('rebuild-rollups', '--organisation', '999999')).code).toBe(1);
    expect(await admin('rebuild-rollups')).toMatchObject({
      code: 0,
      said: [expect.stringContaining('Mensa Süd'), '0 weeks of 1 organisations.'],
    });
    expect(await admin('check-audit-log', '--organisation', '1')).toEqual({
      code: 0,
      said: [expect.stringMatching(/^Organisation 1: \d+ entries, intact\.$/)],
    });
    await sql`set session_replication_role = replica`.execute(database.db);
    await sql`delete from audit_log where id = (select min(id) from audit_log where organisation_id = 1)`.execute(
      database.db,
    );
    await sql`set session_replication_role = origin`.execute(database.db);
    expect(await admin('check-audit-log')).toMatchObject({
      code: 1,
      said: expect.arrayContaining([expect.stringMatching(/^Organisation 1: entry \d+ was deleted\.$/)]),
    });
  });
});
