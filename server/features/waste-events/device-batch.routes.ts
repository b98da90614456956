import { takeDeviceBatch } from '../../domain/events';
import { batchAnswer, describedBatch, deviceBatch, type RowAnswer } from '../../domain/events/event-input.contract';
import { largestBatch } from '../../domain/events/ingest.contract';
import { fail } from '../../platform/errors';
import { defineCall, reply, type Route } from '../../platform/http/define-route';
import { sentence } from '../../platform/i18n/messages';

export const deviceBatchRoutes: Route[] = [
  defineCall({
    method: 'post',
    path: '/waste-events',
    access: 'device',
    body: deviceBatch,
    describedBody: describedBatch,
    largestBody: { bytes: 2_097_152, compressed: true },
    answer: batchAnswer,
    summary:
      'Record up to 1,000 events from a device. Sending the same event again is harmless. Each row has its own result.',
    async handle({ body }, context) {
      const { acting, resources, t } = context;
      if (body.events.length > largestBatch)
        throw fail.tooLarge('errors.tooLarge', { params: { max: largestBatch }, wire: { max: largestBatch } });
      const { outcomes, totals } = await takeDeviceBatch(acting, body.events);
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
