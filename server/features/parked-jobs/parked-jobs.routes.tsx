import { z } from 'zod';
import { ParkedJobsPage } from '../../../views/parked-jobs/parked-jobs-page';
import { isInternal } from '../../platform/actor';
import { definePage, reply, type Condition, type Route } from '../../platform/http/define-route';
import { retryParked } from './parked-jobs.service';

const mostShown = 200;

/** The queues are the whole server's. */
const condition: Condition = { says: 'For members of the internal organization only.', holds: isInternal };

export const parkedJobRoutes: Route[] = [
  definePage({
    method: 'get',
    path: '/parked-jobs',
    access: 'VIEW_CONSOLE',
    condition,
    query: z.object({ retried: z.literal('1').optional() }),
    async handle({ query }, context) {
      const { t, locale, actor, resources } = context;
      const [jobs, items] = [await resources.jobs.listParked(mostShown), await resources.outbox.listParked(mostShown)];
      const parked = [
        ...jobs.map((job) => ({ ...job, kind: 'job' as const })),
        ...items.map((item) => ({ ...item, kind: 'outbox' as const })),
      ];
      return reply.page(
        <ParkedJobsPage
          t={t}
          locale={locale}
          timeZone={actor.organisation.timeZone}
          forms={actor.organisation.forms}
          unit={actor.unit}
          retried={query.retried !== undefined}
          jobs={parked
            .sort((one, other) => other.failedAt.getTime() - one.failedAt.getTime())
            .map((job) => ({ ...job, failedAt: job.failedAt.toISOString() }))}
        />,
        { title: t('parkedJobs.title') },
      );
    },
  }),

  definePage({
    method: 'post',
    path: '/parked-jobs/retry',
    access: 'VIEW_CONSOLE',
    condition,
    body: z.strictObject({ kind: z.enum(['job', 'outbox']), name: z.string().min(1).max(100), id: z.uuid() }),
    async handle({ body }, context) {
      await retryParked(context.acting, body, context.resources);
      return reply.redirect('/parked-jobs?retried=1');
    },
  }),
];
