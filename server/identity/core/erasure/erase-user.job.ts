import { z } from 'zod';
import { pseudonymizePerson } from '../../../platform/audit-chain/pseudonymize.service';
import { defineJob } from '../../../platform/jobs/define-job';
import { deleteUser, findNamesToErase, forgetRefusedCalls } from './erasure.store';

/** Erases somebody who has asked for it; the audit keeps a pseudonym. The account goes last: a run that was broken off finds its names again. */
export const eraseUserJob = defineJob({
  name: 'identity.erase-user',
  payload: z.strictObject({ userId: z.number().int() }),
  expireInSeconds: 3600,
  async run({ userId }, { database: { db }, signer }) {
    const names = await findNamesToErase(db, userId);
    if (names === null) return;
    await pseudonymizePerson({ db, signer }, { userId, names, pseudonym: `deleted user ${userId}` });
    await forgetRefusedCalls(db, names);
    if (!(await deleteUser(db, userId))) throw new Error(`deleted user ${userId} has joined a tenant meanwhile`);
  },
});
