// @databases both
import { beforeAll, describe, expect, it } from 'vitest';
import { newOrganisation, signedInAs, tokenOf } from '../../../tests/support/people';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import { internalOrganisation } from '../../platform/actor';
import { sendMailJob } from '../../platform/mail/mailer';

let app: TestApp;
let jobId: string;

beforeAll(async () => {
  app = await testApp();
  // A mail job whose last try failed: as the queue itself writes it.
  await app.db.transaction().execute((trx) => app.resources.jobs.send(trx, sendMailJob, { mailId: 0 }));
  const { rows } = await app.resources.database.pool.query<{ id: string }>(
    `update pgboss.job set state = 'failed', retry_count = 10, completed_on = now(), output = '{"message": "connect ECONNREFUSED"}'
     where name = 'mail.send' and state = 'created' returning id`);
  jobId = rows[0]?.id ?? '';
});

describe('parked jobs', () => {
  it('are shown to staff with the reason, and tried again by a form, with an audit row', async () => {
    const staff = await signedInAs(app, { organisationId: internalOrganisation, permissions: ['VIEW_CONSOLE', 'VIEW_CCM_TOOLS_TAB'] });
    const page = await staff.get('/parked-jobs');
    expect(page.text).toContain('connect ECONNREFUSED');
    expect(page.text).toContain('mail.send');
    const answer = await staff.post('/parked-jobs/retry').type('form').send({ _csrf: tokenOf(page.text), name: 'mail.send', id: jobId });
    expect(answer.headers.location).toBe('/parked-jobs?retried=1');
    expect((await staff.get('/parked-jobs')).text).not.toContain(jobId);
    const again = await staff.post('/parked-jobs/retry').type('form').send({ _csrf: tokenOf(page.text), name: 'mail.send', id: jobId });
    expect(again.status).toBe(404);
    const audit = await app.db.selectFrom('audit_log').select('action').where('organisation_id', '=', internalOrganisation).where('entity_id', '=', jobId).execute();
    expect(audit).toEqual([{ action: 'job.retry' }]);
  });

  it('are nobody else’s, whatever their rights', async () => {
    const customer = await signedInAs(app, { organisationId: await newOrganisation(app), permissions: ['VIEW_CONSOLE'] });
    expect((await customer.get('/parked-jobs')).status).toBe(404);
  });
});
