import { z } from 'zod';
import { ParkedJobsPage } from '../../../views/parked-jobs/parked-jobs-page';
import { isInternal } from '../../platform/actor';
import { defineActions } from '../../platform/audit';
import { fail } from '../../platform/errors';
import { definePage, reply, type Context, type Route } from '../../platform/http/define-route';

const mostShown = 200;
const jobActions = defineActions('job', { retry: { stales: 'never' } });

/** The queues are the whole server's, so only internal staff may look into them. */
function onlyStaff({ actor }: Context): void {
  if (!isInternal(actor)) throw fail.notFound('errors.notFound');
}

export const parkedJobRoutes: Route[] = [
  definePage({
    method: 'get',
    path: '/parked-jobs',
    access: 'VIEW_CONSOLE',
    query: z.object({ retried: z.literal('1').optional() }),
    async handle({ query }, context) {
      onlyStaff(context);
      const { t, locale, actor, resources } = context;
      const jobs = await resources.jobs.listParked(mostShown);
      return reply.page(
        <ParkedJobsPage
          t={t}
          locale={locale}
          timeZone={actor.organisation.timeZone}
          unit={actor.unit}
          retried={query.retried !== undefined}
          jobs={jobs.map((job) => ({ ...job, failedAt: job.failedAt.toISOString() }))}
        />,
        { title: t('parkedJobs.title') },
      );
    },
  }),

  definePage({
    method: 'post',
    path: '/parked-jobs/retry',
    access: 'VIEW_CONSOLE',
    body: z.strictObject({ name: z.string().min(1).max(100), id: z.uuid() }),
    async handle({ body }, context) {
      onlyStaff(context);
      if (!(await context.resources.jobs.retryParked(body.name, body.id))) throw fail.notFound('parkedJobs.gone');
      await context.db.transaction().execute((trx) => context.audit(trx, { action: jobActions.retry, entity: 'job', entityId: body.id, after: { name: body.name } }));
      return reply.redirect('/parked-jobs?retried=1');
    },
  }),
];
