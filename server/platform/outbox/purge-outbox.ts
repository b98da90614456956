import { defineJob, noPayload } from '../jobs/define-job';
import { deleteOld } from './outbox.store';

const dayMs = 86_400_000;
/** A key is known for longer than a job that posts it may be tried. */
const sentForDays = 30;
/** As the page of what is parked says. */
const parkedForDays = 14;

export const purgeOutboxJob = defineJob({
  name: 'outbox.purge',
  payload: noPayload,
  folded: true,
  cron: '41 3 * * *',
  async run(_payload, { database: { db }, clock }) {
    const ago = (days: number) => new Date(clock.now().getTime() - days * dayMs);
    while (await deleteOld(db, { sentBefore: ago(sentForDays), leftBefore: ago(parkedForDays) }));
  },
});
