import type { Actor, SignedInPerson } from '../platform/actor';
import type { Db, Trx } from '../platform/db/database';
import type { RateLimits } from '../platform/http/rate-limits';
import type { Metrics } from '../platform/metrics';
import type { WeightUnitCode } from '../platform/weight-units.rules';

/** What the identity wing knows of somebody who is signed in. */
export interface SignedIn extends SignedInPerson {
  privacyAccepted: boolean;
  passwordResetRequired: boolean;
}

/** What the wing needs of its host. It imports no feature. */
export interface IdentityPorts {
  db: Db;
  rateLimits: RateLimits;
  metrics: Pick<Metrics, 'signIn'>;
  /** Makes the product's actor of somebody signed in; null when the product does not know the tenant. */
  actorOf(person: SignedIn): Promise<Actor | null>;
  /** Shows the person weights in this unit in that tenant from now on. */
  keepUnit(trx: Trx, who: { userId: number; tenantNumber: number }, unit: WeightUnitCode): Promise<void>;
}
