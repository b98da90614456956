import { defineExample } from '../../../tests/support/example';
import type { TestApp } from '../../../tests/support/test-app';
import { planCopy } from './copy-preview.service';
import { findJob } from './copy.store';

const path = '/mass-package-copy';

export const example = defineExample({
  async records({ db, clock }, { organisationId, siteId, locationId, mark }) {
    const of = { organisation_id: organisationId };
    const { id: targetId } = await db
      .insertInto('location')
      .values({ ...of, site_id: siteId, name: `${mark} copied kitchen`, status: 'A' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('alert')
      .values({
        ...of,
        name: `${mark} copied`,
        description: `${mark} copied`,
        site_id: siteId,
        location_id: locationId,
        comp_type: 'netWeightAmount',
        operator: 'GT',
        value: 5,
        unit_id: 12,
        created_at: clock.now(),
        updated_at: clock.now(),
      })
      .execute();
    const { id: jobId } = await db
      .insertInto('copy_job')
      .values({
        ...of,
        source_location_id: locationId,
        parts: ['alerts'],
        rule: 'skip',
        state: 'PREVIEW',
        by_user_id: 0,
        asked_by: 0,
        created_at: clock.now(),
        alive_at: clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('copy_job_target')
      .values({ ...of, job_id: jobId, location_id: targetId, leads_site: true, state: 'WAITING' })
      .execute();
    return { jobId, targetId, sourceId: locationId };
  },

  visitor: { permissions: ['EDIT_NOTIFICATIONS'] },

  async *changes({ organisationId, jobId, targetId, sourceId }, app) {
    const step = (name: string, id: number | string | undefined, form: Partial<Record<string, string>> = {}) => ({
      route: `post ${path}/:organisationId/:jobId/${name}`,
      values: { organisationId, jobId: Number(id) },
      form,
    });
    const prepared = {
      route: `post ${path}/new`,
      form: {
        organisationId: String(organisationId),
        sourceId: String(sourceId),
        parts: 'alerts',
        rule: 'skip',
        targets: String(targetId),
        shown: '',
      },
    };
    const made = yield prepared;
    const copyId = /\d+$/.exec(made.headers.location ?? '')?.[0];
    yield step('drop', jobId);
    const seen = async () => seenOf(app, { organisationId, jobId: Number(copyId) });
    yield step('start', copyId, { seen: await seen() });
    await app.runJobs();
    // As if something had stood in the way.
    await app.db.updateTable('copy_job_target').set({ state: 'FAILED' }).where('job_id', '=', Number(copyId)).execute();
    await app.db
      .updateTable('alert')
      .set({ deleted_at: app.clock.now() })
      .where('location_id', '=', targetId)
      .execute();
    yield step('retry', copyId, { seen: await seen() });
    await app.runJobs();
    yield step('undo', copyId);
    await app.runJobs();
  },
});

/** What a page would show to whoever confirms. */
async function seenOf(
  app: TestApp,
  { organisationId, jobId }: { organisationId: number; jobId: number },
): Promise<string> {
  const acting = { scope: { organisationId, restriction: null }, now: app.clock.now() };
  const job = await findJob(app.db, { scope: acting.scope, userId: null }, jobId);
  if (!job) throw new Error('there is no such copy');
  const { seen } = await planCopy(app.db, acting, {
    key: { organisationId, id: jobId },
    job,
    states: ['WAITING', 'FAILED'],
  });
  return seen;
}
