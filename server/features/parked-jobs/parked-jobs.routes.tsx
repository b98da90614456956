import { z } from 'zod';
import { ParkedJobsPage } from '../../../views/parked-jobs/parked-jobs-page';
import { isInternal } from '../../platform/actor';
import { defineActions } from '../../platform/audit';
import { fail } from '../../platform/errors';
import { definePage, reply, type Condition, type Context, type Route } from '../../platform/http/define-route';

const mostShown = 200;
const jobActions = defineActions('job', { retry: { stales: 'never' } });
const outboxActions = defineActions('outbox', { retry: { stales: 'never' } });

interface Parked {
  name: string;
  id: string;
}

/** The queues are the whole server's. */
const condition: Condition = { says: 'For members of the internal organization only.', holds: isInternal };

async function retryJob({ name, id }: Parked, { resources, acting }: Context): Promise<boolean> {
  if (!(await resources.jobs.retryParked(name, id))) return false;
  await acting.db.transaction().execute((trx) => acting.audit(trx, { action: jobActions.retry, entity: 'job', entityId: id, after: { name } }));
  return true;
}

function retryItem({ id }: Parked, { resources, acting }: Context): Promise<boolean> {
  return acting.db.transaction().execute(async (trx) => {
    const channel = await resources.outbox.retryParked(trx, id, acting.now);
    if (!channel) return false;
    await acting.audit(trx, { action: outboxActions.retry, entity: 'outbox', entityId: id, after: { channel } });
    return true;
  });
}

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
      const parked = [...jobs.map((job) => ({ ...job, kind: 'job' as const })), ...items.map((item) => ({ ...item, kind: 'outbox' as const }))];
      return reply.page(
        <ParkedJobsPage
          t={t}
          locale={locale}
          timeZone={actor.organisation.timeZone}
          unit={actor.unit}
          retried={query.retried !== undefined}
          jobs={parked.sort((one, other) => other.failedAt.getTime() - one.failedAt.getTime()).map((job) => ({ ...job, failedAt: job.failedAt.toISOString() }))}
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
      if (!(await (body.kind === 'job' ? retryJob : retryItem)(body, context))) throw fail.notFound('parkedJobs.gone');
      return reply.redirect('/parked-jobs?retried=1');
    },
  }),
];
