import { fail } from '../../platform/errors';
import { defineCall, reply, type Route } from '../../platform/http/define-route';
import { sentence } from '../../platform/i18n/messages';
import { rollupJob } from '../dirty-weeks';
import { takeDeviceBatch } from './device-batch.service';
import { eventActions } from './event.audit';
import { batchAnswer, describedBatch, deviceBatch, type RowAnswer } from './event-input.contract';
import { largestBatch } from './ingest.contract';

export const deviceBatchRoutes: Route[] = [
  defineCall({
    method: 'post',
    path: '/waste-events',
    access: 'device',
    body: deviceBatch,
    describedBody: describedBatch,
    largestBody: { bytes: 2_097_152, compressed: true },
    answer: batchAnswer,
    summary: 'Takes up to 1,000 events of a device. Sending the same event again is harmless; each row is answered by itself.',
    async handle({ body }, context) {
      const { device, db, resources, t } = context;
      if (body.events.length > largestBatch) throw fail.tooLarge('errors.tooLarge', { params: { max: largestBatch }, wire: { max: largestBatch } });
      let totals = { taken: 0, known: 0, refused: 0 };
      const outcomes = await db.transaction().execute(async (trx) => {
        const all = await takeDeviceBatch(trx, { device, clock: resources.clock }, body.events);
        const count = (status: string) => all.filter((one) => one.status === status).length;
        totals = { taken: count('taken'), known: count('known'), refused: count('refused') };
        await context.audit(trx, { action: eventActions.takeBatch, entity: 'device', entityId: device.deviceId, after: totals });
        if (totals.taken > 0) await resources.jobs.send(trx, rollupJob);
        return all;
      });
      resources.metrics.ingested('device', totals);
      const events = outcomes.map((one): RowAnswer => {
        if (one.status !== 'refused') return one;
        const { index, status, code, field, params } = one;
        return { index, status, code: code.replace(/^errors\./, ''), field, message: sentence(t, code, params) };
      });
      return reply.json({ events });
    },
  }),
];
