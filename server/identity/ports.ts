import type { Config } from '../config';
import type { Actor, Locale, SignedInPerson } from '../platform/actor';
import type { Db, Trx } from '../platform/db/database';
import type { RateLimits } from '../platform/http/rate-limits';
import type { Log } from '../platform/log';
import type { Metrics } from '../platform/metrics';
import type { Outbound } from '../platform/outbound/outbound';
import type { PlaceChoices } from '../platform/places/place-choices.contract';
import type { WeightUnitCode } from '../platform/weight-units.rules';

/** What the identity wing knows of somebody who is signed in. */
export interface SignedIn extends SignedInPerson {
  /** The tenant's public id. */
  tenantId: string;
  /** When they last proved themselves in this session, and how (RFC 8176). */
  authenticatedAt: Date;
  amr: readonly string[];
  privacyAccepted: boolean;
  passwordResetRequired: boolean;
  /** Numbers of the tenants that let people in from some addresses only. */
  addressLimits: readonly number[];
}

export type IdentityConfig = Pick<
  Config,
  | 'production'
  | 'publicUrl'
  | 'secure'
  | 'ownOrigins'
  | 'identity'
  | 'sms'
  | 'captcha'
  | 'breachedPasswordsUrl'
  | 'dnsServers'
  | 'helpUrl'
  | 'zendesk'
>;

/** What somebody says of a tenant that they open; what they leave out follows their language. */
export interface NewTenant {
  name: string;
  locale: Locale;
  country?: string | undefined;
  currency?: string | undefined;
  timeZone?: string | undefined;
  /** Of the tenant that it stands below. */
  parentNumber?: number | undefined;
}

/** What the wing needs of its host. It imports no feature. */
export interface IdentityPorts {
  db: Db;
  config: IdentityConfig;
  /** The installation's secret. */
  secret: string;
  rateLimits: RateLimits;
  metrics: Pick<Metrics, 'signIn'>;
  /** The guarded way to other hosts. */
  outbound: Outbound;
  log: Log;
  /** When the settings were read. */
  startedAt: Date;
  /** Makes the product's actor of somebody signed in; null when the product does not know the tenant. */
  actorOf(person: SignedIn): Promise<Actor | null>;
  /**
   * Opens a tenant with all that the product keeps of one. @returns its number
   * @throws Failure 422 for a country, currency or zone that there is not
   */
  openTenant(trx: Trx, tenant: NewTenant): Promise<number>;
  /** What somebody who opens a tenant may say of where it is, in their language. */
  placeChoices(db: Db, locale: Locale): Promise<PlaceChoices>;
  /** Whether the product keeps of a tenant what must not be put away with it. */
  holdsData(db: Db | Trx, tenantNumber: number): Promise<boolean>;
  /** How many places the product keeps of a tenant. */
  countPlaces(db: Db, tenantNumber: number): Promise<{ sites: number; locations: number }>;
  /** Shows the person weights in this unit in that tenant from now on. */
  keepUnit(trx: Trx, who: { userId: number; tenantNumber: number }, unit: WeightUnitCode): Promise<void>;
}
