import { sql } from 'kysely';
import type { ActingBehind } from './client-view';
import type { Trx } from './db/database';

type Severity = 'info' | 'warning' | 'critical';

interface ActionSpec {
  severity?: Severity;
  /**
   * When what was made for pages before no longer holds: with the change itself; once a job has recomputed what pages show,
   * which raises the version by itself; never, because no page shows it.
   */
  stales?: 'now' | 'afterJob' | 'never';
  /** The entity is a person, by id: every organisation that they belong to shows them. */
  person?: true;
}

/** What somebody can do, as audit rows name it. Made by `defineActions` alone. */
export interface Action {
  readonly name: `${string}.${string}`;
  readonly severity: Severity;
  readonly stales: NonNullable<ActionSpec['stales']>;
  readonly person: boolean;
}

const word = /^[a-z][a-zA-Z]*$/;

/** The actions upon one kind of thing, each named `noun.verb`. A feature declares its own. */
export function defineActions<Verb extends string>(
  noun: string,
  verbs: Record<Verb, ActionSpec>,
): Record<Verb, Action> {
  const actions = Object.entries<ActionSpec>(verbs).map(
    ([verb, { severity = 'info', stales = 'now', person = false }]) => {
      if (!word.test(noun) || !word.test(verb)) throw new Error(`${noun}.${verb} is not of the form noun.verb`);
      return [verb, { name: `${noun}.${verb}`, severity, stales, person } satisfies Action];
    },
  );
  return Object.fromEntries(actions) as Record<Verb, Action>;
}

/** What was done to what. */
export interface Change {
  action: Action;
  entity: string;
  entityId?: string | number;
  before?: unknown;
  after?: unknown;
}

/** Who did it, when, and from where. */
export interface AuditOrigin {
  /** null where no person acts. */
  userId: number | null;
  /** A name that still means something when the user is gone. */
  actor: string;
  /** Who really acts, where they do so with that user's rights. */
  behind?: ActingBehind | undefined;
  at: Date;
  requestId?: string;
  ip?: string;
  userAgent?: string;
}

export interface AuditEntry extends Change, AuditOrigin {
  /** The organisation that was changed. */
  organisationId: number;
}

/**
 * Writes one row for one use case, in the use case's own transaction, so that neither exists without the other, and makes
 * the pages stale that were made before. Call it last: it locks the organisation's row until the transaction ends.
 */
export async function recordAudit(trx: Trx, entry: AuditEntry): Promise<void> {
  const { action } = entry;
  await trx
    .insertInto('audit_log')
    .values({
      organisation_id: entry.organisationId,
      user_id: entry.userId,
      actor: entry.actor,
      at: entry.at,
      action: action.name,
      severity: action.severity,
      entity: entry.entity,
      entity_id: entry.entityId === undefined ? null : String(entry.entityId),
      before: entry.before === undefined ? null : JSON.stringify(entry.before),
      after: entry.after === undefined ? null : JSON.stringify(entry.after),
      request_id: entry.requestId ?? null,
      ip: entry.ip ?? null,
      user_agent: entry.userAgent ?? null,
      acting_user_id: entry.behind?.userId ?? null,
      acting_person: entry.behind?.login ?? null,
    })
    .execute();
  if (action.stales !== 'now') return;
  await (action.person ? raiseForPerson(trx, entry) : raiseDataVersion(trx, entry.organisationId));
}

/**
 * Pages and lists of the organisation that were made before are stale from here on; see the ETag. Every change raises it with
 * its audit row. To be called directly only by a job that has recomputed figures.
 */
export async function raiseDataVersion(trx: Trx, organisationId: number): Promise<void> {
  await sql`update organisation set data_version = data_version + 1 where id = ${organisationId}`.execute(trx);
}

/** In the order of the ids, so that two changes never deadlock. */
async function raiseForPerson(trx: Trx, { organisationId, entityId }: AuditEntry): Promise<void> {
  await sql`
    update organisation set data_version = data_version + 1 where id in (
      select id from organisation
      where id = ${organisationId} or id in (select tenant from identity.tenants_of(${Number(entityId)}) as tenant)
      order by id for no key update)`.execute(trx);
}
