import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { browser, newOrganisation, newPerson, password, unique, type Person } from '../../../../tests/support/people';
import { testApp, type TestApp } from '../../../../tests/support/test-app';
import { hashPassword } from '../secrets/password-hash';
import { addUser } from './user.store';

let app: TestApp;
let organisationId: number;

beforeAll(async () => {
  app = await testApp();
  organisationId = await newOrganisation(app);
});

const nameOf = (text: string) => `${unique(text).replace(/\s/g, '-')}@tare.test`;
const add = (login: string, email: string) =>
  app.db.transaction().execute((trx) => addUser(trx, { login, email, fullName: 'Second', now: app.clock.now() }));
const whoEnters = async (username: string, given: string) => {
  const agent = browser(app);
  const entered = await agent.post('/rest/v1/auth/login').send({ username, password: given });
  return entered.status === 204 ? ((await agent.get('/rest/v1/user')).body as { userId: number }).userId : null;
};

describe('a text that people sign in with', () => {
  it.each([
    [
      'a login that is another one’s e-mail address',
      (person: Person) => add(person.login.toUpperCase(), nameOf('second')),
    ],
    ['an e-mail address that is another one’s login', (person: Person) => add(nameOf('second'), person.login)],
  ])('cannot be %s', async (_, collide) => {
    const person = await newPerson(app, { organisationId });
    await expect(collide(person)).rejects.toMatchObject({ code: '23505' });
  });

  it('cannot be taken over by a change either, and is free again when it was given up', async () => {
    const [first, second] = [await newPerson(app, { organisationId }), await newPerson(app, { organisationId })];
    const rename = (email: string, userId: number) =>
      app.db.updateTable('identity.user').set({ email }).where('id', '=', userId).execute();
    await expect(rename(first.login, second.userId)).rejects.toMatchObject({ code: '23505' });
    const [old, fresh] = [nameOf('old'), nameOf('fresh')];
    await rename(old, first.userId);
    await rename(fresh, first.userId);
    await rename(old, second.userId);
  });

  it('that two people held before leads to the one whose login it is, whoever was there first', async () => {
    const first = await newPerson(app, { organisationId });
    const second = await newPerson(app, { organisationId });
    const hash = await hashPassword('another password for the tests');
    // As data of earlier releases may stand: no trigger looked.
    await app.db.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx);
      await trx
        .updateTable('identity.user')
        .set({ email: nameOf('elsewhere') })
        .where('id', '=', second.userId)
        .execute();
      await trx
        .updateTable('identity.user')
        .set({ email: second.login, password_hash: hash })
        .where('id', '=', first.userId)
        .execute();
    });
    expect(await whoEnters(second.login, password)).toBe(second.userId);
    expect(await whoEnters(second.login, 'another password for the tests')).toBeNull();
  });
});
