import { beforeAll, describe, expect, it } from 'vitest';
import { newOrganisation, newPerson, password, signIn, signedInAs, tokenOf } from '../../../../tests/support/people';
import { testApp, type TestApp } from '../../../../tests/support/test-app';

let app: TestApp;
let organisationId: number;
const better = 'four words in a row';

beforeAll(async () => {
  app = await testApp();
  organisationId = await newOrganisation(app);
});

describe('a forced reset', () => {
  // Spec 2: password-reset exists, with its forced variant
  // Spec 4: Password reset required: password-reset/force
  // ASVS V2.3.1
  it('stands before every page, leads to the wanted one afterwards and gives the session a new id', async () => {
    const { login } = await newPerson(app, { organisationId, passwordResetRequired: true });
    const agent = await signIn(app, login);
    const idOf = () =>
      agent.jar.getCookie('tare-session', { path: '/', domain: '127.0.0.1', secure: false, script: false })?.value;
    const before = idOf();
    expect(before).toBeTruthy();
    const wanted = await agent.get('/home');
    expect(wanted.headers.location).toBe('/password-reset/force');
    expect((await agent.get('/rest/v1/openapi.json')).status).toBe(200);
    const page = await agent.get('/password-reset/force');
    expect(page.text).toContain('Before you continue, replace the password you were given');

    const same = await agent
      .post('/password-reset/force')
      .type('form')
      .send({ _csrf: tokenOf(page.text), password, repeatPassword: password });
    expect(same.status).toBe(422);
    expect(same.text).toContain('This is your current password.');

    const done = await agent
      .post('/password-reset/force')
      .type('form')
      .send({ _csrf: tokenOf(page.text), password: better, repeatPassword: better });
    expect(done.headers.location).toBe('/home');
    expect((await agent.get('/home')).status).toBe(200);
    expect(idOf()).toBeTruthy();
    expect(idOf()).not.toBe(before);
  });

  it('proves nothing anew: the session that goes on is as well and as long proved as the one before', async () => {
    const { login, userId } = await newPerson(app, { organisationId, passwordResetRequired: true });
    const agent = await signIn(app, login);
    const proof = { amr: ['pwd', 'otp', 'mfa'], authenticated_at: new Date('2026-01-02T03:04:05Z') };
    await app.db.updateTable('identity.session').set(proof).where('user_id', '=', userId).execute();
    const page = await agent.get('/password-reset/force');
    await agent
      .post('/password-reset/force')
      .type('form')
      .send({ _csrf: tokenOf(page.text), password: better, repeatPassword: better })
      .expect(303);
    expect(
      await app.db
        .selectFrom('identity.session')
        .select(['amr', 'authenticated_at'])
        .where('user_id', '=', userId)
        .where('ended_at', 'is', null)
        .execute(),
    ).toEqual([proof]);
  });

  // Spec 7: Accept privacy policy
  // Attack: session fixation, puzzling
  it('closes the calls too', async () => {
    const agent = await signedInAs(app, { organisationId, passwordResetRequired: true });
    const answer = await agent.post('/rest/v1/user/privacy-policy');
    expect(answer.status).toBe(204);
    expect((await agent.get('/rest/v1/user')).body).toMatchObject({ isPasswordResetRequired: true });
  });
});
