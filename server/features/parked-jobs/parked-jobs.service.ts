import type { Acting } from '../../platform/acting';
import { defineActions } from '../../platform/audit';
import type { Trx } from '../../platform/db/database';
import { fail } from '../../platform/errors';
import type { Resources } from '../../platform/resources';

const actions = {
  job: defineActions('job', { retry: {} }).retry,
  outbox: defineActions('outbox', { retry: {} }).retry,
};

export interface Parked {
  kind: keyof typeof actions;
  name: string;
  id: string;
}

type Queues = Pick<Resources, 'jobs' | 'outbox'>;

/** @throws 404 gone, where nothing is parked under the id any more */
export function retryParked(acting: Acting, { kind, name, id }: Parked, { jobs, outbox }: Queues): Promise<void> {
  const retry = {
    job: async (trx: Trx) => (await jobs.retryParked(trx, { name, id })) && { name },
    outbox: async (trx: Trx) => {
      const channel = await outbox.retryParked(trx, id, acting.now);
      return channel !== undefined && { channel };
    },
  };
  return acting.db.transaction().execute(async (trx) => {
    const after = await retry[kind](trx);
    if (!after) throw fail.notFound('parkedJobs.gone');
    await acting.audit(trx, { action: actions[kind], entity: kind, entityId: id, after });
  });
}
