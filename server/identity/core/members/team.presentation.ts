import { roleView } from '../roles/role.presentation';
import type { TenantRole } from '../roles/role.store';
import type { GivenRole, TeamMember } from './team.store';

interface Around {
  vendorId: string;
  /** Every role that one of the people may hold. */
  roles: ReadonlyMap<string, TenantRole>;
  given: readonly GivenRole[];
}

/** Somebody as lists of people show them: the roles are those that they were given themselves. */
export function teamMemberView(
  {
    userId,
    tenantId,
    tenantIds,
    activeIn,
    endsAt,
    disabled,
    awaitsAnswer: _,
    ssoUser,
    managed,
    made,
    createdAt,
    lastLogin,
    ...member
  }: TeamMember,
  { vendorId, roles, given }: Around,
) {
  const rolesIn = (wanted: string) =>
    given
      .filter((one) => one.userId === userId && one.tenantId === wanted)
      .flatMap(({ roleId }) => roles.get(roleId) ?? [])
      .map((role) => roleView(role, vendorId));
  const here = rolesIn(tenantId);
  return {
    ...member,
    sub: member.id,
    tenantId,
    tenantIds,
    vendorId,
    roles: here,
    roleIds: here.map(({ id }) => id),
    permissions: [],
    tenants: tenantIds.map((id) => ({ tenantId: id, roles: rolesIn(id) })),
    activatedForTenant: member.verified,
    provider: made ? 'scim2' : ssoUser ? 'saml' : 'local',
    managedBy: managed ? 'scim2' : 'frontegg',
    isDisabled: disabled,
    metadata: '{}',
    profilePictureUrl: null,
    createdAt: createdAt.toISOString(),
    ...(lastLogin ? { lastLogin: lastLogin.toISOString() } : {}),
    ...(endsAt ? { temporaryExpirationDate: endsAt.toISOString() } : {}),
  };
}
