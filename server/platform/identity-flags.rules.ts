/** Settings that the published front end reads by these names. */
export const identityFlags = [
  'admin_portal_use_current_user_tenants_v1_endpoint',
  'admin_portal_use_entitlements_v2_endpoint',
  'admin_portal_should_load_authorization',
  'admin_portal_entitlements',
  'security-center-admin-portal-major-version',
  'security-center-show-login-flows',
  'show-passkeys-new',
] as const;
export type IdentityFlag = (typeof identityFlags)[number];
