import type { Actor } from '../platform/actor';
import type { Db } from '../platform/db/database';
import type { RateLimits } from '../platform/http/rate-limits';
import type { Locale } from '../platform/actor';

/** What the identity wing knows of somebody who is signed in. */
export interface SignedIn {
  sessionId: string;
  userId: number;
  userUuid: string;
  login: string;
  email: string;
  fullName: string;
  locale: Locale;
  ssoUser: boolean;
  privacyAccepted: boolean;
  passwordResetRequired: boolean;
  tenantNumber: number;
  tenantName: string;
  permissions: string[];
}

/** What the wing needs of its host. It imports no feature. */
export interface IdentityPorts {
  db: Db;
  rateLimits: RateLimits;
  /** Makes the product's actor of somebody signed in; null when the product does not know the tenant. */
  actorOf(person: SignedIn): Promise<Actor | null>;
}
