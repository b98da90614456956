import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishedClient, refusal, type ClientBrowser } from '../../../../tests/support/counterparts/published-client';
import { withOwnClock, type ClockedApp } from '../../../../tests/support/other-app';
import { newOrganisation, newPerson, unique } from '../../../../tests/support/people';
import { testApp, testNow } from '../../../../tests/support/test-app';
import type { Permission } from '../../../platform/permissions';

let app: ClockedApp;
let client: Awaited<ReturnType<typeof publishedClient>>;

beforeAll(async () => {
  app = withOwnClock(await testApp());
  client = await publishedClient(app);
});
afterAll(() => client.close());

const after = (minutes: number) => app.clock.set(new Date(Date.parse(testNow) + minutes * 60_000));
const verify = (token: string) =>
  client.browser().run((api) => api.auth.verifyInviteToken({ token })) as unknown as Promise<{ name: string }>;

async function tenant() {
  app.clock.set(testNow);
  const name = unique('Kitchens');
  const organisationId = await newOrganisation(app, { name });
  const signedIn = async (permissions: readonly Permission[]): Promise<ClientBrowser> => {
    const at = client.browser();
    await at.signIn(await newPerson(app, { organisationId, permissions }));
    return at;
  };
  const admin = await signedIn(['fe.*', 'EDIT_USERS']);
  const role = async (permissions: string[]) =>
    (
      await admin.run((api) =>
        api.roles.addRole({
          key: unique('r'),
          name: 'Invited',
          description: '',
          isDefault: false,
          level: 0,
          permissions,
        }),
      )
    ).id;
  return { name, organisationId, signedIn, admin, role };
}

describe('an invite link', () => {
  it('is good for thirty days and names its tenant', async () => {
    const { name, admin, role } = await tenant();
    const roleId = await role(['fe.secure.read.users']);
    const link = await admin.run((api) => api.teams.createInviteUserLink({ roleIds: [roleId] } as never));
    expect(link).toMatchObject({
      roleIds: [roleId],
      expires: new Date(Date.parse(testNow) + 43_200 * 60_000).toISOString(),
      token: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(await verify(link.token)).toEqual({ name });
    after(43_199);
    expect(await verify(link.token)).toEqual({ name });
    after(43_200);
    expect(await refusal(verify(link.token))).toMatchObject({ statusCode: 404 });
    expect(await refusal(verify('x'.repeat(43)))).toEqual(await refusal(verify(link.token)));
  });

  it('is shown again, and kept where nobody can read it', async () => {
    const { admin, organisationId } = await tenant();
    const link = await admin.run((api) => api.teams.createInviteUserLink({} as never));
    expect(await admin.run((api) => api.teams.getInviteUserLink())).toEqual(link);
    const kept = await app.db
      .selectFrom('identity.invite_link')
      .select(['token_hash', 'sealed_token'])
      .where('tenant_number', '=', organisationId)
      .executeTakeFirstOrThrow();
    for (const bytes of Object.values(kept)) expect(Buffer.from(bytes).includes(link.token)).toBe(false);
  });

  it('ends when it is revoked or another one is made', async () => {
    const { name, admin } = await tenant();
    const first = await admin.run((api) => api.teams.createInviteUserLink({} as never));
    const second = await admin.run((api) => api.teams.createInviteUserLink({} as never));
    expect([(await refusal(verify(first.token))).statusCode, await verify(second.token)]).toEqual([404, { name }]);
    await admin.run((api) => api.teams.deleteInviteUserLink());
    expect(await refusal(verify(second.token))).toMatchObject({ statusCode: 404 });
    expect(await refusal(admin.run((api) => api.teams.getInviteUserLink()))).toMatchObject({ statusCode: 404 });
  });

  it('keeps its token when its end and its roles change, and loses a role with it', async () => {
    const { admin, role } = await tenant();
    const [first, second] = [await role([]), await role(['fe.secure.read.users'])];
    const link = await admin.run((api) => api.teams.createInviteUserLink({ roleIds: [first] } as never));
    const changed = await admin.run((api) =>
      api.teams.updateInviteUserLink({ expiresInMinutes: 10, roleIds: [first, second] } as never),
    );
    expect(changed).toMatchObject({
      token: link.token,
      roleIds: [first, second],
      expires: new Date(Date.parse(testNow) + 600_000).toISOString(),
    });
    await admin.run((api) => api.roles.deleteRole({ roleId: second }));
    expect(await admin.run((api) => api.teams.getInviteUserLink())).toMatchObject({ roleIds: [first] });
  });

  it('leads nowhere while its tenant is suspended', async () => {
    const { admin, organisationId } = await tenant();
    const { token } = await admin.run((api) => api.teams.createInviteUserLink({} as never));
    await app.db
      .updateTable('identity.tenant')
      .set({ status: 'SUSPENDED' })
      .where('number', '=', organisationId)
      .execute();
    expect(await refusal(verify(token))).toMatchObject({ statusCode: 404 });
  });

  it('gives nothing beyond the rights of who makes or lengthens it, nor another tenant’s roles', async () => {
    const { admin, signedIn, role } = await tenant();
    const at = await signedIn(['fe.secure.*']);
    const rich = await role(['EDIT_USERS']);
    expect(await refusal(at.run((api) => api.teams.createInviteUserLink({ roleIds: [rich] } as never)))).toMatchObject({
      statusCode: 403,
    });
    await admin.run((api) => api.teams.createInviteUserLink({ roleIds: [rich] } as never));
    expect(
      await refusal(at.run((api) => api.teams.updateInviteUserLink({ expiresInMinutes: 100_000 } as never))),
    ).toMatchObject({ statusCode: 403 });
    expect(await refusal(at.run((api) => api.teams.getInviteUserLink()))).toMatchObject({ statusCode: 403 });
    expect(await admin.run((api) => api.teams.getInviteUserLink())).toMatchObject({ roleIds: [rich] });
    const foreign = await (await tenant()).role([]);
    expect(
      await refusal(admin.run((api) => api.teams.createInviteUserLink({ roleIds: [foreign] } as never))),
    ).toMatchObject({ statusCode: 404 });
    const reader = await signedIn(['fe.secure.read.*']);
    expect(await refusal(reader.run((api) => api.teams.getInviteUserLink()))).toMatchObject({ statusCode: 403 });
    expect(await reader.run((api) => api.teams.getInviteLinkConfiguration())).toEqual({
      tenantInvitationsAllowed: true,
      emailsEnabled: false,
    });
  });
});
