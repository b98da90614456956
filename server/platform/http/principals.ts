import type { Request } from 'express';
import type { Actor } from '../actor';
import type { Failure } from '../errors';

/** A device that sends what it has measured. */
export interface DeviceActor {
  organisationId: number;
  deviceId: number;
  locationId: number | null;
}

/** A program that acts for a whole tenant. */
export interface TenantActor {
  tenantId: string;
  organisationId: number;
  /** What it may, where it may do what people do; whoever asks it for a person is refused. */
  actor?: Actor;
  /** How audit rows name it; as the tenant where it has no name. */
  name?: string;
  /** What the surface that let it in knows of it beside. */
  directory?: DirectoryCaller;
}

/** A customer's directory: it keeps the people of its tenant up to date. */
export interface DirectoryCaller {
  /** The public id of its connection. */
  id: string;
  number: number;
  /** What it sends is done; otherwise it may look alone. */
  sync: boolean;
  /** Headers of its request (RFC 9110, section 13.1). */
  ifMatch: string | undefined;
  ifNoneMatch: string | undefined;
}

/** What the identity wing knows of the person behind a session or a token. */
export interface Authentication {
  actor: Actor;
  privacyAccepted: boolean;
  passwordResetRequired: boolean;
  /** By a token that they made for a program: no session stands behind it. */
  byOwnToken?: true;
  /** By a client of the OAuth server: the scopes that they granted it. */
  scopes?: readonly string[];
  /** Why what they came by does not do where they reach another organisation; null where it does. Whoever comes without this acts in their own alone. */
  keptOutOf?(organisationId: number): Promise<Failure | null>;
}

/** A client view that is over, while the session that it was begun in lives on. */
export interface EndedView {
  endedView: true;
  begunIn: string;
}

/** Somebody whose organisation does not let them in from where they are. */
export interface Barred {
  barred: true;
}

/** What is known of a request before its credential is read. */
export interface RequestOrigin {
  now: Date;
  /** Where it comes from. */
  ip: string;
  userAgent?: string;
  requestId?: string;
  /** The public id of another tenant of theirs, in which they act. */
  tenantId?: string | undefined;
}

/** Which credential a request used, and whose it was. A credential that opens nothing is none. */
export type Authenticated =
  | { credential: 'none' }
  | { credential: 'session'; sessionId: string; who: Authentication }
  | { credential: 'endedView'; begunIn: string }
  | { credential: 'barred' }
  | { credential: 'userToken'; who: Authentication }
  | { credential: 'tenantToken'; tenant: TenantActor }
  | { credential: 'deviceKey'; device: DeviceActor }
  | { credential: 'vendorToken' };

export const nobody: Authenticated = { credential: 'none' };

/** What a session turned out to be. */
export function bySession(sessionId: string, who: Authentication | EndedView | Barred | null): Authenticated {
  if (!who) return nobody;
  if ('barred' in who) return { credential: 'barred' };
  return 'endedView' in who
    ? { credential: 'endedView', begunIn: who.begunIn }
    : { credential: 'session', sessionId, who };
}

/** Who brought a token: a person, or a program that acts for a tenant. */
export type Bearer = Authentication | TenantActor | Barred;

/** The same of a token. */
export function byToken(bearer: Bearer | null): Authenticated {
  if (!bearer) return nobody;
  if ('barred' in bearer) return { credential: 'barred' };
  return 'tenantId' in bearer
    ? { credential: 'tenantToken', tenant: bearer }
    : { credential: 'userToken', who: bearer };
}

/** What is known of a request before its credential is read. */
export function originOfRequest(request: Pick<Request, 'ip' | 'headers' | 'id'>, now: Date): RequestOrigin {
  return {
    now,
    ip: request.ip ?? '',
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    requestId: String(request.id),
  };
}

/** The person who asks, whichever credential they used. */
export const personOf = (authenticated: Authenticated): Authentication | null =>
  'who' in authenticated ? authenticated.who : null;

/** By what a credential comes that is no session of somebody's own; null for a session, and for what is no person and no program. */
export function standInOf(authenticated: Authenticated): { program: true } | { scopes: readonly string[] } | null {
  const who = personOf(authenticated);
  if (authenticated.credential === 'tenantToken' || who?.byOwnToken) return { program: true };
  return who?.scopes ? { scopes: who.scopes } : null;
}

/** Who acts: the person, or what stands in for one where a tenant's token is used. */
export const actorIn = (authenticated: Authenticated): Actor | null =>
  authenticated.credential === 'tenantToken'
    ? (authenticated.tenant.actor ?? null)
    : (personOf(authenticated)?.actor ?? null);

/** The token of an Authorization header; null where there is none of this scheme, whose case does not matter (RFC 9110, 11.1). */
export const bearerOf = (authorization: string | undefined): string | null =>
  /^bearer +(\S{20,8192})$/i.exec(authorization ?? '')?.[1] ?? null;
