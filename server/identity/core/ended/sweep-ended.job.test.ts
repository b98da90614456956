import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { identityJobs } from '../..';
import { newOrganisation, newPerson } from '../../../../tests/support/people';
import { testApp, type TestApp } from '../../../../tests/support/test-app';
import { openSession } from '../sessions/session.store';
import { shortLived } from './ended-rows.store';
import { sweepEnded } from './sweep-ended.job';

let app: TestApp;
let userId: number;
let tenantNumber: number;

/** Long before anything that another test makes. */
const now = new Date('2001-01-01T12:00:00Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);

beforeAll(async () => {
  app = await testApp();
  tenantNumber = await newOrganisation(app);
  ({ userId } = await newPerson(app, { organisationId: tenantNumber }));
});

const hash = () => randomBytes(32);
const session = () =>
  app.db
    .transaction()
    .execute((trx) => openSession(trx, { userId, tenantNumber, ip: '10.0.0.1', userAgent: 'test', now }));
type Row = (at: Date) => Promise<unknown>;

/** Of each kind: a row that ends, or began, at an instant, and for how long such a row is of use. */
const kinds: [table: string, seconds: number, add: Row][] = [
  [
    'entry_secret',
    0,
    (at) =>
      app.db
        .insertInto('identity.entry_secret')
        .values({ kind: 'LINK', asked_for: 'somebody', user_id: userId, created_at: at, expires_at: at })
        .execute(),
  ],
  [
    'entry_try',
    600,
    (at) => app.db.insertInto('identity.entry_try').values({ subject: randomUUID(), tries: 1, since: at }).execute(),
  ],
  [
    'phone_secret',
    0,
    (at) =>
      app.db
        .insertInto('identity.phone_secret')
        .values({ purpose: 'RESET', asked_for: 'somebody', flow_hash: hash(), created_at: at, expires_at: at })
        .execute(),
  ],
  [
    'pending_sign_in',
    0,
    (at) =>
      app.db
        .insertInto('identity.pending_sign_in')
        .values({
          token_hash: hash(),
          user_id: userId,
          tenant_number: tenantNumber,
          way: 'password',
          amr: ['pwd'],
          salt: hash(),
          created_at: at,
          expires_at: at,
        })
        .execute(),
  ],
  [
    'one_time_code',
    0,
    (at) =>
      app.db
        .insertInto('identity.one_time_code')
        .values({
          token_hash: hash(),
          user_id: userId,
          purpose: 'signIn',
          flow: '',
          target: '',
          code_hash: hash(),
          created_at: at,
          expires_at: at,
        })
        .execute(),
  ],
  [
    'webauthn_challenge',
    0,
    (at) =>
      app.db
        .insertInto('identity.webauthn_challenge')
        .values({ challenge_hash: hash(), purpose: 'DISCOVER', expires_at: at })
        .execute(),
  ],
  [
    'sso_request',
    0,
    async (at) => {
      const { id } = await app.db
        .insertInto('identity.sso_config')
        .values({ tenant_number: tenantNumber, type: 'saml', verification: 'x', created_at: at, updated_at: at })
        .returning('id')
        .executeTakeFirstOrThrow();
      return app.db
        .insertInto('identity.sso_request')
        .values({
          relay_hash: hash(),
          config_id: id,
          request_id: '_r',
          browser_hash: hash(),
          created_at: at,
          expires_at: at,
        })
        .execute();
    },
  ],
  [
    'sso_refused_subject',
    0,
    async (at) => {
      const { id } = await app.db
        .insertInto('identity.sso_config')
        .values({ tenant_number: tenantNumber, type: 'saml', verification: 'x', created_at: at, updated_at: at })
        .returning('id')
        .executeTakeFirstOrThrow();
      return app.db
        .insertInto('identity.sso_refused_subject')
        .values({
          config_id: id,
          user_id: userId,
          issuer: 'i',
          subject: 's',
          email: 'e',
          name: '',
          refused_at: at,
          expires_at: at,
        })
        .execute();
    },
  ],
  [
    'saml_message',
    0,
    async (at) => {
      const { id } = await app.db
        .insertInto('identity.sso_config')
        .values({ tenant_number: tenantNumber, type: 'saml', verification: 'x', created_at: at, updated_at: at })
        .returning('id')
        .executeTakeFirstOrThrow();
      return app.db
        .insertInto('identity.saml_message')
        .values({ config_id: id, message_id: '_m', ours: true, expires_at: at })
        .execute();
    },
  ],
  [
    'social_request',
    0,
    (at) =>
      app.db
        .insertInto('identity.social_request')
        .values({ state_hash: hash(), provider: 'google', browser_hash: hash(), created_at: at, expires_at: at })
        .execute(),
  ],
  [
    'oauth_request',
    0,
    (at) =>
      app.db
        .insertInto('identity.oauth_request')
        .values({
          request_hash: hash(),
          browser_hash: hash(),
          client_id: 'tare',
          redirect_uri: 'x',
          scope: 'openid',
          state: 's',
          code_challenge: 'c',
          anew: false,
          stepped_up: false,
          created_at: at,
          expires_at: at,
        })
        .execute(),
  ],
  [
    'oauth_code',
    86_400,
    async (at) =>
      app.db
        .insertInto('identity.oauth_code')
        .values({
          code_hash: hash(),
          client_id: 'tare',
          redirect_uri: 'x',
          scope: 'openid',
          code_challenge: 'c',
          session_id: await session(),
          tenant_id: randomUUID(),
          created_at: at,
          expires_at: at,
        })
        .execute(),
  ],
  [
    'oauth_grant',
    86_400,
    async (at) =>
      app.db
        .insertInto('identity.oauth_grant')
        .values({
          client_id: 'tare',
          session_id: await session(),
          tenant_id: randomUUID(),
          scope: 'openid',
          created_at: at,
          ended_at: at,
          end_reason: 'test',
        })
        .execute(),
  ],
  [
    'signing_key',
    0,
    (at) =>
      app.db
        .insertInto('identity.signing_key')
        .values({
          id: randomUUID(),
          public_jwk: JSON.stringify({}),
          sealed_private: hash(),
          created_at: at,
          signs_from: at,
          signs_until: at,
          published_until: at,
        })
        .execute(),
  ],
  [
    'remembered_device',
    0,
    (at) =>
      app.db
        .insertInto('identity.remembered_device')
        .values({ token_hash: hash(), user_id: userId, created_at: at, expires_at: at })
        .execute(),
  ],
  [
    'password_token',
    0,
    (at) =>
      app.db
        .insertInto('identity.password_token')
        .values({ token_hash: hash(), user_id: userId, purpose: 'RESET', created_at: at, expires_at: at })
        .execute(),
  ],
  [
    'invitation',
    0,
    (at) =>
      app.db
        .insertInto('identity.invitation')
        .values({
          token_hash: hash(),
          tenant_number: tenantNumber,
          user_id: userId,
          email: 'somebody@tare.test',
          created_at: at,
          expires_at: at,
          used_at: at,
        })
        .execute(),
  ],
  [
    'api_token',
    30 * 86_400,
    (at) =>
      app.db
        .insertInto('identity.api_token')
        .values({
          kind: 'ACCESS',
          tenant_number: tenantNumber,
          description: 'Ended',
          secret_hash: hash(),
          created_at: at,
          expires_at: at,
        })
        .execute(),
  ],
  [
    'authenticator',
    600,
    (at) =>
      app.db
        .insertInto('identity.authenticator')
        .values({ user_id: userId, sealed_secret: hash(), created_at: at })
        .execute(),
  ],
];

async function countOf(table: string, column: string): Promise<number> {
  const {
    rows: [row],
  } = await sql<{
    rows: number;
  }>`select count(*)::int as rows from ${sql.table(`identity.${table}`)} where ${sql.ref(column)} < '2002-01-01'`.execute(
    app.db,
  );
  return row?.rows ?? -1;
}
const columnOf = (table: string) => shortLived.find((kind) => kind.table === table)?.since ?? 'expires_at';

describe('the sweep', () => {
  it.each(kinds)('takes away rows of %s an hour after they ended, and no others', async (table, seconds, add) => {
    await add(ago(3600 + seconds));
    await add(ago(3599 + seconds));
    expect(await sweepEnded(app.db, now)).toBe(1);
    expect(await countOf(table, columnOf(table))).toBe(1);
    expect(await sweepEnded(app.db, new Date(now.getTime() + 1000))).toBe(1);
  });

  it('leaves an authenticator that was confirmed', async () => {
    await app.db
      .insertInto('identity.authenticator')
      .values({ user_id: userId, sealed_secret: hash(), created_at: ago(100_000), confirmed_at: ago(100_000) })
      .execute();
    expect(await sweepEnded(app.db, now)).toBe(0);
  });

  it('forgets wrong codes whose window is over', async () => {
    const set = (at: Date) =>
      app.db
        .insertInto('identity.second_factor')
        .values({ user_id: userId, wrong_codes: 4, wrong_since: at })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ wrong_codes: 4, wrong_since: at }))
        .execute();
    const count = async () =>
      (
        await app.db
          .selectFrom('identity.second_factor')
          .select('wrong_codes')
          .where('user_id', '=', userId)
          .executeTakeFirstOrThrow()
      ).wrong_codes;
    await set(ago(4199));
    expect([await sweepEnded(app.db, now), await count()]).toEqual([0, 4]);
    await set(ago(4200));
    expect([await sweepEnded(app.db, now), await count()]).toEqual([1, 0]);
  });

  it('leaves an invitation that nobody has used, however old', async () => {
    await app.db
      .insertInto('identity.invitation')
      .values({
        token_hash: hash(),
        tenant_number: tenantNumber,
        user_id: userId,
        email: 'somebody@tare.test',
        created_at: ago(100_000),
        expires_at: ago(100_000),
      })
      .execute();
    expect(await sweepEnded(app.db, now)).toBe(0);
  });

  it('knows of every table whose rows end', async () => {
    // A tenant has one link, and sessions tell who was where.
    const kept = ['invite_link', 'session'];
    const { rows } = await sql<{
      table: string;
    }>`select table_name as table from information_schema.columns where table_schema = 'identity' and column_name in ('expires_at', 'published_until') order by 1`.execute(
      app.db,
    );
    expect(
      rows
        .map((row) => row.table)
        .filter((table) => !kept.includes(table))
        .sort(),
    ).toEqual(
      shortLived
        .filter(({ since }) => since !== 'created_at' && since !== 'since' && since !== 'ended_at')
        .map(({ table }) => table)
        .sort(),
    );
  });

  it('goes in steps, and leaves what is too much for the next time', async () => {
    const [, , addEntry] = kinds[0] as (typeof kinds)[number];
    for (let made = 0; made < 12; made += 1) await addEntry(ago(5000));
    expect(await sweepEnded(app.db, now, { most: 5, steps: 2 })).toBe(10);
    expect(await sweepEnded(app.db, now, { most: 5, steps: 2 })).toBe(2);
  });

  it('runs by itself every hour', () => {
    expect(identityJobs.filter(({ name }) => name === 'identity.sweep-ended')).toMatchObject([
      { cron: '7 * * * *', folded: true },
    ]);
  });
});
