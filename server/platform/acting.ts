import { scopeOf, type Actor, type Locale, type Scope, type WeightUnit } from './actor';
import { recordAudit, type AuditOrigin, type Change } from './audit';
import type { DateForms } from './date-forms.rules';
import type { Db, Trx } from './db/database';
import type { DomainPort } from './domain-port';
import { fail, type Failure } from './errors';
import { isOn, type Flag } from './feature-flags.rules';
import { touch, touchPerson } from './freshness';
import type { JobSender } from './jobs/job-handle';
import { lacking } from './needs-person';
import { covers } from './permissions.rules';
import type { Clock } from './time';

/** A person who acts by themselves, or for whom a job does. */
export interface ActingPerson {
  kind: 'person';
  userId: number;
  login: string;
  fullName: string;
  /** Those that they hold in the organisation that is acted in. */
  permissions: ReadonlySet<string>;
  locale: Locale;
  unit: WeightUnit;
}

export interface ActingDevice {
  kind: 'device';
  deviceId: number;
  locationId: number | null;
}

/** A program with a tenant's token. */
interface ActingTenant {
  kind: 'tenant';
  tenantId: string;
  /** Of what stands for it, where that has one. */
  name?: string | undefined;
  /** Those that its token holds, where it may do what people do. */
  permissions?: ReadonlySet<string>;
}

interface ActingSystem {
  kind: 'system';
  /** What stands in the audit row. */
  name: string;
}

/** Who changes what in which organisation: all that a use case is given beside its input, in a request and in a job alike. */
export interface Acting {
  scope: Scope;
  actor: ActingPerson | ActingDevice | ActingTenant | ActingSystem;
  now: Date;
  /** Of the request; its audit rows carry it. */
  requestId?: string;
  /** Who really acts, in a client view. */
  behind?: AuditOrigin['behind'];
  db: Db;
  jobs: JobSender;
  domain: DomainPort;
  /** Writes the audit row, in the use case's transaction. */
  audit(trx: Trx, change: Change): Promise<void>;
  /** Makes the organisation's pages stale, last in the transaction of a use case that changes what they show. */
  touch(trx: Trx): Promise<void>;
  /** The same here and in every organisation of a person who looks different from now on. */
  touchPerson(trx: Trx, userId: number): Promise<void>;
}

/** For a use case that only a person can have. */
export interface ActingPersonally extends Acting {
  actor: ActingPerson;
}

/** What a use case works with, whoever acts. */
interface Dependencies {
  database: { db: Db };
  jobs: JobSender;
  domain: DomainPort;
}

interface ActingOrigin<A = Acting['actor']> extends Omit<AuditOrigin, 'userId' | 'actor' | 'at'> {
  scope: Scope;
  actor: A;
  now: Date;
}

export function actingAs<A extends Acting['actor']>(
  { database: { db }, jobs, domain }: Dependencies,
  { scope, actor, now, ...from }: ActingOrigin<A>,
): Acting & { actor: A } {
  const origin = {
    ...from,
    userId: userIdOf({ actor }),
    actor: actorName(actor),
    at: now,
    organisationId: scope.organisationId,
  };
  return {
    scope,
    actor,
    now,
    requestId: from.requestId,
    behind: from.behind,
    db,
    jobs,
    domain,
    audit: (trx, change) => recordAudit(trx, { ...change, ...origin }),
    touch: (trx) => touch(trx, scope.organisationId),
    touchPerson: (trx, userId) => touchPerson(trx, userId, scope.organisationId),
  };
}

export const userIdOf = ({ actor }: Pick<Acting, 'actor'>): number | null =>
  actor.kind === 'person' ? actor.userId : null;

/** As audit rows name them. */
export function actorName(actor: Acting['actor']): string {
  if (actor.kind === 'person') return actor.login;
  if (actor.kind === 'tenant') return actor.name ?? `tenant ${actor.tenantId}`;
  return actor.kind === 'device' ? `device ${actor.deviceId}` : actor.name;
}

/** What somebody may see and do in an organisation. */
interface Reached {
  scope: Scope;
  permissions: ReadonlySet<string>;
  /** Flags of the organisation. */
  switchedOff: readonly string[];
}

/** Somebody who need not be signed in, in an organisation that they reach. */
export interface ReachedPerson {
  actor: ActingPerson;
  scope: Scope;
  /** How the organisation writes days and hours. */
  forms: DateForms | undefined;
}

/** How far people reach, by the product's rules. */
export interface Reach {
  /** @returns null for an organisation that somebody signed in does not reach */
  ofActor(db: Db, actor: Actor, organisationId: number): Promise<Reached | null>;
  /** The same for somebody who need not be signed in. @returns null where they may nothing there, or nothing any more */
  ofPerson(db: Db, who: { userId: number; organisationId: number }): Promise<ReachedPerson | null>;
  /** How many of the organisation's open locations somebody who is narrowed sees. */
  countSeen(db: Db, scope: Scope): Promise<{ seen: number; all: number }>;
}

interface RequestPrincipals extends Omit<ActingOrigin, 'scope' | 'actor'> {
  actor: Actor | null;
  device: (Omit<ActingDevice, 'kind'> & { organisationId: number }) | null;
  tenant: (Omit<ActingTenant, 'kind' | 'permissions'> & { organisationId: number; actor?: Actor }) | null;
  /** What the route asks of whoever uses it. */
  access: string;
  flag: Flag | undefined;
  /** Why another organisation that they reach does not let them act in it by what they came by; absent where that is of one tenant. */
  keptOutOf?: ((organisationId: number) => Promise<Failure | null>) | undefined;
}

/** How a request acts. */
export interface RequestActing {
  /** In the organisation of whoever sends it; null for nobody. */
  acting: Acting | null;
  /**
   * In the organisation that a person names; their own when they name none.
   * @throws 404 for an organisation that they do not reach, and for one in which they may not do what the route asks for: to a
   * page, 403 means that nobody is signed in any more; and where the route's flag is off; to a tenant's token and a client's for every other one.
   * 409 where its rules ask for more than they came by: a second factor, its provider, another address
   */
  actingIn(organisationId?: number): Promise<ActingPersonally>;
}

export function actingOf(
  means: Dependencies & { reach: Reach },
  { actor, device, tenant, access, flag, keptOutOf, ...from }: RequestPrincipals,
): RequestActing {
  const program = programActing({ device, tenant });
  const own = program
    ? actingAs(means, { ...from, ...program })
    : actor && actingAs(means, { ...from, scope: scopeOf(actor), actor: personActing(actor) });
  return {
    acting: own,
    async actingIn(organisationId) {
      if (!actor || !own) throw fail.signedOut('errors.signedOut');
      // A tenant's token lacks what it has not; see `lacking`.
      if (organisationId === undefined || organisationId === actor.organisation.id) return own as ActingPersonally;
      if (program || !keptOutOf) throw fail.notFound('errors.notFound');
      const reached = await means.reach.ofActor(means.database.db, actor, organisationId);
      if (!reached || !isOn(reached, flag) || (access !== 'signed-in' && !covers(reached.permissions, access)))
        throw fail.notFound('errors.notFound');
      const keptOut = await keptOutOf(organisationId);
      if (keptOut) throw keptOut;
      return actingAs(means, {
        ...from,
        scope: reached.scope,
        actor: { ...personActing(actor), permissions: reached.permissions },
      });
    },
  };
}

const personActing = ({ userId, login, fullName, permissions, locale, unit }: Actor): ActingPerson => ({
  kind: 'person',
  userId,
  login,
  fullName,
  permissions,
  locale,
  unit,
});

const wholeOf = ({ organisationId }: { organisationId: number }): Scope => ({ organisationId, restriction: null });

/** They act for the whole of their organisation. */
function programActing({
  device,
  tenant,
}: Pick<RequestPrincipals, 'device' | 'tenant'>): Pick<ActingOrigin, 'scope' | 'actor'> | null {
  if (device)
    return {
      scope: wholeOf(device),
      actor: { kind: 'device', deviceId: device.deviceId, locationId: device.locationId },
    };
  return tenant && { scope: wholeOf(tenant), actor: tenantActing(tenant) };
}

function tenantActing({ tenantId, name, actor }: NonNullable<RequestPrincipals['tenant']>): ActingTenant {
  if (!actor) return { kind: 'tenant', tenantId, name };
  const { permissions, locale, unit } = actor;
  return lacking({ kind: 'tenant' as const, tenantId, permissions, locale, unit }, ['userId', 'login', 'fullName']);
}

/**
 * How a job acts for somebody: with what they may see and do when it runs, not when it was enqueued.
 * @returns null where they may nothing in the organisation any more
 */
export async function actingFor(
  means: Dependencies & { reach: Reach; clock: Clock },
  who: { userId: number; organisationId: number },
): Promise<Acting | null> {
  const found = await means.reach.ofPerson(means.database.db, who);
  return found && actingAs(means, { ...found, now: means.clock.now() });
}

/** How a job acts that nobody has asked for. */
export function actingAsSystem(
  means: Dependencies & { clock: Clock },
  { organisationId, name }: { organisationId: number; name: string },
): Acting {
  return actingAs(means, {
    scope: wholeOf({ organisationId }),
    actor: { kind: 'system', name },
    now: means.clock.now(),
  });
}
