import type { Permission } from './permissions';

export type Locale = 'en_US' | 'de_DE';

export interface WeightUnit {
  id: number;
  abbr: string;
  gramsPerUnit: number;
}

/** Who acts, for which organisation, and what they may see. Features know this of a person and nothing else. */
export interface Actor {
  userId: number;
  userUuid: string;
  login: string;
  email: string;
  fullName: string;
  sessionId: string;
  ssoUser: boolean;
  locale: Locale;
  organisation: {
    id: number;
    name: string;
    currency: string;
    countryCode: string;
    timeZone: string;
    /** Fraction; 0 leaves nobody out. */
    exclusionThreshold: number;
    simulated: boolean;
    /** Grows with every change that could show on a page. */
    dataVersion: number;
  };
  unit: WeightUnit;
  permissions: ReadonlySet<Permission>;
  /** Empty lists mean: every site and location of the organisation. */
  securedSites: readonly number[];
  securedLocations: readonly number[];
}

/** The internal organisation, whose members may cross into others. */
export const internalOrganisation = 1;

export const may = (actor: Actor, permission: Permission) => actor.permissions.has(permission);

export const isInternal = (actor: Actor) => actor.organisation.id === internalOrganisation;

/** Whose rows a query may read: an organisation, narrowed to the secured sites and locations if there are any. */
export interface Scope {
  organisationId: number;
  securedSites: readonly number[];
  securedLocations: readonly number[];
}

export function scopeOf(actor: Actor): Scope {
  return {
    organisationId: actor.organisation.id,
    securedSites: actor.securedSites,
    securedLocations: actor.securedLocations,
  };
}
