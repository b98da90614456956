import { internalOrganisation } from '../../../platform/actor';
import { recordAudit } from '../../../platform/audit';
import type { Db } from '../../../platform/db/database';
import type { Visitor } from '../../../platform/visitor';
import { sessionActions } from '../../identity.audit';
import { countRefusal, takeRefusals } from './refusal.store';

/** Of each way and fault, until they are counted, in the log of a tenant, and in our own, where those are that belong to none: whoever floods us with answers writes no more than these. */
const listed = (organisationId: number) => (organisationId === internalOrganisation ? 200 : 20);

interface Refusal {
  organisationId: number;
  way: 'sso' | 'samlLogout' | 'oidcLogout' | 'social';
  entity: 'ssoConfig' | 'socialProvider';
  entityId?: string;
  fault: string;
  [detail: string]: unknown;
}

/** Writes down why an answer of a provider opened nothing, or a message of one ended nothing. */
export function noteRefusal(
  { db, audit }: Pick<Visitor, 'db' | 'audit'>,
  { organisationId, entity, entityId, ...after }: Refusal,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const refused = await countRefusal(trx, { organisationId, way: after.way, fault: after.fault, entity });
    if (refused <= listed(organisationId))
      await audit(trx, {
        action: sessionActions.refuse,
        entity,
        organisationId,
        after,
        ...(entityId === undefined ? {} : { entityId }),
      });
  });
}

/** Writes one row for all that had none of their own. */
export function countRefusals(db: Db, now: Date): Promise<void> {
  return db.transaction().execute(async (trx) => {
    for (const { organisationId, way, fault, entity, refused } of await takeRefusals(trx)) {
      const further = refused - listed(organisationId);
      if (further > 0)
        await recordAudit(trx, {
          action: sessionActions.refuse,
          entity,
          organisationId,
          userId: null,
          actor: 'system',
          at: now,
          after: { way, fault: 'flood', of: fault, further },
        });
    }
  });
}
