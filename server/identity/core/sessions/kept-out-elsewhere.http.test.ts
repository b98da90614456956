import { beforeEach, describe, expect, it } from 'vitest';
import { bearerOf, newToken } from '../../../../tests/support/api-tokens';
import { browser, joinOrganisation, newOrganisation, nextAddress, signedInAs } from '../../../../tests/support/people';
import { testApp } from '../../../../tests/support/test-app';
import { internalOrganisation } from '../../../platform/actor';

const app = await testApp();
const at = app.clock.now();
const permissions = ['EDIT_SITES'] as const;

const forces = (tenant: number) =>
  app.db
    .insertInto('identity.mfa_policy')
    .values({ tenant_number: tenant, enforce: 'Force', remembers: true, created_at: at, updated_at: at })
    .execute();
async function keepsOut(tenant: number): Promise<void> {
  await app.db
    .insertInto('identity.address_policy')
    .values({ tenant_number: tenant, is_active: true, strategy: 'ALLOW', updated_at: at })
    .execute();
  await app.db
    .insertInto('identity.address_rule')
    .values({
      tenant_number: tenant,
      range: '192.0.2.1',
      strategy: 'ALLOW',
      is_active: true,
      description: '',
      created_at: at,
      updated_at: at,
    })
    .execute();
}
const rules = [
  ['forces a second factor', forces],
  ['keeps the address out', keepsOut],
] as const;

describe('whoever acts in another organization that they belong to', () => {
  let [home, there, below] = [0, 0, 0];
  let person: Awaited<ReturnType<typeof signedInAs>>;
  let staff: typeof person;
  let token: string;
  beforeEach(async () => {
    home = await newOrganisation(app);
    there = await newOrganisation(app);
    below = await newOrganisation(app, { parentId: there });
    person = await signedInAs(app, { organisationId: home, permissions });
    await joinOrganisation(app, person.person, { organisationId: there, permissions });
    staff = await signedInAs(app, { organisationId: internalOrganisation, permissions });
    token = await bearerOf(app, 'api', await newToken(person, { owner: 'users', kind: 'api', roleIds: [] }));
  });

  const statuses = async (path: string) => {
    const byToken = browser(app)
      .get(path)
      .set('Authorization', `Bearer ${token}`)
      .set('X-Forwarded-For', nextAddress());
    return {
      session: (await person.get(path)).status,
      token: (await byToken).status,
      staff: (await staff.get(path)).status,
    };
  };
  const sites = (organisationId: number) => `/rest/v1/sites/overview?organisationId=${organisationId}`;

  it.each(rules)('is held to its rules where it %s, there and below it', async (_name, rule) => {
    for (const place of [there, below])
      expect(await statuses(sites(place))).toEqual({ session: 200, token: 200, staff: 200 });
    await rule(there);
    for (const place of [there, below])
      expect(await statuses(sites(place))).toEqual({ session: 409, token: 409, staff: 200 });
    expect(
      (await person.post('/rest/v1/locations').send({ organisationId: there, siteId: 1, locationName: 'Kitchen' }))
        .status,
    ).toBe(409);
    expect((await person.get(sites(home))).status).toBe(200);
  });
});
