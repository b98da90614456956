// @databases both
import { beforeAll, describe, expect, it } from 'vitest';
import { newOrganisation, signedInAs } from '../../tests/support/people';
import { testApp, type TestApp } from '../../tests/support/test-app';
import { defineActions, recordAudit, type Action } from './audit';

let app: TestApp;
let organisationId: number;

beforeAll(async () => {
  app = await testApp();
  organisationId = await newOrganisation(app);
});

const actions = defineActions('kettle', { fill: {}, boil: { severity: 'critical' } });

const record = (action: Action, entityId: string) =>
  app.db.transaction().execute((trx) =>
    recordAudit(trx, {
      organisationId,
      userId: null,
      actor: 'test',
      at: app.clock.now(),
      action,
      entity: 'kettle',
      entityId,
      ip: '192.0.2.7',
      userAgent: 'a browser',
    }),
  );

describe('an action', () => {
  it.each([
    ['Kettle', 'fill'],
    ['kettle', 'was filled'],
    ['kettle', ''],
    ['a kettle', 'fill'],
    ['kettle', 'fill.up'],
  ])('%s.%s is no name', (noun, verb) => {
    expect(() => defineActions(noun, { [verb]: {} })).toThrow('noun.verb');
  });

  it('is recorded with its severity and from where it was done', async () => {
    await record(actions.boil, 'a');
    const row = await app.db
      .selectFrom('audit_log')
      .select(['action', 'severity', 'ip', 'user_agent'])
      .where('organisation_id', '=', organisationId)
      .where('entity_id', '=', 'a')
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ action: 'kettle.boil', severity: 'critical', ip: '192.0.2.7', user_agent: 'a browser' });
  });

  it('leaves the pages as they are', async () => {
    const versionOf = () =>
      app.db
        .selectFrom('organisation')
        .select('data_version')
        .where('id', '=', organisationId)
        .executeTakeFirstOrThrow();
    const before = await versionOf();
    await record(actions.fill, 'b');
    expect(await versionOf()).toEqual(before);
  });
});

describe('a sign-in', () => {
  it('says from where', async () => {
    const own = await newOrganisation(app);
    await signedInAs(app, { organisationId: own });
    const row = await app.db
      .selectFrom('audit_log')
      .select(['action', 'severity', 'ip'])
      .where('organisation_id', '=', own)
      .where('action', '=', 'session.signIn')
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ action: 'session.signIn', severity: 'info', ip: expect.stringMatching(/^10\./) });
  });
});
