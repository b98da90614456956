import type { Actor } from '../actor';

/** A device that sends what it has weighed. */
export interface DeviceActor {
  organisationId: number;
  deviceId: number;
  locationId: number | null;
}

/** A program that acts for a whole tenant. */
export interface TenantActor {
  tenantId: string;
  organisationId: number;
}

/** What the identity wing knows of the person behind a session or a token. */
export interface Authentication {
  actor: Actor;
  privacyAccepted: boolean;
  passwordResetRequired: boolean;
}

/** Which credential a request used, and whose it was. A credential that opens nothing is none. */
export type Authenticated =
  | { credential: 'none' }
  | { credential: 'session'; sessionId: string; who: Authentication }
  | { credential: 'userToken'; who: Authentication }
  | { credential: 'tenantToken'; tenant: TenantActor }
  | { credential: 'deviceKey'; device: DeviceActor };

export const nobody: Authenticated = { credential: 'none' };

/** The person who asks, whichever credential they used. */
export const personOf = (authenticated: Authenticated): Authentication | null => ('who' in authenticated ? authenticated.who : null);

/** The token of an Authorization header; null where there is none of this scheme, whose case does not matter (RFC 9110, 11.1). */
export const bearerOf = (authorization: string | undefined): string | null => /^bearer +(\S{20,4096})$/i.exec(authorization ?? '')?.[1] ?? null;
