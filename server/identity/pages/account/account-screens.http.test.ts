import sharp from 'sharp';
import type { Agent } from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import { withOwnClock, type ClockedApp } from '../../../../tests/support/other-app';
import { newOrganisation, password, signedInAs, signIn, tokenOf, type Person } from '../../../../tests/support/people';
import { sentCode } from '../../../../tests/support/second-factor';
import { testApp, testNow } from '../../../../tests/support/test-app';
import { findVerifiedPhone } from '../../core/phone-numbers/phone-number.store';

let app: ClockedApp;
let organisationId: number;

beforeAll(async () => {
  app = withOwnClock(await testApp());
  organisationId = await newOrganisation(app, { name: 'Account Catering' });
});

type SignedIn = Agent & { person: Person };

const after = (seconds: number) => app.clock.set(new Date(Date.parse(testNow) + seconds * 1000));
function somebody(): Promise<SignedIn> {
  app.clock.set(testNow);
  return signedInAs(app, { organisationId });
}

/** A form of a page, as a browser without scripts sends it. */
async function send(agent: Agent, path: string, fields: Record<string, string> = {}) {
  const { text } = await agent.get('/account/password');
  return agent
    .post(path)
    .type('form')
    .send({ _csrf: tokenOf(text), ...fields });
}

const valueOf = (html: string, name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(html)?.[1] ?? '';
const isIn = async (agent: Agent) => (await agent.get('/rest/v1/user')).status === 200;
let numbers = 0;
const nextPhone = () => `+1510555${String(1000 + (numbers += 1))}`;

describe('the screens of the account', () => {
  it.each([
    ['profile', 'Profile'],
    ['password', 'Password'],
    ['second-factors', 'Two-step verification'],
    ['passkeys', 'Passkeys'],
    ['sessions', 'Sessions'],
    ['phone-numbers', 'Phone numbers'],
  ])('%s stands in the list of all', async (path, title) => {
    const agent = await somebody();
    const { status, text } = await agent.get(`/account/${path}`);
    expect([
      status,
      text.match(/<h1[^>]*>([^<]*)/)?.[1],
      text.match(/<a href="([^"]*)" aria-current="page"/)?.[1],
    ]).toEqual([200, title, `/account/${path}`]);
  });

  it('are reached from the menu of the account, on any page', async () => {
    const agent = await somebody();
    expect((await agent.get('/home')).text).toContain('href="/account/profile"');
    expect((await agent.get('/account')).headers.location).toBe('/home');
  });
});

describe('the profile', () => {
  it('changes name and language, and says so in the new one', async () => {
    const agent = await somebody();
    const saved = await send(agent, '/account/profile', { name: ' Nina Holm ', locale: 'de_DE' });
    expect([saved.status, saved.headers.location]).toEqual([303, '/account/profile?done=saved']);
    const { text } = await agent.get(saved.headers.location ?? '');
    expect(text).toContain('Profil gespeichert.');
    expect(text).toContain('value="Nina Holm"');
    const audited = await app.db
      .selectFrom('audit_log')
      .select('after')
      .where('user_id', '=', agent.person.userId)
      .where('action', '=', 'user.changeProfile')
      .execute();
    expect(audited).toEqual([{ after: { name: 'Nina Holm', locale: 'de_DE' } }]);
  });

  it.each([[''], ['x'.repeat(201)]])('keeps what was typed where a name is refused', async (name) => {
    const agent = await somebody();
    const refused = await send(agent, '/account/profile', { name, locale: 'en_US' });
    expect([
      refused.status,
      refused.text.includes('aria-invalid="true"'),
      refused.text.includes(`value="${name}"`),
    ]).toEqual([422, true, true]);
  });

  it('shows the picture that was sent, and lets it go', async () => {
    const agent = await somebody();
    const picture = await sharp({ create: { width: 300, height: 200, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const upload = async (content: Buffer) => {
      const token = tokenOf((await agent.get('/account/profile')).text);
      return agent.post('/account/profile/picture').field('_csrf', token).attach('image', content, 'me.png');
    };
    expect((await upload(picture)).headers.location).toBe('/account/profile?done=picture');
    const shown =
      (await agent.get('/account/profile')).text.match(
        /src="(\/identity\/resources\/users\/pictures\/v1\/[^"]+)"/,
      )?.[1] ?? '';
    expect((await agent.get(shown)).type).toBe('image/webp');
    const refused = await upload(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
    expect([refused.status, refused.text.includes('This picture cannot be used')]).toEqual([422, true]);
    expect((await send(agent, '/account/profile/picture/remove')).headers.location).toBe(
      '/account/profile?done=noPicture',
    );
    expect((await agent.get(shown)).status).toBe(404);
  });
});

describe('a picture that is too large', () => {
  it('is said beside its field, on the page that it was sent from', async () => {
    const agent = await somebody();
    const token = tokenOf((await agent.get('/account/profile')).text);
    const { status, text } = await agent
      .post('/account/profile/picture')
      .field('_csrf', token)
      .attach('image', Buffer.alloc(5 * 1024 * 1024 + 1), 'me.png');
    expect([status, text.match(/<h1[^>]*>([^<]*)/)?.[1]]).toEqual([413, 'Profile']);
    expect(text).toMatch(
      /id="image-error"[^>]*>(<svg.*?<\/svg>)?This picture is larger than 5 MB\. Choose a smaller one\./,
    );
    expect(text).toMatch(/id="field-image"[^>]*aria-invalid="true"/);
    expect(text).toContain(
      `value="${(await app.db.selectFrom('identity.user').select('full_name').where('id', '=', agent.person.userId).executeTakeFirstOrThrow()).full_name}"`,
    );
    expect((await agent.get('/account/profile/picture')).headers.location).toBe('/account/profile');
  });
});

describe('the password', () => {
  const wanted = 'seven lamps under the bridge';
  const change = (agent: Agent, fields: Record<string, string> = {}) =>
    send(agent, '/account/password', { password, newPassword: wanted, repeatPassword: wanted, ...fields });

  it('is changed, ends every other session, and gives this one a new id', async () => {
    const agent = await somebody();
    const elsewhere = await signIn(app, agent.person.login);
    const changed = await change(agent);
    expect([changed.status, changed.headers.location]).toEqual([303, '/account/password?done=changed']);
    expect([changed.headers['set-cookie']].flat().join()).toContain('tare-session=');
    expect([await isIn(agent), await isIn(elsewhere)]).toEqual([true, false]);
    expect((await agent.get('/account/password?done=changed')).text).toContain('Password changed.');
    await expect(signIn(app, agent.person.login)).rejects.toThrow('422');
  });

  it.each<[string, Record<string, string>, string]>([
    ['a wrong one of now', { password: 'not this one at all' }, 'Your current password is incorrect.'],
    ['two that differ', { repeatPassword: 'something else entirely' }, 'The passwords do not match.'],
    ['the one of before', { newPassword: password, repeatPassword: password }, 'This is your current password.'],
    [
      'one that is easy to guess',
      { newPassword: 'passwordpassword', repeatPassword: 'passwordpassword' },
      'too easy to guess',
    ],
    ['one that is short', { newPassword: 'short', repeatPassword: 'short' }, '12 '],
  ])('refuses %s beside its field', async (_what, fields, said) => {
    const agent = await somebody();
    const { status, text } = await change(agent, fields);
    expect([status, text.match(/aria-invalid="true"/g)?.length, text.includes(said)]).toEqual([422, 1, true]);
    expect(await signIn(app, agent.person.login)).toBeDefined();
  });

  it('tells what the organization asks', async () => {
    const id = await newOrganisation(app);
    await app.db
      .insertInto('identity.password_history_policy')
      .values({
        tenant_number: id,
        enabled: true,
        history_size: 4,
        created_at: app.clock.now(),
        updated_at: app.clock.now(),
      })
      .execute();
    const agent = await signedInAs(app, { organisationId: id });
    expect((await agent.get('/account/password')).text).toContain('Different from your last 4 passwords.');
  });
});

describe('the sessions', () => {
  // ASVS V7.5.1/2
  it('show where somebody is signed in, and end one of them', async () => {
    const agent = await somebody();
    const elsewhere = await signIn(app, agent.person.login);
    const { text } = await agent.get('/account/sessions');
    expect([
      text.match(/This browser/g)?.length,
      text.match(/\/account\/sessions\/[\da-f-]{36}\/end/g)?.length,
    ]).toEqual([1, 1]);
    const end = text.match(/\/account\/sessions\/[\da-f-]{36}\/end/)?.[0] ?? '';
    expect((await send(agent, end)).headers.location).toBe('/account/sessions?done=ended');
    expect([await isIn(agent), await isIn(elsewhere)]).toEqual([true, false]);
    expect((await send(agent, end)).status).toBe(404);
  });

  it('are all shown, however many there are and whatever they call themselves', async () => {
    const agent = await somebody();
    const { tenant_number } = await app.db
      .selectFrom('identity.session')
      .select('tenant_number')
      .where('user_id', '=', agent.person.userId)
      .executeTakeFirstOrThrow();
    const at = {
      user_id: agent.person.userId,
      tenant_number,
      created_at: app.clock.now(),
      last_used_at: app.clock.now(),
      authenticated_at: app.clock.now(),
      expires_at: new Date(app.clock.now().getTime() + 60_000),
      idle_seconds: 3600,
      ip: '10.0.0.1',
    };
    await app.db
      .insertInto('identity.session')
      .values(Array.from({ length: 200 }, (_, number) => ({ ...at, user_agent: `${'Kitchen'.repeat(40)}/${number}` })))
      .execute();
    const { status, text } = await agent.get('/account/sessions');
    expect([
      status,
      text.match(/\/account\/sessions\/[\da-f-]{36}\/end"/g)?.length,
      text.includes('You are signed in here and in 200 other places.'),
    ]).toEqual([200, 200, true]);
  });

  it('end all but this one', async () => {
    const agent = await somebody();
    const others = [await signIn(app, agent.person.login), await signIn(app, agent.person.login)];
    expect((await send(agent, '/account/sessions/end-others')).headers.location).toBe('/account/sessions?done=others');
    expect([await isIn(agent), ...(await Promise.all(others.map(isIn)))]).toEqual([true, false, false]);
  });

  it('of somebody else do not end', async () => {
    const [agent, other] = [await somebody(), await somebody()];
    const { id } = await app.db
      .selectFrom('identity.session')
      .select('id')
      .where('user_id', '=', other.person.userId)
      .executeTakeFirstOrThrow();
    expect([(await send(agent, `/account/sessions/${id}/end`)).status, await isIn(other)]).toEqual([404, true]);
  });
});

describe('the phone numbers', () => {
  it('take a number by its code, and let it go by another', async () => {
    const agent = await somebody();
    const phone = nextPhone();
    const asked = await send(agent, '/account/phone-numbers', { phoneNumber: phone });
    expect([asked.status, asked.text.includes(`We sent a code to ${phone}.`)]).toEqual([200, true]);
    const given = { otcToken: valueOf(asked.text, 'otcToken'), phoneId: valueOf(asked.text, 'phoneId') };
    const wrong = await send(agent, '/account/phone-numbers/verify', { ...given, code: '000 00x' });
    expect([wrong.status, wrong.text.includes('The code is incorrect.'), valueOf(wrong.text, 'otcToken')]).toEqual([
      422,
      true,
      given.otcToken,
    ]);
    const right = await send(agent, '/account/phone-numbers/verify', { ...given, code: await sentCode(app, phone) });
    expect([right.headers.location, await findVerifiedPhone(app.db, agent.person.userId)]).toEqual([
      '/account/phone-numbers?done=verified',
      phone,
    ]);
    after(5);
    const removing = await send(agent, `/account/phone-numbers/${given.phoneId}/remove`, { way: 'mail' });
    expect(removing.text).toContain(agent.person.login);
    const code = {
      otcToken: valueOf(removing.text, 'otcToken'),
      way: 'mail',
      code: await sentCode(app, agent.person.login),
    };
    expect(
      (await send(agent, `/account/phone-numbers/${given.phoneId}/remove/verify`, { ...code, code: '1' })).text,
    ).toContain('The code is incorrect.');
    expect((await send(agent, `/account/phone-numbers/${given.phoneId}/remove/verify`, code)).headers.location).toBe(
      '/account/phone-numbers?done=removed',
    );
    expect(await findVerifiedPhone(app.db, agent.person.userId)).toBeNull();
  });

  it('ask for a number that is one, and keep what was typed', async () => {
    const agent = await somebody();
    const { status, text } = await send(agent, '/account/phone-numbers', { phoneNumber: '0123' });
    expect([
      status,
      text.includes('Include the country code, such as +1 212 555 0123'),
      text.includes('value="0123"'),
    ]).toEqual([422, true, true]);
  });
});
