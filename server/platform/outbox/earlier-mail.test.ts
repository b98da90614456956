import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { databaseApart } from '../../../tests/support/scratch-database';
import { migrations } from '../../setup/prepare-database';
import { aloneOn, migrate } from '../db/migrate';

it('mail of the release before that waits is moved once, under its Message-ID; what was sent or is old news stays', async () => {
  const {
    database: { db },
    drop,
  } = await databaseApart();
  const moving = migrations.findIndex(({ name }) => name.endsWith('_outbox_items'));
  await aloneOn(db, (connection) => migrate(connection, migrations.slice(0, moving)));
  const ids = [
    '11111111-1111-4111-8111-111111111111',
    '22222222-2222-4222-8222-222222222222',
    '33333333-3333-4333-8333-333333333333',
  ];
  await sql`
    insert into outgoing_mail (message_id, recipient, subject, body_text, body_html, created_at, sent_at)
    select '<' || id || '@tare.test>', 'kim@tare.test', 'Weekly', 'text', '<p>html</p>', now() - age, sent
    from unnest(${ids}::text[], array['1 hour', '1 hour', '2 days']::interval[], array[null, now(), null]::timestamptz[]) as u (id, age, sent)`.execute(
    db,
  );
  await aloneOn(db, (connection) => migrate(connection, migrations));
  const items = await db.selectFrom('outbox').select(['id', 'channel', 'key', 'target', 'state', 'payload']).execute();
  expect(items).toEqual([
    {
      id: ids[0],
      channel: 'mail',
      key: `<${ids[0]}@tare.test>`,
      target: 'kim@tare.test',
      state: 'waiting',
      payload: { to: 'kim@tare.test', subject: 'Weekly', text: 'text', html: '<p>html</p>' },
    },
  ]);
  // The build before leaves these alone.
  const left = await db.selectFrom('outgoing_mail').select('message_id').where('sent_at', 'is', null).execute();
  expect(left).toEqual([{ message_id: `<${ids[2]}@tare.test>` }]);
  await drop();
});
