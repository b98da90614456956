import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { savePasswordPolicy } from '../../../../tests/support/bearer';
import { publishedClient, type ClientBrowser } from '../../../../tests/support/counterparts/published-client';
import { newOrganisation, newPerson } from '../../../../tests/support/people';
import { testApp, type TestApp } from '../../../../tests/support/test-app';

let app: TestApp;
let client: Awaited<ReturnType<typeof publishedClient>>;
let organisationId: number;
let at: ClientBrowser;

const rights = ['fe.secure.read.securityPolicy', 'fe.secure.write.securityPolicy'] as const;
const floor = {
  allowPassphrases: true,
  minLength: 12,
  maxLength: 256,
  minPhraseLength: 20,
  minOptionalTestsToPass: 0,
  requiredTests: { checkThreeRepeatedChars: false },
  optionalTests: {
    requireLowercase: false,
    requireUppercase: false,
    requireNumbers: false,
    requireSpecialChars: false,
  },
};
/** Different from what Tare asks in each member. */
const strict = {
  allowPassphrases: false,
  minLength: 15,
  maxLength: 128,
  minPhraseLength: 30,
  minOptionalTestsToPass: 4,
  requiredTests: { checkThreeRepeatedChars: true },
  optionalTests: { requireLowercase: true, requireUppercase: true, requireNumbers: true, requireSpecialChars: true },
};

beforeAll(async () => {
  app = await testApp();
  client = await publishedClient(app);
});
afterAll(() => client.close());
beforeEach(async () => {
  organisationId = await newOrganisation(app);
  at = await signedIn({ permissions: rights });
});

async function signedIn(wish: Partial<Parameters<typeof newPerson>[1]>): Promise<ClientBrowser> {
  const here = client.browser();
  await here.signIn(await newPerson(app, { organisationId, ...wish }));
  return here;
}
const save = (body: object, here = at) => savePasswordPolicy(app, here, { path: 'password', body });
const read = (here = at) => here.run((api) => api.auth.getPasswordConfigPolicy());
const audits = () =>
  app.db
    .selectFrom('audit_log')
    .select(['severity', 'before', 'after'])
    .where('action', '=', 'passwordPolicy.changeComplexity')
    .where('organisation_id', '=', organisationId)
    .execute();

describe('what a tenant asks of passwords', () => {
  it('is saved, and told to its people before they are in and afterwards, and to no other tenant', async () => {
    expect(await read()).toEqual(floor);
    const saved = await save({ ...strict, unknown: 'of a newer release' });
    expect([saved.status, saved.body]).toEqual([200, strict]);
    expect(await read()).toEqual(strict);
    const { id: userId } = (await at.run((api) => api.auth.getMeV2())) as { id: string };
    expect(await client.browser().run((api) => api.auth.loadPasswordConfig({ userId }))).toEqual(strict);
    expect(await client.browser().run((api) => api.auth.loadPasswordConfig({ userId: randomUUID() }))).toEqual(floor);
    expect(await read(await signedIn({ organisationId: await newOrganisation(app) }))).toEqual(floor);
  });

  it('binds whoever works there for a while as long as they do, by the clock of the request', async () => {
    await save(strict);
    const { userId } = await newPerson(app, { organisationId });
    const told = async (days: number) => {
      const endsAt = new Date(app.clock.now().getTime() + days * 86_400_000);
      await app.db.updateTable('identity.membership').set({ ends_at: endsAt }).where('user_id', '=', userId).execute();
      const { uuid } = await app.db
        .selectFrom('identity.user')
        .select('uuid')
        .where('id', '=', userId)
        .executeTakeFirstOrThrow();
      return client.browser().run((api) => api.auth.loadPasswordConfig({ userId: uuid }));
    };
    expect([await told(1), await told(-1)]).toEqual([strict, floor]);
  });

  it('stays where nothing is said of it', async () => {
    await save(strict);
    await save({ minLength: 16, optionalTests: {}, requiredTests: null, maxLength: undefined });
    expect(await read()).toEqual({ ...strict, minLength: 16 });
    await save(floor);
    expect(await read()).toEqual(floor);
  });

  it.each([
    ['a shorter password than Tare', { minLength: 11 }],
    ['more than everybody can type', { minLength: 129 }],
    ['a part of a sign', { minLength: 13.5 }],
    ['a short password', { maxLength: 127 }],
    ['a longer one than is read', { maxLength: 257 }],
    ['a phrase that is shorter than a password', { minPhraseLength: 11 }],
    ['a phrase that fits nowhere', { minPhraseLength: 129 }],
    ['more kinds than there are', { minOptionalTestsToPass: 5, optionalTests: strict.optionalTests }],
    ['fewer than none', { minOptionalTestsToPass: -1 }],
    ['words for yes', { allowPassphrases: 'yes' }],
  ])('is never %s', async (_what, body) => {
    const {
      status,
      body: { errors },
    } = await save(body);
    expect([status, errors]).toEqual([400, [expect.any(String)]]);
    expect([await read(), await audits()]).toEqual([floor, []]);
  });

  it.each([
    [
      'more kinds of signs than are counted',
      { minOptionalTestsToPass: 3, optionalTests: { requireLowercase: true, requireNumbers: true } },
      'The number of required character types (3) is higher than the number turned on (2).',
    ],
    [
      'kinds where none is counted',
      { minOptionalTestsToPass: 1 },
      'The number of required character types (1) is higher than the number turned on (0).',
    ],
  ])('is nothing that no password could be: %s', async (_what, body, message) => {
    const refused = await save(body);
    expect([refused.status, refused.body.errors]).toEqual([400, [message]]);
    expect(await read()).toEqual(floor);
  });

  it('cannot become that by a kind that is no longer counted', async () => {
    await save(strict);
    expect((await save({ optionalTests: { requireNumbers: false } })).body.errors).toEqual([
      'The number of required character types (4) is higher than the number turned on (3).',
    ]);
    expect(await read()).toEqual(strict);
  });

  it('is for whoever looks after the security of the whole tenant to say, and is audited', async () => {
    const [reader, narrow] = [
      await signedIn({ permissions: ['fe.secure.read.securityPolicy'] }),
      await signedIn({ permissions: rights, restricted: true }),
    ];
    expect([
      (await save(strict, reader)).status,
      (await save(strict, narrow)).status,
      (await save(strict, client.browser())).status,
    ]).toEqual([403, 403, 401]);
    expect([await read(), await audits()]).toEqual([floor, []]);
    await save({ minLength: 14 });
    expect(await audits()).toEqual([
      {
        severity: 'warning',
        before: expect.objectContaining({ minLength: 12 }),
        after: expect.objectContaining({ minLength: 14 }),
      },
    ]);
  });

  it('is the tenant’s own to say, as the installation tells', async () => {
    expect(await at.run((api) => api.auth.getGlobalSecurityPolicy())).toMatchObject({
      allowOverridePasswordComplexity: true,
      allowOverridePasswordExpiration: true,
      allowOverrideEnforcePasswordHistory: true,
    });
  });
});
