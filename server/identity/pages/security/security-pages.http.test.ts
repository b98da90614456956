import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newOrganisation, signedInAs } from '../../../../tests/support/people';
import { sendForm } from '../../../../tests/support/sso-screens';
import { testApp, type TestApp } from '../../../../tests/support/test-app';
import { listAddressRules, selectAddressPolicy } from '../../policies/addresses/address.store';
import { listDomains, selectDomainPolicy } from '../../policies/email-domains/email-domain.store';
import { selectLockoutPolicy } from '../../policies/lockout/lockout-policy.store';
import { findPolicy } from '../../policies/mfa/mfa-policy.store';
import { findHistoryPolicy, policyOfTenant } from '../../policies/passwords/password-policy.store';
import { rotationOfTenant } from '../../policies/passwords/password-rotation.store';
import { selectSessionPolicy } from '../../policies/sessions/session-policy.store';
import { inLargestUnit } from './security.presentation';

let app: TestApp;
let organisationId: number;
let admin: Awaited<ReturnType<typeof signedInAs>>;
const base = '/account/security';
const lists = '/account/restrictions';

beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  organisationId = await newOrganisation(app);
  admin = await signedInAs(app, { organisationId, permissions: ['fe.*', 'EDIT_USERS'] });
});

it.each([
  [90, { amount: 2, unit: 'minutes' }],
  [60, { amount: 1, unit: 'minutes' }],
  [7200, { amount: 2, unit: 'hours' }],
  [7_776_000, { amount: 90, unit: 'days' }],
])('%i seconds are shown as %j', (seconds, shown) => expect(inLargestUnit(seconds)).toEqual(shown));

const passwords = { minLength: '14', kinds: '2', lowercase: 'on', numbers: 'on', phrases: 'on', minPhraseLength: '24' };
const sessions = {
  maxSessions: '3',
  concurrent: 'on',
  idleMinutes: '20',
  idle: 'on',
  lifetime: '2',
  lifetimeUnit: 'days',
};

describe('/account/security', () => {
  it.each([
    ['secondFactor', { enforce: 'Force', remember: 'on', rememberDays: '7' }],
    ['passwords', passwords],
    ['reuse', { reuse: 'on', historySize: '6' }],
    ['expiry', { expires: 'on', periodDays: '180', noticeDays: '10' }],
    ['lockout', { lockout: 'on', maxAttempts: '4' }],
    ['sessions', sessions],
  ])('saves %s, and shows what was saved', async (section, form) => {
    const saved = await sendForm(admin, base, { to: `${base}/${section}`, ...form });
    expect([saved.status, saved.headers.location]).toEqual([303, `${base}?done=${section}`]);
    const kept = {
      secondFactor: () => findPolicy(app.db, organisationId),
      passwords: () => policyOfTenant(app.db, organisationId),
      reuse: () => findHistoryPolicy(app.db, organisationId),
      expiry: () => rotationOfTenant(app.db, organisationId),
      lockout: () => selectLockoutPolicy(app.db, organisationId),
      sessions: () => selectSessionPolicy(app.db, organisationId),
    }[section];
    expect(await kept?.()).toMatchObject(
      {
        secondFactor: { enforce: 'Force', remembers: true, rememberSeconds: 604_800 },
        passwords: { minLength: 14, minOptionalTests: 2, lowercase: true, uppercase: false, threeRepeated: false },
        reuse: { enabled: true, historySize: 6 },
        expiry: { active: true, periodDays: 180, noticeDays: 10 },
        lockout: { enabled: true, maxAttempts: 4 },
        sessions: { maxSessions: 3, idleSeconds: 1200, idleActive: true, lifeSeconds: 172_800, lifeActive: false },
      }[section] ?? {},
    );
    const { text } = await admin.get(base);
    const last = Object.entries(form).at(-1);
    expect(text).toMatch(new RegExp(`name="${last?.[0]}"[^>]*value="${last?.[1]}"|value="${last?.[1]}" selected`));
  });

  it.each([
    ['lockout', { lockout: 'on', maxAttempts: '11' }, 'maxAttempts'],
    [
      'passwords',
      { ...passwords, kinds: '4' },
      'The number of required character types (4) is higher than the number turned on (2).',
    ],
    ['expiry', { expires: 'on', periodDays: '5', noticeDays: '9' }, 'longer than the password lifetime'],
    ['sessions', { ...sessions, idleMinutes: '' }, 'idleMinutes'],
  ])('refuses %s with %j beside what was typed, and keeps what held', async (section, form, said) => {
    const refused = await sendForm(admin, base, { to: `${base}/${section}`, ...form });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain(said in form ? `id="field-${said}-error"` : said);
    expect(
      await app.db
        .selectFrom('identity.lockout_policy')
        .selectAll()
        .where('tenant_number', '=', organisationId)
        .execute(),
    ).toEqual([]);
  });

  it('names who has no second factor, and lets nobody change it who may only read', async () => {
    const reader = await signedInAs(app, { organisationId, permissions: ['fe.secure.read.securityPolicy'] });
    const { text } = await reader.get(base);
    expect(text).toContain('2 users have no second factor:');
    expect(text).not.toContain('>Save<');
    await sendForm(reader, base, { to: `${base}/lockout`, maxAttempts: '3' });
    expect(await selectLockoutPolicy(app.db, organisationId)).toMatchObject({ maxAttempts: 10 });
    const stranger = await signedInAs(app, { organisationId });
    expect((await stranger.get(base)).text).not.toContain('second factor:');
  });
});

describe('/account/restrictions', () => {
  const send = (to: string, form: Record<string, string>) => sendForm(admin, lists, { to: `${lists}/${to}`, ...form });

  it('lists several addresses at once, shuts nobody out who asks, and removes them', async () => {
    const shutOut = await send('addresses/switch', { isActive: 'on', strategy: 'ALLOW' });
    expect([shutOut.status, shutOut.text.includes('This would block your own IP address')]).toEqual([422, true]);
    const [, own] = /blocks? your own IP address, ([^ ]+)\. Nothing/.exec(shutOut.text) ?? [];
    const all = { addresses: `${own}\n198.51.100.4, 2001:db8::/32`, list: 'ALLOW', description: 'Head office' };
    expect((await send('addresses', all)).headers.location).toBe(`${lists}?done=addressAdded`);
    expect((await send('addresses/switch', { isActive: 'on', strategy: 'ALLOW' })).status).toBe(303);
    expect(await selectAddressPolicy(app.db, organisationId)).toEqual({ isActive: true, strategy: 'ALLOW' });
    const { rules } = await listAddressRules(app.db, organisationId, { strategy: undefined, limit: 9, offset: 0 });
    const office = rules.find(({ range }) => range.startsWith('198.51.100.4'));
    expect((await send(`addresses/${office?.id}/remove`, {})).headers.location).toBe(`${lists}?done=addressRemoved`);
    expect((await admin.get(lists)).text).not.toContain('198.51.100.4');
  });

  it('adds none where one is no address, and says which', async () => {
    const refused = await send('addresses', {
      addresses: '203.0.113.1\n203.0.113.999',
      list: 'BLOCK',
      description: '',
    });
    expect([refused.status, refused.text.includes('203.0.113.999 is not an IP address')]).toEqual([422, true]);
    expect(refused.text).toContain('203.0.113.1\n203.0.113.999');
    expect((await admin.get(lists)).text).toContain('No addresses listed.');
  });

  it('keeps the rule of domains and its list', async () => {
    expect((await send('domains', { domain: 'example.org', list: 'ALLOW' })).status).toBe(303);
    expect((await send('domains', { domain: 'not a domain', list: 'ALLOW' })).status).toBe(422);
    await send('domains/switch', { active: 'on', listType: 'ALLOW', blockPublicDomains: 'on' });
    expect(await selectDomainPolicy(app.db, organisationId)).toEqual({
      active: true,
      listType: 'ALLOW',
      blockPublicDomains: true,
    });
    const [listed] = await listDomains(app.db, organisationId);
    expect((await send(`domains/${listed?.id}/remove`, {})).headers.location).toBe(`${lists}?done=domainRemoved`);
    expect(await listDomains(app.db, organisationId)).toEqual([]);
  });
});
