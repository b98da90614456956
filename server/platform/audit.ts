import type { ActingBehind } from './client-view';
import type { Trx } from './db/database';

export type Severity = 'info' | 'warning' | 'critical';

interface ActionSpec {
  severity?: Severity;
}

/** What somebody can do, as audit rows name it. Made by `defineActions` alone. */
export interface Action {
  readonly name: `${string}.${string}`;
  readonly severity: Severity;
}

const word = /^[a-z][a-zA-Z]*$/;

/** The actions upon one kind of thing, each named `noun.verb`. A feature declares its own. */
export function defineActions<Verb extends string>(
  noun: string,
  verbs: Record<Verb, ActionSpec>,
): Record<Verb, Action> {
  const actions = Object.entries<ActionSpec>(verbs).map(([verb, { severity = 'info' }]) => {
    if (!word.test(noun) || !word.test(verb)) throw new Error(`${noun}.${verb} is not of the form noun.verb`);
    return [verb, { name: `${noun}.${verb}`, severity } satisfies Action];
  });
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

/** Writes one row for one use case, in the use case's own transaction, so that neither exists without the other. */
export async function recordAudit(trx: Trx, entry: AuditEntry): Promise<void> {
  const { action } = entry;
  const row = {
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
  };
  // It waits for its seal as soon as it is there: one statement writes both.
  await trx
    .with('written', (db) => db.insertInto('audit_log').values(row).returning(['organisation_id', 'id']))
    .insertInto('audit_unsealed')
    .columns(['organisation_id', 'audit_id'])
    .expression((db) => db.selectFrom('written').select(['organisation_id', 'id']))
    .execute();
}
