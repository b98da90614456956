import type { ActingPersonally } from '../../../platform/acting';
import { userActions } from '../../identity.audit';

/** The person accepts the privacy policy, for every organisation of theirs. */
export async function acceptPolicy(acting: ActingPersonally): Promise<void> {
  const { userId } = acting.actor;
  await acting.db.transaction().execute(async (trx) => {
    await trx.updateTable('identity.user').set({ privacy_accepted_at: acting.now }).where('id', '=', userId).execute();
    await acting.audit(trx, { action: userActions.acceptPolicy, entity: 'user', entityId: userId });
  });
}
