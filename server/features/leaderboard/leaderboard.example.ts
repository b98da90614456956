import { defineExample } from '../../../tests/support/example';

const terms = {
  name: 'Spring',
  metric: 'tracking',
  by: 'sites',
  wasteStageId: 8,
  startDate: '2026-02-02',
  endDate: '2026-03-01',
};
const form = { ...terms, wasteStageId: '8', countryCode: '', regionName: '', segmentName: '' };

export const example = defineExample({
  async records({ db, clock }, { organisationId, organisationMark }) {
    const contest = await db
      .insertInto('contest')
      .values({
        organisation_id: organisationId,
        name: `${organisationMark} contest`,
        metric: 'reduction',
        ranked_by: 'sites',
        stage_id: 8,
        start_date: '2026-01-26',
        end_date: '2026-02-15',
        created_at: clock.now(),
        updated_at: clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { contestId: contest.id };
  },

  query: { range: 'custom', by: 'sites', metric: 'reduction' },

  async *changes({ siteId }) {
    const made = yield { route: 'post /rest/v1/leaderboard/contests', body: terms };
    const own = { contestId: made.body.contestId };
    yield {
      route: 'put /rest/v1/leaderboard/contests/:contestId',
      values: own,
      body: { ...terms, name: 'Summer', version: 1 },
    };
    yield { route: 'post /leaderboard/contests', form };
    yield { route: 'post /leaderboard/contests/:contestId/edit', values: own, form: { ...form, version: '2' } };
    yield { route: 'delete /rest/v1/leaderboard/contests/:contestId', values: own };
    const again = yield { route: 'post /rest/v1/leaderboard/contests', body: terms };
    yield {
      route: 'post /leaderboard/contests/:contestId/delete',
      values: { contestId: again.body.contestId },
      form: {},
    };
    yield {
      route: 'put /rest/v1/leaderboard/opt-outs/:siteId',
      values: { siteId },
      body: { reason: 'Building works' },
    };
    yield { route: 'delete /rest/v1/leaderboard/opt-outs/:siteId', values: { siteId } };
    yield { route: 'post /leaderboard/sites/:siteId/opt-out', values: { siteId }, form: { reason: '' } };
    yield { route: 'post /leaderboard/sites/:siteId/opt-in', values: { siteId }, form: {} };
  },
});
