import { sql } from 'kysely';
import { defineExample } from '../../../tests/support/example';
import { addEvents, addLocation, weeksOfEvents } from '../../../tests/support/factories';

const terms = {
  title: 'Less bread',
  plan: 'Smaller trays',
  metric: 'weight',
  targetKind: 'percent',
  startDate: '2026-03-16',
  endDate: '2026-06-14',
};
const form = { ...terms, percent: '20', amount: '', ownerId: '' };

export const example = defineExample({
  async records({ db, clock }, { organisationId, locationId, mark }) {
    const goal = await db
      .insertInto('goal')
      .values({
        organisation_id: organisationId,
        location_id: locationId,
        stage_id: 8,
        title: `${mark} goal`,
        plan: `${mark} plan`,
        metric: 'weight',
        currency_code: 'USD',
        target_kind: 'percent',
        target_value: 0.2,
        start_week: '2026-01-26',
        end_week: '2026-06-08',
        baseline_weeks: sql`'{2026-01-05,2026-01-12,2026-01-19}'::date[]`,
        created_at: clock.now(),
        updated_at: clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const action = await db
      .insertInto('goal_action')
      .values({
        organisation_id: organisationId,
        goal_id: goal.id,
        title: `${mark} action`,
        started_on: '2026-02-02',
        created_at: clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { goalId: goal.id, actionId: action.id, step: 'pause' };
  },

  query: { show: 'all' },

  async *changes({ organisationId, siteId, locationId, goalId }, app) {
    const another = async (name: string) => {
      const other = await addLocation(app, { organisationId, siteId, name, stages: [8] });
      await addEvents(app, {
        organisationId,
        locationId: other,
        events: weeksOfEvents({ weekStart: '2026-01-05', gramsOfWeeks: [1000, 1000, 1000, 900] }),
      });
      return other;
    };
    // A location has a copy once.
    const [called, posted] = [await another('Canteen'), await another('Café')];
    await app.runJobs();
    yield { route: 'post /rest/v1/goals/:goalId/copies', values: { goalId }, body: { locationIds: [called] } };
    yield { route: 'post /goals/:goalId/copy', values: { goalId }, form: { locationId: String(posted) } };
    const subject = { locationId, wasteStageId: 8 };
    const made = yield { route: 'post /rest/v1/goals', body: { ...subject, ...terms, target: 0.2 } };
    const own = { goalId: made.body.goalId };
    yield {
      route: 'put /rest/v1/goals/:goalId',
      values: own,
      body: { ...terms, target: 0.3, reason: 'more', version: 1 },
    };
    yield { route: 'post /rest/v1/goals/:goalId/steps/:step', values: { ...own, step: 'pause' }, body: { version: 2 } };
    const logged = yield {
      route: 'post /rest/v1/goals/:goalId/actions',
      values: own,
      body: { title: 'Trays', startedOn: '2026-03-10' },
    };
    const action = { ...own, actionId: logged.body.actionId };
    yield {
      route: 'put /rest/v1/goals/:goalId/actions/:actionId/end',
      values: action,
      body: { endedOn: '2026-03-12' },
    };
    yield { route: 'delete /rest/v1/goals/:goalId/actions/:actionId', values: action };

    yield { route: 'post /goals', form: { locationId: String(locationId), wasteStageId: '8', ...form } };
    yield { route: 'post /goals/:goalId/edit', values: own, form: { ...form, version: '3' } };
    yield { route: 'post /goals/:goalId/steps/:step', values: { ...own, step: 'resume' }, form: { version: '4' } };
    const again = yield {
      route: 'post /rest/v1/goals/:goalId/actions',
      values: own,
      body: { title: 'Trays', startedOn: '2026-03-10' },
    };
    yield { route: 'post /goals/:goalId/actions', values: own, form: { title: 'Signs', startedOn: '2026-03-11' } };
    const second = { ...own, actionId: again.body.actionId };
    yield { route: 'post /goals/:goalId/actions/:actionId/end', values: second, form: { endedOn: '2026-03-12' } };
    yield { route: 'post /goals/:goalId/actions/:actionId/delete', values: second, form: {} };
  },
});
