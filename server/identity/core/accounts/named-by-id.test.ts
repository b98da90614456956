// @databases both
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { newOrganisation, newPerson, type Person } from '../../../../tests/support/people';
import { rowsRead, watched } from '../../../../tests/support/statements';
import { testApp, type TestApp } from '../../../../tests/support/test-app';
import type { Db, Trx } from '../../../platform/db/database';
import { addEntry, lockEntryMailing } from '../../ways-in/passwordless/passwordless.store';
import { addPhoneSecret, lockRecipient } from '../../ways-in/phone/phone-secret.store';

let app: TestApp;
let someone: Person;
let uuid: string;

beforeAll(async () => {
  app = await testApp();
  someone = await newPerson(app, { organisationId: await newOrganisation(app) });
  ({ uuid } = await app.db
    .selectFrom('identity.user')
    .select('uuid')
    .where('id', '=', someone.userId)
    .executeTakeFirstOrThrow());
  await sql`insert into identity."user" (login, email, full_name, created_at) select name, name, name, now() from (select gen_random_uuid() || '@tare.test' as name from generate_series(1, 500)) as others`.execute(
    app.db,
  );
  await sql`analyze identity."user"`.execute(app.db);
});

const flowHash = () => Buffer.from(randomUUID());
type Look = (trx: Trx, askedFor: string) => Promise<{ userId: number } | null>;
const ways: [string, Look][] = [
  [
    'a link by mail',
    async (trx, askedFor) =>
      lockEntryMailing(
        trx,
        await addEntry(trx, { kind: 'LINK', askedFor, flowHash: flowHash(), now: app.clock.now() }),
        app.clock.now(),
      ),
  ],
  [
    'a code to a telephone',
    async (trx, askedFor) =>
      lockRecipient(
        trx,
        await addPhoneSecret(trx, { purpose: 'RESET', askedFor, flowHash: flowHash(), now: app.clock.now() }),
        app.clock.now(),
      ),
  ],
];
const found = (db: Db, look: Look, askedFor: string) => db.transaction().execute((trx) => look(trx, askedFor));

describe.each(ways)('whoever asks for %s', (_way, look) => {
  it('is found by their public id, and nobody by what is none', async () => {
    expect(await found(app.db, look, uuid)).toMatchObject({ userId: someone.userId });
    for (const askedFor of [randomUUID(), uuid.slice(1), `${uuid}0`, uuid.replaceAll('-', ''), 'nobody', ''])
      expect([askedFor, await found(app.db, look, askedFor)]).toEqual([askedFor, null]);
  });

  it('is found without reading everybody', async () => {
    const { db, statements } = watched(app.resources.database);
    await found(db, look, uuid);
    const [looked] = statements.filter(({ text }) => text.includes('join identity."user" u on'));
    if (!looked) throw new Error('nobody was looked for');
    expect(await rowsRead(app.resources.database, looked, 'user')).toBeLessThan(10);
  });
});
