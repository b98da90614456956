import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  bearerOf,
  kinds,
  newToken,
  newTokenRole,
  owners,
  type TokenKind,
  type TokenOwner,
} from '../../../../tests/support/api-tokens';
import { browser, newOrganisation, signedInAs } from '../../../../tests/support/people';
import { testApp, type TestApp } from '../../../../tests/support/test-app';
import { keepPolicy } from '../../policies/mfa/mfa-policy.store';

let app: TestApp;
let organisationId: number;
let admin: Awaited<ReturnType<typeof signedInAs>>;

beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  organisationId = await newOrganisation(app);
  admin = await signedInAs(app, { organisationId, permissions: ['fe.*'] });
});

const token = async (owner: TokenOwner, kind: TokenKind) =>
  newToken(admin, {
    owner,
    kind,
    roleIds:
      owner === 'tenants'
        ? [(await newTokenRole(app, { organisationId, permissions: ['fe.secure.read.roles'] })).uuid]
        : [],
  });
const statusOf = async (bearer: string) =>
  (await browser(app).get('/identity/resources/roles/v1').set('Authorization', `Bearer ${bearer}`)).status;

describe('a forced second factor', () => {
  const says = () =>
    app.db.transaction().execute((trx) => keepPolicy(trx, organisationId, { enforce: 'Force', now: app.clock.now() }));
  const sessions = () => app.db.updateTable('identity.session').where('user_id', '=', admin.person.userId);
  const making = (owner: TokenOwner, kind: TokenKind) =>
    token(owner, kind).then(
      () => 'made',
      (error: Error) => error.message,
    );

  it.each(kinds)('spares no token of whoever forces it, made before or after, kind %s', async (kind) => {
    const made = await token('users', kind);
    const bearer = await bearerOf(app, kind, made);
    const forced = await admin
      .post('/identity/resources/configurations/v1/mfa-policy')
      .send({ enforceMFAType: 'Force' });
    expect([forced.status, (await admin.get('/rest/v1/user')).status, await statusOf(bearer)]).toEqual([200, 200, 401]);
    for (const owner of owners) expect(await making(owner, kind)).toContain('apiTokens.needsFactor');
  });

  it('spares no token of a browser that is remembered, and lets one be made with it', async () => {
    const before = await token('users', 'access');
    await app.db
      .updateTable('identity.api_token')
      .set({ factor_spared_in: [organisationId] as never })
      .where('id', '=', before.id)
      .execute();
    await says();
    await sessions()
      .set({ factor_spared_in: [organisationId] as never })
      .execute();
    expect([await statusOf(before.secret), await making('users', 'access'), await making('tenants', 'access')]).toEqual(
      [401, expect.stringContaining('needsFactor'), expect.stringContaining('needsFactor')],
    );
    await sessions()
      .set({ amr: ['pwd', 'otp', 'mfa'] })
      .execute();
    const proven = await token('users', 'access');
    expect(await statusOf(proven.secret)).toBe(200);
  });

  it('does not stop a token of the tenant, in which nobody stands', async () => {
    const made = await token('tenants', 'access');
    await says();
    expect(await statusOf(made.secret)).toBe(200);
  });
});
