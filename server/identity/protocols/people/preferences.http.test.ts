import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { newOrganisation, signedInAs, signIn, tokenOf } from '../../../../tests/support/people';
import { testApp, type TestApp } from '../../../../tests/support/test-app';

let app: TestApp;
let organisationId: number;
const permissions = ['VIEW_BASE_LPO_PAGE'] as const;
const kept = '/deployment-status?stage=8';

beforeAll(async () => {
  app = await testApp();
  organisationId = await newOrganisation(app);
});

type Agent = Awaited<ReturnType<typeof signIn>>;
const asIs = { locale: 'en_US', unit: 'lb', theme: 'device', back: '/home' };

async function choose(agent: Agent, wanted: Partial<Record<keyof typeof asIs, string>>, token?: string) {
  const page = await agent.get('/home');
  return agent
    .post('/preferences')
    .type('form')
    .send({ _csrf: token ?? tokenOf(page.text), ...asIs, ...wanted });
}
const rowsOf = ({ userId }: { userId: number }) =>
  app.db
    .selectFrom('audit_log')
    .select(['before', 'after'])
    .where('user_id', '=', userId)
    .where('action', '=', 'user.changePreferences')
    .execute();
const langOf = (html: string) => /<html lang="([^"]+)"/.exec(html)?.[1];
const themeOf = (html: string) => /<html [^>]*data-theme="([^"]+)"/.exec(html)?.[1];

describe('what somebody chooses in the menu of their account', () => {
  it('leads back to the page, which speaks the language from then on, kept pages and new sessions too', async () => {
    const agent = await signedInAs(app, { organisationId, permissions });
    const before = await agent.get(kept);
    expect(langOf(before.text)).toBe('en-US');
    const answer = await choose(agent, { locale: 'es_ES', back: kept });
    expect([answer.status, answer.headers.location]).toEqual([303, kept]);
    const after = await agent.get(kept).set('If-None-Match', String(before.headers.etag));
    expect([after.status, langOf(after.text)]).toEqual([200, 'es-ES']);
    expect(after.text).toContain('Estado de implantación');
    expect(langOf((await agent.get('/logout?ended=1').redirects(1)).text)).toBe('es-ES');
    const again = await signIn(app, agent.person.login);
    expect(langOf((await again.get('/home')).text)).toBe('es-ES');
    expect((await again.get('/rest/v1/user')).body).toMatchObject({ locale: 'es_ES', weightUnitId: 11 });
  });

  it('keeps the unit for this person alone', async () => {
    const [agent, other] = [
      await signedInAs(app, { organisationId, permissions }),
      await signedInAs(app, { organisationId, permissions }),
    ];
    await choose(agent, { unit: 'kg' });
    const unitOf = async (who: Agent) =>
      ((await who.get('/rest/v1/user')).body as { weightUnitId: number }).weightUnitId;
    expect([await unitOf(agent), await unitOf(await signIn(app, agent.person.login)), await unitOf(other)]).toEqual([
      12, 12, 11,
    ]);
    await choose(agent, { unit: 'lb' });
    expect(await unitOf(agent)).toBe(11);
  });

  it('does not pin the unit of the organization while only the language is chosen', async () => {
    const own = await newOrganisation(app);
    const agent = await signedInAs(app, { organisationId: own });
    await choose(agent, { locale: 'fr_FR' });
    expect(
      await app.db.selectFrom('user_profile').select('unit_id').where('user_id', '=', agent.person.userId).execute(),
    ).toEqual([]);
  });

  it('draws every page in the colors that were chosen from its first byte on, the sign-in too, and none from a browser’s cache', async () => {
    const agent = await signedInAs(app, { organisationId, permissions });
    const before = await agent.get(kept);
    expect(themeOf(before.text)).toBeUndefined();
    await choose(agent, { theme: 'dark' });
    const after = await agent.get(kept).set('If-None-Match', String(before.headers.etag));
    expect([after.status, themeOf(after.text)]).toEqual([200, 'dark']);
    expect((await agent.get(kept).set('If-None-Match', String(after.headers.etag))).status).toBe(304);
    expect(themeOf((await agent.get('/logout?ended=1').redirects(1)).text)).toBe('dark');
    const again = await signIn(app, agent.person.login);
    expect(themeOf((await again.get(kept)).text)).toBeUndefined();
  });

  it('is recorded once with what it was, and not where nothing changed', async () => {
    const agent = await signedInAs(app, { organisationId });
    await choose(agent, { theme: 'light' });
    expect(await rowsOf(agent.person)).toEqual([]);
    await choose(agent, { locale: 'de_DE', unit: 'kg' });
    expect(await rowsOf(agent.person)).toEqual([
      { before: { locale: 'en_US', unit: 'lb' }, after: { locale: 'de_DE', unit: 'kg' } },
    ]);
  });

  it('is changed and recorded, or neither', async () => {
    const agent = await signedInAs(app, { organisationId });
    await sql`create function refuse_preferences() returns trigger language plpgsql as $$ begin raise exception 'the disk is full'; end $$`.execute(
      app.db,
    );
    await sql`create trigger refuse_preferences before insert on audit_log for each row when (new.action = 'user.changePreferences') execute function refuse_preferences()`.execute(
      app.db,
    );
    try {
      expect((await choose(agent, { locale: 'de_DE', unit: 'kg' })).status).toBe(500);
    } finally {
      await sql`drop trigger refuse_preferences on audit_log`.execute(app.db);
      await sql`drop function refuse_preferences()`.execute(app.db);
    }
    expect((await agent.get('/rest/v1/user')).body).toMatchObject({ locale: 'en_US', weightUnitId: 11 });
  });

  it.each([
    ['a language that Tare does not speak', { locale: 'xx_XX' }],
    ['an unknown unit', { unit: 'stone' }],
    ['unknown colors', { theme: 'pink' }],
    ['a field that there is not', { permissions: 'all' }],
  ])('refuses %s and changes nothing', async (_what, wanted) => {
    const agent = await signedInAs(app, { organisationId });
    expect((await choose(agent, { unit: 'kg', ...wanted })).status).toBe(400);
    expect((await agent.get('/rest/v1/user')).body).toMatchObject({ locale: 'en_US', weightUnitId: 11 });
  });

  it.each(['https://evil.test/', '//evil.test', '/\\evil.test', ''])('leads home instead of to %j', async (back) => {
    const agent = await signedInAs(app, { organisationId });
    expect((await choose(agent, { back })).headers.location).toBe('/home');
  });

  it('needs the token of the form', async () => {
    const agent = await signedInAs(app, { organisationId });
    expect((await choose(agent, { locale: 'de_DE' }, 'none')).status).toBe(403);
  });
});
