import { beforeAll, describe, expect, it } from 'vitest';
import { addEvents, addLocation, addSite } from '../../../tests/support/factories';
import { newOrganisation, newPerson, signedInAs, tokenOf } from '../../../tests/support/people';
import { testApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

const base = '/onboarding-dashboard';

async function kitchen() {
  const organisationId = await newOrganisation(app);
  const siteId = await addSite(app, { organisationId, name: 'Harbor canteen' });
  const locationId = await addLocation(app, { organisationId, siteId, name: 'Counter', stages: [8] });
  const agent = await signedInAs(app, { organisationId, permissions: ['ACCESS_ONBOARDING'] });
  const token = tokenOf((await agent.get('/home')).text);
  const post = (path: string, form: Record<string, string>) =>
    agent
      .post(`${base}${path}`)
      .type('form')
      .send({ _csrf: token, ...form });
  return { organisationId, siteId, locationId, agent, post };
}

describe('the onboarding of a site', () => {
  it('starts, ticks itself with the first weighing, and is ticked, assigned and blocked by people', async () => {
    const { organisationId, siteId, locationId, agent, post } = await kitchen();
    expect((await agent.get(base)).text).toContain('No sites in onboarding');
    const started = await post('/new', { siteId: String(siteId), startedOn: '2026-03-01', templateId: '' });
    expect([started.status, started.headers.location]).toEqual([303, `${base}/sites/${siteId}?done=started`]);
    expect((await post('/new', { siteId: String(siteId), startedOn: '2026-03-01', templateId: '' })).status).toBe(422);

    await addEvents(app, { organisationId, locationId, events: [{ day: '2026-03-05', grams: 900 }] });
    await app.runJobs();
    expect((await agent.get(`${base}/sites/${siteId}`)).text).toMatch(/First weighing.{0,400}Done on Mar 5, 2026/s);

    const step = { step: 'training', version: '1' };
    expect((await post(`/sites/${siteId}/tick`, { ...step, doneOn: '2026-03-06', people: '4' })).status).toBe(303);
    const late = await post(`/sites/${siteId}/block`, { ...step, blocker: 'Nobody there' });
    expect([late.status, late.text.includes('Someone else has changed this checklist')]).toEqual([409, true]);
    expect(
      (await post(`/sites/${siteId}/block`, { step: 'hardware', version: '2', blocker: 'Stuck in customs' })).status,
    ).toBe(303);
    const page = (await agent.get(`${base}?state=blocked`)).text;
    expect([page.includes('Harbor canteen'), page.includes('2 of 10')]).toEqual([true, true]);
    const file = (await agent.get(`${base}/export`)).text;
    expect(file).toMatch(/Harbor canteen,Blocked,2,10,Agreement signed/);
  });

  it('takes nothing that only a fact may tick, and nobody of another organization as its owner', async () => {
    const { siteId, post } = await kitchen();
    const elsewhere = await signedInAs(app, { organisationId: await newOrganisation(app), permissions: [] });
    await post('/new', { siteId: String(siteId), startedOn: '2026-03-01', templateId: '' });
    const refused = [
      await post(`/sites/${siteId}/tick`, { step: 'goal', version: '1', doneOn: '2026-03-06' }),
      await post(`/sites/${siteId}/assign`, { step: 'goal', version: '1', ownerId: String(elsewhere.person.userId) }),
      await post(`/sites/${siteId}/block`, { step: 'goal', version: '1', blocker: '' }),
      await post(`/templates`, { name: 'Empty' }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([422, 422, 422, 422]);
    expect((await post(`/sites/${siteId}/end`, { version: '1' })).headers.location).toBe(`${base}?done=ended`);
  });

  it('reminds whoever owns a step once a day, and nobody of a site that they do not see', async () => {
    const { organisationId, siteId, post } = await kitchen();
    const elsewhere = await addSite(app, { organisationId, name: 'Hill canteen' });
    await post('/new', { siteId: String(siteId), startedOn: '2026-03-01', templateId: '' });
    const owner = await newPerson(app, { organisationId, permissions: ['ACCESS_ONBOARDING'] });
    const blind = await newPerson(app, { organisationId, sites: [elsewhere] });
    const step = (version: number) => ({ step: 'training', version: String(version) });
    const remind = (version: number) => post(`/sites/${siteId}/remind`, step(version));
    const assign = (version: number, userId: number) =>
      post(`/sites/${siteId}/assign`, { ...step(version), ownerId: String(userId), dueOn: '2026-04-01' });
    const mails = async () =>
      (
        await app.db
          .selectFrom('outbox')
          .select('payload')
          .where('organisation_id', '=', organisationId)
          .where('key', 'like', 'onboarding/%')
          .execute()
      ).map(({ payload }) => payload as { to: string; text: string });

    expect((await remind(1)).text).toContain('You can only send reminders for open steps');
    await assign(1, blind.userId);
    expect((await remind(2)).text).toContain('The owner cannot see this site');
    expect(await mails()).toEqual([]);

    await assign(2, owner.userId);
    expect((await remind(3)).headers.location).toBe(`${base}/sites/${siteId}?done=reminded`);
    const [mail, ...others] = await mails();
    expect([mail?.to, others]).toEqual([owner.login, []]);
    expect(mail?.text).toMatch(/“Staff trained” for the onboarding of Harbor canteen.*Apr 1, 2026.*#training/s);
    const again = await remind(4);
    expect([again.status, again.text.includes('already been reminded today')]).toEqual([422, true]);
  });
});
