import type { Permission } from '../../server/platform/permissions';
import type { ClientBrowser, publishedClient } from './counterparts/published-client';
import { newOrganisation, newPerson, unique } from './people';
import type { TestApp } from './test-app';

export interface InvitingTenant {
  name: string;
  organisationId: number;
  /** Its administrator. */
  admin: ClientBrowser;
  signedIn(permissions: readonly Permission[]): Promise<ClientBrowser>;
  /** A role of its own. @returns the public id */
  role(permissions: readonly string[]): Promise<string>;
  /** @returns the token of a new link */
  link(wish?: { roleIds?: string[]; maxUses?: number; expiresInMinutes?: number }): Promise<string>;
}

/** A tenant whose administrator invites people by links. */
export async function invitingTenant(
  app: TestApp,
  client: Awaited<ReturnType<typeof publishedClient>>,
): Promise<InvitingTenant> {
  const name = unique('Kitchens');
  const organisationId = await newOrganisation(app, { name });
  const signedIn = async (permissions: readonly Permission[]): Promise<ClientBrowser> => {
    const at = client.browser();
    await at.signIn(await newPerson(app, { organisationId, permissions }));
    return at;
  };
  const admin = await signedIn(['fe.*', 'EDIT_USERS']);
  return {
    name,
    organisationId,
    signedIn,
    admin,
    role: async (permissions) =>
      (
        await admin.run((api) =>
          api.roles.addRole({
            key: unique('r'),
            name: 'Invited',
            description: '',
            isDefault: false,
            level: 0,
            permissions: [...permissions],
          }),
        )
      ).id,
    link: async (wish = {}) => (await admin.run((api) => api.teams.createInviteUserLink(wish as never))).token,
  };
}

/** How somebody stands in a tenant, with the public ids of the roles that they were given there; null where they are none of its people. */
export async function standingIn(
  { db }: TestApp,
  organisationId: number,
  userId: number,
): Promise<{ status: string; roles: string[] } | null> {
  const member = await db
    .selectFrom('identity.membership')
    .select('status')
    .where('tenant_number', '=', organisationId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!member) return null;
  const roles = await db
    .selectFrom('identity.membership_role as m')
    .innerJoin('identity.role as r', 'r.id', 'm.role_id')
    .select('r.uuid')
    .where('m.tenant_number', '=', organisationId)
    .where('m.user_id', '=', userId)
    .orderBy('r.id')
    .execute();
  return { status: member.status, roles: roles.map(({ uuid }) => uuid) };
}
