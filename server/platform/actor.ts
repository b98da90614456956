import type { Locale } from '../../views/locales/messages';
import { covers, type Permission } from './permissions';
import { localDateOf, type LocalDate } from './time';

export type { Locale };

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

/** All that a kept answer may depend on, which is what its key is made of. It names no person, so one answer serves everybody who sees the same. */
export interface Viewer extends Pick<Actor, 'locale' | 'unit' | 'permissions' | 'organisation'> {
  scope: Scope;
  /** By the calendar of the organisation's zone. */
  today: LocalDate;
}

export const viewerOf = (actor: Actor, now: Date): Viewer => ({
  locale: actor.locale,
  unit: actor.unit,
  permissions: actor.permissions,
  organisation: actor.organisation,
  scope: scopeOf(actor),
  today: localDateOf(now, actor.organisation.timeZone),
});

export const may = ({ permissions }: Pick<Actor, 'permissions'>, permission: Permission) => covers(permissions, permission);

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
