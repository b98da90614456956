// @databases both
import { beforeAll, describe, expect, it } from 'vitest';
import { joinOrganisation, newOrganisation, newPerson, signedInAs } from '../../tests/support/people';
import { testApp, type TestApp } from '../../tests/support/test-app';
import { defineActions, recordAudit, type Action } from './audit';

let app: TestApp;
let organisationId: number;

beforeAll(async () => {
  app = await testApp();
  organisationId = await newOrganisation(app);
});

const versionOf = async (id: number) =>
  (await app.db.selectFrom('organisation').select('data_version').where('id', '=', id).executeTakeFirstOrThrow())
    .data_version;

const actions = defineActions('kettle', {
  fill: {},
  boil: { severity: 'critical', stales: 'never' },
  sieve: { stales: 'afterJob' },
  lend: { person: true },
});

const record = (action: Action, entityId: number | string = 7) =>
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

  it.each([
    ['fill', 1],
    ['boil', 0],
    ['sieve', 0],
  ] as const)('%s raises the data version by %i', async (verb, by) => {
    const before = await versionOf(organisationId);
    await record(actions[verb]);
    expect(await versionOf(organisationId)).toBe(before + by);
  });

  it('upon a person raises the version of every organisation of theirs', async () => {
    const [second, stranger] = [await newOrganisation(app), await newOrganisation(app)];
    const person = await newPerson(app, { organisationId });
    await joinOrganisation(app, person, { organisationId: second });
    const versions = () => Promise.all([organisationId, second, stranger].map(versionOf));
    const before = await versions();
    await record(actions.lend, person.userId);
    expect((await versions()).map((version, at) => version - (before[at] ?? 0))).toEqual([1, 1, 0]);
  });
});

describe('a sign-in', () => {
  it('says from where, and leaves the pages as they are', async () => {
    const own = await newOrganisation(app);
    const before = await versionOf(own);
    await signedInAs(app, { organisationId: own });
    const row = await app.db
      .selectFrom('audit_log')
      .select(['action', 'severity', 'ip'])
      .where('organisation_id', '=', own)
      .where('action', '=', 'session.signIn')
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ action: 'session.signIn', severity: 'info', ip: expect.stringMatching(/^10\./) });
    expect(await versionOf(own)).toBe(before);
  });
});
