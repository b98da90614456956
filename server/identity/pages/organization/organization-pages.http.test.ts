import sharp from 'sharp';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { addSite } from '../../../../tests/support/factories';
import { newOrganisation, signedInAs, tokenOf } from '../../../../tests/support/people';
import { sendForm } from '../../../../tests/support/sso-screens';
import { testApp, type TestApp } from '../../../../tests/support/test-app';

let app: TestApp;
let organisationId: number;
let admin: Awaited<ReturnType<typeof signedInAs>>;
const path = '/account/organization';
const empty = {
  name: 'Kitchens of the North',
  address: '',
  website: '',
  applicationUrl: '',
  timezone: '',
  currency: '',
  dateFormat: '',
  timeFormat: '',
};

beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  organisationId = await newOrganisation(app);
  admin = await signedInAs(app, { organisationId, permissions: ['fe.account-settings.*'] });
});

const stored = () =>
  app.db
    .selectFrom('identity.tenant_settings')
    .selectAll()
    .where('tenant_number', '=', organisationId)
    .executeTakeFirst();

it('saves what is typed and chosen, and forgets what is emptied', async () => {
  const form = {
    ...empty,
    address: '1 High <Street>',
    website: 'https://kitchen.example',
    timezone: 'Europe/Berlin',
    currency: 'EUR',
    dateFormat: 'DD.MM.YYYY',
    timeFormat: 'HH:mm',
  };
  expect((await sendForm(admin, path, form)).headers.location).toBe(`${path}?done=saved`);
  expect((await admin.get(path)).text).toContain('1 High &lt;Street&gt;');
  await sendForm(admin, path, { ...form, address: '' });
  const named = app.db.selectFrom('organisation_directory').select('name').where('id', '=', organisationId);
  expect(await named.executeTakeFirst()).toEqual({ name: empty.name });
  expect(await stored()).toMatchObject({ address: null, website: form.website, timezone: form.timezone });
});

it('writes days and hours in the chosen forms from then on, and in no other organization', async () => {
  const reader = await signedInAs(app, { organisationId, permissions: ['fe.*'] });
  const log = '/account/audits';
  const written = /\d\d\.\d\d\.\d{4}, \d\d:\d\d [AP]M/;
  expect((await reader.get(log)).text).not.toMatch(written);
  await sendForm(admin, path, { ...empty, dateFormat: 'DD.MM.YYYY', timeFormat: 'hh:mm A' });
  expect((await reader.get(log)).text).toMatch(written);
  const elsewhere = await signedInAs(app, { organisationId: await newOrganisation(app), permissions: ['fe.*'] });
  expect((await elsewhere.get(log)).text).not.toMatch(written);
});

it.each([
  ['website', 'javascript:alert(1)', 'Enter a URL that starts with https://'],
  ['timezone', 'Mars/Olympus', 'Choose one of the options.'],
  ['currency', 'XXQ', 'Choose one of the options.'],
  ['dateFormat', 'whenever', 'Choose one of the options.'],
])('refuses as %s: %s', async (field, value, said) => {
  const refused = await sendForm(admin, path, { ...empty, address: 'typed before', [field]: value });
  expect(refused.status).toBe(422);
  expect([refused.text.includes(said), refused.text.includes('typed before')]).toEqual([true, true]);
  expect(await stored()).toBeUndefined();
});

it('keeps what another application has chosen, though the form does not offer it', async () => {
  await app.db
    .insertInto('identity.tenant_settings')
    .values({ tenant_number: organisationId, date_format: 'D MMM', updated_at: app.clock.now() })
    .execute();
  expect((await sendForm(admin, path, { ...empty, dateFormat: 'D MMM' })).status).toBe(303);
  expect(await stored()).toMatchObject({ date_format: 'D MMM' });
});

it('makes a logo anew from a picture, shows it, and removes it', async () => {
  const send = async (content: Buffer) => {
    const token = tokenOf((await admin.get(path)).text);
    return admin.post(`${path}/logo`).field('_csrf', token).attach('image', content, 'logo.png');
  };
  const refused = await send(Buffer.from('<svg onload="alert(1)"/>'));
  expect([refused.status, refused.text.includes('This picture cannot be used')]).toEqual([422, true]);
  const wide = sharp({ create: { width: 900, height: 300, channels: 3, background: '#247' } });
  expect((await send(await wide.png().toBuffer())).headers.location).toBe(`${path}?done=logo`);
  expect((await admin.get(path)).text).toContain('src="data:image/webp;base64,');
  expect((await sendForm(admin, path, { to: `${path}/logo/remove` })).headers.location).toBe(`${path}?done=noLogo`);
  expect(await stored()).toMatchObject({ logo: null });
});

it.each([
  ['may only read', async () => signedInAs(app, { organisationId, permissions: ['fe.account-settings.read.app'] })],
  [
    'is limited to sites',
    async () =>
      signedInAs(app, {
        organisationId,
        permissions: ['fe.account-settings.*'],
        sites: [await addSite(app, { organisationId })],
      }),
  ],
])('offers whoever %s nothing to save', async (_who, person) => {
  const { text } = await (await person()).get(path);
  expect([text.includes('but not change them'), text.includes('Upload logo')]).toEqual([true, false]);
});
