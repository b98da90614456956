import { defineExample } from '../../../tests/support/example';

export const example = defineExample({
  unshown: { recost: 'its page asks for it by calls that are never kept' },

  async records({ db }, { organisationId, siteId, mark, organisationMark }) {
    const rule = { organisation_id: organisationId, amount_per_kg: 2, currency_code: 'USD', valid_from: '2026-01-01' };
    const { id: ruleId } = await db
      .insertInto('cost_rule')
      .values({ ...rule, note: `${organisationMark} note` })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('cost_rule')
      .values({ ...rule, site_id: siteId, note: `${mark} note` })
      .execute();
    const at = new Date('2026-03-01T12:00:00Z');
    const counted = JSON.stringify({ events: 0, changed: 0, gained: 0, lost: 0, left: 0, currencies: [] });
    const { id: recostId } = await db
      .insertInto('recost')
      .values({
        organisation_id: organisationId,
        from_day: '2026-01-01',
        to_day: '2026-01-31',
        site_id: siteId,
        reason: `${mark} reason`,
        state: 'COUNTED',
        by_login: `${mark} login`,
        rules_mark: '',
        counted,
        created_at: at,
        alive_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { ruleId, recostId };
  },

  query: { weight: '2', unit: 'kg', day: '2026-02-01' },

  async *changes(_place, app) {
    const body = { amountPerKg: '3.5', currency: 'USD', validFrom: '2026-01-01' };
    const made = yield { route: 'post /rest/v1/cost-rules', body };
    const changed = yield {
      route: 'put /rest/v1/cost-rules/:ruleId',
      values: { ruleId: made.body.ruleId },
      body: { ...body, amountPerKg: '4' },
    };
    yield {
      route: 'post /rest/v1/cost-rules/:ruleId/end',
      values: { ruleId: changed.body.ruleId },
      body: { validTo: '2026-03-31' },
    };
    const counting = yield {
      route: 'post /rest/v1/recosts',
      body: { fromDay: '2026-01-05', toDay: '2026-02-15', reason: 'New prices' },
      shown: false,
    };
    await app.runJobs();
    yield { route: 'post /rest/v1/recosts/:recostId/run', values: { recostId: counting.body.recostId } };
    await app.runJobs();
  },
});
