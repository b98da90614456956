import type { Locale } from '../../views/locales/messages';
import type { ClientView } from './client-view';
import type { DateForms } from './date-forms.rules';
import { covers, type Permission } from './permissions';
import type { Restriction } from './restriction.rules';
import { localDateOf, type LocalDate } from './time';

export type { Locale };

export interface WeightUnit {
  id: number;
  abbr: string;
  gramsPerUnit: number;
}

interface Person {
  userId: number;
  userUuid: string;
  login: string;
  email: string;
  fullName: string;
  sessionId: string;
  ssoUser: boolean;
  locale: Locale;
  /** null for whoever is here as themselves. */
  clientView: ClientView | null;
}

/** What the product makes an actor of. */
export interface SignedInPerson extends Person {
  tenantNumber: number;
  tenantName: string;
  /** How their tenant writes days and hours. */
  forms?: DateForms | undefined;
  permissions: string[];
}

/** Who acts, for which organisation, and what they may see. Features know this of a person and nothing else. */
export interface Actor extends Person {
  organisation: {
    id: number;
    name: string;
    currency: string;
    countryCode: string;
    timeZone: string;
    /** How it writes days and hours, where it has said so. */
    forms?: DateForms | undefined;
    /** Fraction; 0 leaves nobody out. */
    exclusionThreshold: number;
    /** Fraction of open days; below it a change is no result. */
    trackingLimit: number;
    simulated: boolean;
    /** Grows with every change that could show on a page. */
    dataVersion: number;
    /** Flags, in alphabetical order; see `isOn`. */
    switchedOff: readonly string[];
  };
  unit: WeightUnit;
  permissions: ReadonlySet<Permission>;
  restriction: Restriction | null;
}

/** The internal organisation, whose members may cross into others. */
export const internalOrganisation = 1;

/** All that a kept answer may depend on, which is what its key is made of. It names no person, so one answer serves everybody who sees the same. */
export interface Viewer extends Pick<Actor, 'locale' | 'unit' | 'permissions' | 'organisation'> {
  scope: Scope;
  /** By the calendar of the organisation's zone. */
  today: LocalDate;
  /** The instant at which this quarter of an hour began, for answers that hang on the dates of sites; null for all others. */
  quarter: Date | null;
}

/** Every zone's midnight is the beginning of a quarter of an hour. */
const quarterOfHour = 15 * 60_000;

/** An instant by which each site has the date that it has now. @throws where the route is not kept by the days of sites */
export function siteClock({ quarter }: Pick<Viewer, 'quarter'>): Date {
  if (!quarter) throw new Error('Dates of sites need a route with fresh: siteDays');
  return quarter;
}

export const viewerOf = (actor: Actor, now: Date, kept: 'data' | 'siteDays'): Viewer => ({
  locale: actor.locale,
  unit: actor.unit,
  permissions: actor.permissions,
  organisation: actor.organisation,
  scope: scopeOf(actor),
  today: localDateOf(now, actor.organisation.timeZone),
  quarter: kept === 'siteDays' ? new Date(Math.floor(now.getTime() / quarterOfHour) * quarterOfHour) : null,
});

export const may = ({ permissions }: Pick<Actor, 'permissions'>, permission: Permission) =>
  covers(permissions, permission);

export const isInternal = (actor: Actor) => actor.organisation.id === internalOrganisation;

/** Whose rows a query may read: an organisation's, or those of a restriction; null restricts nothing. */
export interface Scope {
  organisationId: number;
  restriction: Restriction | null;
}

export const scopeOf = ({ organisation, restriction }: Actor): Scope => ({
  organisationId: organisation.id,
  restriction,
});
