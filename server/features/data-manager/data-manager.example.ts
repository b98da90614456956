import { sql } from 'kysely';
import { defineExample } from '../../../tests/support/example';
import { noSums } from './bulk-sums.rules';

const reason = 'weighed twice';

export const example = defineExample({
  async records({ db, clock }, { organisationId, locationId, mark }) {
    const { rows: events } = await sql<{ id: number }>`
      select id from waste_event where organisation_id = ${organisationId} and location_id = ${locationId} order by id limit 3`.execute(
      db,
    );
    const [event, other] = events.map(({ id }) => id) as [number, number];
    const bulk = await db
      .insertInto('bulk_change')
      .values({
        organisation_id: organisationId,
        change: JSON.stringify({ kind: 'void' }),
        reason: `${mark} reason`,
        state: 'COUNTED',
        by_user_id: 0,
        by_login: 'somebody',
        created_at: clock.now(),
        alive_at: clock.now(),
        sums: JSON.stringify({ ...noSums, changes: 1 }),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('bulk_change_row')
      .values({ organisation_id: organisationId, bulk_id: bulk.id, event_id: other, standing: 0, outcome: 'changes' })
      .execute();
    return { 'events/:id': event, 'changes/:id': bulk.id, step: 'confirm' };
  },

  visitor: { permissions: ['EDIT_TRANSACTIONS'] },

  async *changes({ organisationId, locationId, ...made }, app) {
    const id = made['events/:id'];
    const standing = async (eventId: number) => {
      const { rows } = await sql<{ n: number }>`
        select coalesce(max(id), 0) as n from waste_event_revision where organisation_id = ${organisationId} and event_id = ${eventId}`.execute(
        app.db,
      );
      return String(rows[0]?.n);
    };
    const form = async (more: object = {}) => ({ reason, standing: await standing(id), ...more });
    const step = (name: string) => ({ id, step: name });
    const steps = 'post /data-manager/events/:id/steps/:step';
    yield {
      route: 'post /data-manager/events/:id/correct',
      values: { id },
      form: await form({ note: 'Checked' }),
    };
    yield { route: steps, values: step('confirm'), form: { standing: await standing(id) } };
    yield { route: steps, values: step('void'), form: await form() };
    yield { route: steps, values: step('restore'), form: await form() };
    yield {
      route: 'post /data-manager/events/:id/split',
      values: { id },
      form: await form({ by: 'share', amount: '1,1' }),
    };
    const { rows } = await sql<{ id: number }>`
      select id from waste_event where organisation_id = ${organisationId} and location_id = ${locationId} and voided_at is null order by id desc limit 4`.execute(
      app.db,
    );
    const eventIds = rows.map((row) => row.id);
    const prepared = yield {
      route: 'post /rest/v1/data-manager/changes',
      body: { eventIds: eventIds.slice(0, 2), change: { kind: 'void' }, reason },
    };
    const called = { id: prepared.body.changeId as number };
    await app.runJobs();
    yield { route: 'post /rest/v1/data-manager/changes/:id/run', values: called, body: {} };
    await app.runJobs();
    yield { route: 'post /rest/v1/data-manager/changes/:id/undo', values: called, body: { reason } };
    await app.runJobs();
    const newestChange = async () => {
      const { rows: found } = await sql<{ id: number }>`
        select max(id) as id from bulk_change where organisation_id = ${organisationId}`.execute(app.db);
      return { id: found[0]?.id ?? 0 };
    };
    yield { route: 'post /data-manager/changes', form: { eventId: String(eventIds[2]), kind: 'void', reason } };
    await app.runJobs();
    const newest = await newestChange();
    yield { route: 'post /data-manager/changes/:id/run', values: newest, form: {} };
    await app.runJobs();
    yield { route: 'post /data-manager/changes/:id/undo', values: newest, form: { reason } };
    await app.runJobs();
    yield { route: 'post /data-manager/changes', form: { eventId: String(eventIds[3]), kind: 'void', reason } };
    await app.runJobs();
    yield { route: 'post /data-manager/changes/:id/drop', values: await newestChange(), form: {} };
  },
});
