import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { newOrganisation, signedInAs, tokenOf, unique } from '../../../tests/support/people';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import { internalOrganisation } from '../../platform/actor';
import { maintainDatabaseJob } from '../../platform/lifecycle/maintenance';
import { mailChannel } from '../../platform/outbox/mail';

let app: TestApp;

beforeAll(async () => {
  app = await testApp();
});

/** A job whose last try failed: as the queue itself writes it. */
async function parkedJob() {
  await app.db.transaction().execute((trx) => app.resources.jobs.send(trx, maintainDatabaseJob));
  const { rows } = await app.resources.database.pool.query<{ id: string }>(
    `update pgboss.job set state = 'failed', retry_count = 10, completed_on = now(), output = '{"message": "could not extend file"}'
     where name = 'database.maintain' and state = 'created' returning id`,
  );
  return { kind: 'job', name: 'database.maintain', id: rows[0]?.id ?? '', reason: 'could not extend file' };
}

/** A mail that no server took. */
async function parkedMail() {
  const key = unique('parked');
  const mail = { to: 'kim@tare.test', subject: 'Weekly', text: 'text', html: '<p>html</p>' };
  await app.db
    .transaction()
    .execute((trx) => app.resources.outbox.post(trx, mailChannel, { key, payload: mail, now: app.clock.now() }));
  const { id } = await app.db
    .updateTable('outbox')
    .set({ state: 'parked', parked_at: app.clock.now(), attempts: 15, last_error: 'connect ECONNREFUSED' })
    .where('key', '=', key)
    .returning('id')
    .executeTakeFirstOrThrow();
  return { kind: 'outbox', name: 'outbox.mail', id, reason: 'connect ECONNREFUSED' };
}

describe('what is parked', () => {
  it.each([
    ['a job', parkedJob, 'job.retry'],
    ['an item of the outbox', parkedMail, 'outbox.retry'],
  ] as const)(
    '%s is shown to staff with the reason, and tried again by a form, with an audit row',
    async (_what, park, action) => {
      const { reason, ...item } = await park();
      const staff = await signedInAs(app, {
        organisationId: internalOrganisation,
        permissions: ['VIEW_CONSOLE', 'VIEW_CCM_TOOLS_TAB'],
      });
      const page = await staff.get('/parked-jobs');
      expect(page.text).toContain(reason);
      expect(page.text).toContain(item.name);
      expect(page.text).not.toContain('kim@tare.test');
      const retry = () =>
        staff
          .post('/parked-jobs/retry')
          .type('form')
          .send({ _csrf: tokenOf(page.text), ...item });
      expect((await retry()).headers.location).toBe('/parked-jobs?retried=1');
      expect((await staff.get('/parked-jobs')).text).not.toContain(item.id);
      expect((await retry()).status).toBe(404);
      const audit = await app.db
        .selectFrom('audit_log')
        .select('action')
        .where('organisation_id', '=', internalOrganisation)
        .where('entity_id', '=', item.id)
        .execute();
      expect(audit).toEqual([{ action }]);
    },
  );

  it('is tried again and recorded, or neither', async () => {
    const { reason: _, ...item } = await parkedJob();
    const staff = await signedInAs(app, {
      organisationId: internalOrganisation,
      permissions: ['VIEW_CONSOLE', 'VIEW_CCM_TOOLS_TAB'],
    });
    const page = await staff.get('/parked-jobs');
    await sql`create function refuse_retry() returns trigger language plpgsql as $$ begin raise exception 'the disk is full'; end $$`.execute(
      app.db,
    );
    await sql`create trigger refuse_retry before insert on audit_log for each row when (new.action = 'job.retry') execute function refuse_retry()`.execute(
      app.db,
    );
    try {
      expect(
        (
          await staff
            .post('/parked-jobs/retry')
            .type('form')
            .send({ _csrf: tokenOf(page.text), ...item })
        ).status,
      ).toBe(500);
    } finally {
      await sql`drop trigger refuse_retry on audit_log`.execute(app.db);
      await sql`drop function refuse_retry()`.execute(app.db);
    }
    expect((await staff.get('/parked-jobs')).text).toContain(item.id);
  });

  it('is nobody else’s, whatever their rights', async () => {
    const customer = await signedInAs(app, {
      organisationId: await newOrganisation(app),
      permissions: ['VIEW_CONSOLE'],
    });
    expect((await customer.get('/parked-jobs')).headers.location).toBe('/home');
  });
});
