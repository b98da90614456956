import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { scratchOrganisation } from '../../../tests/support/scratch-organisation';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import { defineActions, recordAudit } from '../audit';
import type { Trx } from '../db/database';
import { createSigner } from '../signer';
import { checkAndKeep, checkChain, removeOld, sealAudits } from './audit-chain.service';
import { adoptEarlierRows, findChain, setKeepMonths } from './audit-chain.store';
import { pseudonymizePerson } from './pseudonymize.service';

const { weigh } = defineActions('kettle', { weigh: {} });
const signer = createSigner(() => 'of this installation');
const now = new Date('2026-11-29T12:00:00Z');

let app: TestApp;
let organisationId: number;
let ids: number[];
const means = () => ({ db: app.db, signer });

const write = (count: number, at = now) =>
  app.db.transaction().execute(async (trx) => {
    for (let one = 0; one < count; one += 1)
      await recordAudit(trx, {
        organisationId,
        userId: null,
        actor: `cook ${one}`,
        at,
        action: weigh,
        entity: 'kettle',
        before: { g: one },
      });
  });
const idsNow = async () =>
  (
    await app.db
      .selectFrom('audit_log')
      .select('id')
      .where('organisation_id', '=', organisationId)
      .orderBy('id')
      .execute()
  ).map(({ id }) => id);
/** As somebody with the database's own rights, past what keeps rows as they are. */
const tamper = (work: (trx: Trx) => Promise<unknown>) =>
  app.db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await work(trx);
  });

beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  organisationId = (await scratchOrganisation(app.db)).id;
  await write(5);
  await sealAudits(means(), now);
  ids = await idsNow();
});

it('proves what was written, rows that wait for their seal and rows written at the same time among it', async () => {
  await Promise.all([write(3), write(2), sealAudits(means(), now), sealAudits(means(), now)]);
  expect((await checkChain(means(), organisationId)).fault).toBeNull();
  await sealAudits(means(), now);
  expect(await checkChain(means(), organisationId)).toEqual({ rows: 10, fault: null });
});

const at = (place: number) => ids[place] ?? 0;
it.each([
  [
    'changed',
    'changed',
    2,
    (trx: Trx) =>
      sql`update audit_log set actor = 'nobody' where organisation_id = ${organisationId} and id = ${at(2)}`.execute(
        trx,
      ),
  ],
  [
    'changed by a second',
    'changed',
    3,
    (trx: Trx) =>
      sql`update audit_log set at = at + interval '1 second' where organisation_id = ${organisationId} and id = ${at(3)}`.execute(
        trx,
      ),
  ],
  [
    'removed',
    'removed',
    1,
    (trx: Trx) => sql`delete from audit_log where organisation_id = ${organisationId} and id = ${at(1)}`.execute(trx),
  ],
  [
    'swapped with the next',
    'changed',
    1,
    (trx: Trx) =>
      sql`
    update audit_log a set actor = b.actor, before = b.before from audit_log b where a.organisation_id = ${organisationId} and b.organisation_id = a.organisation_id
      and ((a.id = ${at(1)} and b.id = ${at(2)}) or (a.id = ${at(2)} and b.id = ${at(1)}))`.execute(trx),
  ],
] as const)('names a row that was %s', async (_what, kind, place, change) => {
  await tamper(change);
  expect((await checkChain(means(), organisationId)).fault).toEqual({ kind, auditId: at(place), position: place + 1 });
});

it('names a row that was put in, wherever', async () => {
  await tamper((trx) =>
    sql`
    insert into audit_log (organisation_id, actor, at, action, entity) values (${organisationId}, 'somebody', ${now}, 'kettle.weigh', 'kettle')`.execute(
      trx,
    ),
  );
  const [added] = (await idsNow()).filter((id) => !ids.includes(id));
  expect((await checkChain(means(), organisationId)).fault).toEqual({
    kind: 'inserted',
    auditId: added,
    position: null,
  });
});

it('takes in what a build before has written, on the first day alone', async () => {
  const raw = () =>
    sql`
    insert into audit_log (organisation_id, actor, at, action, entity) values (${organisationId}, 'cook', ${now}, 'kettle.weigh', 'kettle')`.execute(
      app.db,
    );
  await raw();
  await adoptEarlierRows(app.db);
  await sealAudits(means(), now);
  expect(await checkChain(means(), organisationId)).toEqual({ rows: 6, fault: null });
  await raw();
  await app.db.transaction().execute(async (trx) => {
    await sql`update audit_chain_start set began_at = now() - interval '25 hours'`.execute(trx);
    expect(await adoptEarlierRows(trx)).toBe(0);
    await sql`update audit_chain_start set began_at = now()`.execute(trx);
  });
  expect((await checkChain(means(), organisationId)).fault).toMatchObject({ kind: 'inserted' });
});

it.each([
  ['a row with its seal', 3, { kind: 'sealRemoved', auditId: null, position: 4 }],
  ['the last row with its seal', 4, { kind: 'end', auditId: null, position: 4 }],
] as const)('notices that %s is gone', async (_what, place, fault) => {
  await tamper(async (trx) => {
    await sql`delete from audit_log where organisation_id = ${organisationId} and id = ${at(place)}`.execute(trx);
    await sql`delete from audit_seal where organisation_id = ${organisationId} and audit_id = ${at(place)}`.execute(
      trx,
    );
  });
  expect((await checkChain(means(), organisationId)).fault).toEqual(fault);
});

it('is not convinced by a chain that somebody else has made, even after it has grown', async () => {
  const other = { db: app.db, signer: createSigner(() => 'of somebody else') };
  await write(1);
  await sealAudits(other, now);
  await write(1);
  await sealAudits(means(), now);
  expect((await checkAndKeep(means(), organisationId, now)).fault).toMatchObject({ kind: 'end' });
  expect(await findChain(app.db, organisationId)).toMatchObject({
    checkedAt: now,
    doubtedAt: now,
    fault: { kind: 'end' },
  });
});

it('proves what is left after old rows were removed', async () => {
  await write(3, new Date('2027-11-29T12:00:00Z'));
  await sealAudits(means(), now);
  await app.db.transaction().execute((trx) => setKeepMonths(trx, organisationId, 6));
  expect(await removeOld(means(), organisationId, new Date('2027-11-30T12:00:00Z'))).toBe(5);
  expect(await checkChain(means(), organisationId)).toEqual({ rows: 3, fault: null });
  await tamper((trx) =>
    sql`update audit_chain set base_hash = hash, base_position = position where organisation_id = ${organisationId}`.execute(
      trx,
    ),
  );
  expect((await checkChain(means(), organisationId)).fault).toMatchObject({ kind: 'end' });
});

it('lets nobody else remove or change a row', async () => {
  await expect(sql`delete from audit_log where organisation_id = ${organisationId}`.execute(app.db)).rejects.toThrow(
    'append only',
  );
  await expect(
    sql`update audit_log set actor = '' where organisation_id = ${organisationId}`.execute(app.db),
  ).rejects.toThrow('append only');
});

describe('a person who is erased', () => {
  // Others of the database are called by neither.
  const ann = `Ann${randomUUID()}`;
  const mail = `${ann}@kitchen.test`.toLowerCase();
  const person = { userId: 900_000_117, names: [`${ann}@kitchen.test`, ann], pseudonym: 'deleted user 7' };
  const theirs = () =>
    app.db
      .selectFrom('audit_log')
      .select(['user_id', 'actor', 'acting_person', 'before', 'after', 'ip', 'user_agent'])
      .where('organisation_id', '=', organisationId)
      .where('id', '>', Math.max(...ids))
      .orderBy('id')
      .execute();
  const act = (entry: object) =>
    app.db.transaction().execute((trx) =>
      recordAudit(trx, {
        organisationId,
        userId: null,
        actor: 'cook',
        at: now,
        action: weigh,
        entity: 'kettle',
        ip: '192.0.2.7',
        userAgent: 'Oven/1',
        ...entry,
      }),
    );

  beforeEach(async () => {
    await act({ userId: person.userId, actor: mail });
    await act({ after: { told: [mail, 'bea@kitchen.test'], name: ann, place: `${ann}’s kitchen` } });
    await act({ actor: 'bea', behind: { userId: person.userId, login: mail } });
    await sealAudits(means(), now);
    await act({ userId: person.userId, actor: mail, before: { to: mail.toUpperCase() } });
  });

  it('is called by a pseudonym in every row, the sealed ones too, and the chain is still proved', async () => {
    expect(await pseudonymizePerson(means(), person)).toBe(4);
    const place = { ip: '192.0.2.7', user_agent: 'Oven/1' };
    const nowhere = { ip: null, user_agent: null };
    const nothing = { acting_person: null, before: null, after: null };
    expect(await theirs()).toEqual([
      { ...nothing, user_id: person.userId, actor: person.pseudonym, ...nowhere },
      {
        ...nothing,
        user_id: null,
        actor: 'cook',
        after: { told: [person.pseudonym, 'bea@kitchen.test'], name: person.pseudonym, place: `${ann}’s kitchen` },
        ...place,
      },
      { ...nothing, user_id: null, actor: 'bea', acting_person: person.pseudonym, ...nowhere },
      { ...nothing, user_id: person.userId, actor: person.pseudonym, before: { to: person.pseudonym }, ...nowhere },
    ]);
    await sealAudits(means(), now);
    expect(await checkChain(means(), organisationId)).toEqual({ rows: 9, fault: null });
    // Broken off and begun again.
    await pseudonymizePerson(means(), person);
    expect((await checkChain(means(), organisationId)).fault).toBeNull();
  });

  it.each([
    [
      'a rewritten row is changed once more',
      () => sql`update audit_log set actor = 'bea' where user_id = ${person.userId}`,
    ],
    [
      'somebody else rewrites a row in the same way',
      () => sql`
        with row as (update audit_log set actor = 'bea' where organisation_id = ${organisationId} and id = ${at(1)} returning id)
        insert into audit_redaction select ${organisationId}, id, '\\x00', 'forged' from row`,
    ],
  ])('and %s: the check says so', async (_what, change) => {
    await pseudonymizePerson(means(), person);
    await tamper((trx) => change().execute(trx));
    expect((await checkChain(means(), organisationId)).fault).toMatchObject({ kind: 'changed' });
  });
});
