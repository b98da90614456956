import { lockSite } from '../../domain/places';
import type { Acting } from '../../platform/acting';
import { defineActions } from '../../platform/audit';
import { fail } from '../../platform/errors';
import { deleteOptOut, insertOptOut } from './opt-outs.store';

const actions = defineActions('leaderboard', { optOut: {}, optIn: {} });

/**
 * Takes a site out of all rankings, those of contests among them; one that is out stays out.
 * @throws 404 where not all of the site is seen
 */
export function optOut(acting: Acting, { siteId, reason }: { siteId: number; reason: string }): Promise<void> {
  return acting.db.transaction().execute(async (trx) => {
    const { scope, now } = acting;
    if (!(await lockSite(trx, scope, siteId))) throw fail.notFound('leaderboard.error.unknownSite');
    if (!(await insertOptOut(trx, scope, { siteId, reason, now }))) return;
    await acting.audit(trx, { action: actions.optOut, entity: 'site', entityId: siteId, after: { reason } });
    await acting.touch(trx);
  });
}

/** @throws 404 where not all of the site is seen */
export function optIn(acting: Acting, { siteId }: { siteId: number }): Promise<void> {
  return acting.db.transaction().execute(async (trx) => {
    const { scope } = acting;
    if (!(await lockSite(trx, scope, siteId))) throw fail.notFound('leaderboard.error.unknownSite');
    const before = await deleteOptOut(trx, scope, siteId);
    if (!before) return;
    await acting.audit(trx, { action: actions.optIn, entity: 'site', entityId: siteId, before });
    await acting.touch(trx);
  });
}
