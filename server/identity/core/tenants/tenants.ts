import type { Tenants } from '../../../platform/tenants';
import { addTenant, markReseller } from '../accounts/user.store';
import { pictureIn } from '../profiles/picture';
import { endSessionsInTenant } from '../sessions/session.store';
import { leaveBelow, leaveMoved } from './from-above';

export const tenants: Tenants = {
  add: (trx, { name, parentNumber }) => addTenant(trx, { name, ...(parentNumber === null ? {} : { parentNumber }) }),

  async change(trx, { number, name, parentNumber, now }) {
    await trx
      .updateTable('identity.tenant')
      .set({ name, parent_number: parentNumber })
      .where('number', '=', number)
      .execute();
    if (parentNumber !== null) await markReseller(trx, parentNumber);
    await leaveMoved(trx, number, now);
  },

  async setSuspended(trx, { number, suspended, now }) {
    await trx
      .updateTable('identity.tenant')
      .set(suspended ? { status: 'SUSPENDED' } : { status: 'ACTIVE', deleted_at: null })
      .where('number', '=', number)
      .execute();
    if (!suspended) return;
    await endSessionsInTenant(trx, { tenantNumber: number }, { now, reason: 'organization was suspended' });
    await leaveBelow(trx, { tenantNumber: number }, now);
  },

  async logoOf(db, number) {
    const said = await db
      .selectFrom('identity.tenant_settings')
      .select('logo')
      .where('tenant_number', '=', number)
      .executeTakeFirst();
    return said?.logo ? pictureIn(said.logo) : null;
  },
};
