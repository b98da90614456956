import { permissionView, roleView } from '../roles/role.presentation';
import type { KnownPermission, ProfileRole } from '../roles/role.store';
import type { OwnTenant, Profile } from './profile.store';

export const tenantView = (tenant: OwnTenant, vendorId: string) => ({
  id: tenant.id,
  tenantId: tenant.id,
  vendorId,
  name: tenant.name,
  ...(tenant.alias !== null && { alias: tenant.alias }),
  deletedAt: null,
  metadata: '{}',
  isReseller: tenant.isReseller,
  createdAt: tenant.createdAt.toISOString(),
  updatedAt: tenant.createdAt.toISOString(),
});

export interface ProfileParts {
  profile: Profile;
  tenants: readonly OwnTenant[];
  roles: ReadonlyMap<string, ProfileRole[]>;
  permissions: readonly KnownPermission[];
  /** The public id of the tenant that is acted in. */
  tenantId: string;
  publicUrl: string;
  vendorId: string;
}

export const picturePath = '/identity/resources/users/pictures/v1';

/** Absolute, as the published clients read it. */
export const pictureUrl = (publicUrl: string, pictureId: string) => `${publicUrl}${picturePath}/${pictureId}`;

/** Somebody's whole profile. What is not known is left out: a null would hide a claim of the token. */
export function profileView({ profile, tenants, roles, permissions, tenantId, publicUrl, vendorId }: ProfileParts) {
  const here = roles.get(tenantId) ?? [];
  return {
    id: profile.id,
    sub: profile.id,
    email: profile.email,
    name: profile.name,
    verified: profile.verified,
    mfaEnrolled: profile.mfaEnrolled,
    provider: profile.ssoUser ? 'saml' : 'local',
    tenantId,
    tenantIds: tenants.map(({ id }) => id),
    activatedForTenant: true,
    isLocked: profile.isLocked,
    tenants: tenants.map(({ id }) => ({
      tenantId: id,
      roles: (roles.get(id) ?? []).map((role) => roleView(role, vendorId)),
    })),
    roles: here.map((role) => roleView(role, vendorId)),
    roleIds: here.map(({ id }) => id),
    permissions: permissionsOf(permissions, here),
    metadata: profile.metadata,
    createdAt: profile.createdAt.toISOString(),
    ...(profile.phone ? { phoneNumber: profile.phone } : {}),
    ...(profile.pictureId ? { profilePictureUrl: pictureUrl(publicUrl, profile.pictureId) } : {}),
    ...(profile.lastLogin ? { lastLogin: profile.lastLogin.toISOString() } : {}),
  };
}

export const permissionsOf = (permissions: readonly KnownPermission[], roles: readonly ProfileRole[]) =>
  permissions.map((permission) =>
    permissionView(
      permission,
      roles.filter((role) => role.permissions.includes(permission.key)).map(({ id }) => id),
    ),
  );
