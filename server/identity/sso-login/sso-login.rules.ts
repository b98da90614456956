import type { SsoHosts } from '../../platform/sso-environments.rules';

/** The product's login where its address says `sso` (specification, section 2). */
export const ssoLoginPath = '/sso-login';

/** Whether people sign in by their organization at this host. */
export const isSsoHost = ({ identity }: { identity: { ssoHosts: SsoHosts } }, host: string): boolean => identity.ssoHosts.has(host);
