import { sql } from 'kysely';
import { defineExample } from '../../../tests/support/example';

const terms = {
  title: 'Half by then',
  plan: 'Together',
  startDate: '2026-03-16',
  endDate: '2027-03-14',
  cascade: 'equal',
};

export const example = defineExample({
  async records({ db, clock }, { organisationId, siteId, locationId, mark, organisationMark }) {
    const goal = await db
      .insertInto('enterprise_goal')
      .values({
        organisation_id: organisationId,
        title: `${organisationMark} goal`,
        plan: `${organisationMark} plan`,
        stage_id: 8,
        metric: 'weight',
        currency_code: 'USD',
        target: 0.5,
        start_week: '2026-01-26',
        end_week: '2027-01-25',
        cascade_kind: 'equal',
        created_at: clock.now(),
        updated_at: clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const of = { organisation_id: organisationId, goal_id: goal.id };
    await db
      .insertInto('enterprise_goal_site')
      .values({ ...of, site_id: siteId, exempt_reason: `${mark} reason` })
      .execute();
    await db
      .insertInto('enterprise_goal_base')
      .values({ ...of, location_id: locationId, baseline_weeks: sql`'{2026-01-05,2026-01-12,2026-01-19}'::date[]` })
      .execute();
    return { goalId: goal.id, step: 'close' };
  },

  // Whoever changes goals of the organization sees them.
  visitor: { permissions: ['VIEW_ENTERPRISE_GOALS'] },

  async *changes({ siteId }) {
    const made = yield {
      route: 'post /rest/v1/enterprise-goals',
      body: { ...terms, wasteStageId: 8, metric: 'weight', target: 0.5, siteIds: [siteId] },
    };
    const own = { goalId: made.body.goalId as number };
    yield {
      route: 'put /rest/v1/enterprise-goals/:goalId',
      values: own,
      body: { ...terms, target: 0.4, siteIds: [siteId], version: 1 },
    };
    yield {
      route: 'put /rest/v1/enterprise-goals/:goalId/sites/:siteId',
      values: own,
      body: { exempt: true, reason: 'It moves', version: 2 },
    };
    yield {
      route: 'post /rest/v1/enterprise-goals/:goalId/steps/:step',
      values: { ...own, step: 'rebase' },
      body: { reason: 'New menu', version: 3 },
    };
    const form = { ...terms, percent: '50', siteId: String(siteId) };
    yield { route: 'post /enterprise-goals', form: { ...form, wasteStageId: '8', metric: 'weight', currency: '' } };
    yield { route: 'post /enterprise-goals/:goalId/edit', values: own, form: { ...form, version: '4' } };
    yield {
      route: 'post /enterprise-goals/:goalId/sites/:siteId',
      values: own,
      form: { exempt: 'false', version: '5' },
    };
    yield {
      route: 'post /enterprise-goals/:goalId/steps/:step',
      values: { ...own, step: 'cascade' },
      form: { version: '6' },
    };
  },
});
