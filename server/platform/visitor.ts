import { actorName, userIdOf, type Acting } from './acting';
import { internalOrganisation } from './actor';
import { recordAudit, type AuditOrigin, type Change } from './audit';
import type { Trx } from './db/database';
import { touch, touchPerson } from './freshness';
import type { Log } from './log';

/** Who comes to a public route, known or not: what a use case that lets somebody in or out is given for an `Acting`. */
export interface Visitor extends Pick<Acting, 'now' | 'db' | 'jobs' | 'touchPerson'> {
  requestId: string;
  ip: string;
  userAgent: string;
  /** null for nobody who is signed in. */
  userId: number | null;
  log: Log;
  /** What the browser sent under this name. */
  cookie(name: string): string | null;
  /** As that of `Acting`; the row is the internal organisation's where none is named and nobody known. */
  audit(
    trx: Trx,
    change: Change & { organisationId?: number; provedToBe?: { userId: number; login: string } },
  ): Promise<void>;
  /** As that of `Acting`, of the organisation that is changed. */
  touch(trx: Trx, organisationId: number): Promise<void>;
}

interface Coming extends Omit<Visitor, 'userId' | 'audit' | 'touch' | 'touchPerson'>, Pick<AuditOrigin, 'behind'> {
  acting: Acting | null;
}

export function visitorOf({ acting, behind, ...visit }: Coming): Visitor {
  const { now: at, requestId, ip, userAgent } = visit;
  const userId = acting && userIdOf(acting);
  const origin = {
    userId,
    actor: acting ? actorName(acting.actor) : 'anonymous',
    at,
    requestId,
    ip,
    userAgent,
    behind,
  };
  return {
    ...visit,
    userId,
    audit: (trx, { provedToBe, ...change }) =>
      recordAudit(trx, {
        organisationId: acting?.scope.organisationId ?? internalOrganisation,
        ...change,
        ...origin,
        ...(provedToBe && { userId: provedToBe.userId, actor: provedToBe.login }),
      }),
    touch,
    touchPerson: (trx, userId) => touchPerson(trx, userId),
  };
}
