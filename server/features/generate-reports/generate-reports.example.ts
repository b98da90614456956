import { sql } from 'kysely';
import { defineExample } from '../../../tests/support/example';
import type { Db } from '../../platform/db/database';
import type { ReportDocument } from '../../platform/document/document.contract';

const asked = {
  kind: 'topItems',
  wasteStageId: 8,
  locale: 'en_US',
  unitId: 12,
  period: 'last4Weeks',
};
const form = { ...asked, wasteStageId: '8', unitId: '12', place: '', currency: '' };
const scheduled = { ...form, cadence: 'weekly', weekDay: '1', monthDay: '1', hour: '6' };

/** Somebody who receives reports; nobody where the organization has no member. */
async function someMember(db: Db, organisationId: number): Promise<number> {
  const { rows } = await sql<{
    id: number;
  }>`select min(m) as id from identity.active_members(${organisationId}) m`.execute(db);
  return rows[0]?.id ?? 0;
}

export const example = defineExample({
  async records({ db, clock }, { organisationId, organisationMark, locationId }) {
    const userId = await someMember(db, organisationId);
    const parameters = {
      kind: 'topItems',
      siteId: null,
      locationId: null,
      stageId: 8,
      locale: 'en_US',
      unitId: 12,
      currency: null,
      start: '2026-02-16',
      end: '2026-03-15',
    };
    const document: ReportDocument = {
      title: `${organisationMark} report`,
      subtitle: [],
      locale: 'en_US',
      simulated: false,
      notes: [],
      footer: '',
      blocks: [
        {
          kind: 'table',
          title: 'Items',
          main: true,
          columns: [{ label: 'Item' }],
          rows: [[{ text: `=${organisationMark} item` }]],
          empty: '',
        },
      ],
    };
    const run = await db
      .insertInto('report_run')
      .values({
        organisation_id: organisationId,
        kind: 'topItems',
        parameters: JSON.stringify(parameters),
        fingerprint: organisationMark,
        location_ids: sql`${[locationId]}::bigint[]`,
        requested_by: userId,
        state: 'done',
        document: JSON.stringify(document),
        pdf: Buffer.from('%PDF-1.7'),
        created_at: clock.now(),
        touched_at: clock.now(),
        finished_at: clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { start: _, end: __, ...kept } = parameters;
    const schedule = await db
      .insertInto('report_schedule')
      .values({
        organisation_id: organisationId,
        kind: 'topItems',
        parameters: JSON.stringify({ ...kept, period: 'lastWeek' }),
        cadence: 'weekly',
        day: 1,
        hour: 6,
        owner_id: userId,
        next_at: clock.now(),
        paused: true,
        created_at: clock.now(),
        updated_at: clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { runId: run.id, scheduleId: schedule.id, step: 'again', format: 'csv' };
  },

  async *changes({ organisationId, runId, scheduleId }, { db }) {
    const userId = await someMember(db, organisationId);
    yield { route: 'post /rest/v1/reports/runs', body: asked, shown: false };
    yield { route: 'post /rest/v1/reports/runs/:runId/cancel', values: { runId }, shown: false };
    yield { route: 'post /generate-reports', form, shown: false };
    yield {
      route: 'post /generate-reports/runs/:runId/:step',
      values: { runId, step: 'again' },
      form: {},
      shown: false,
    };
    const people = { ...scheduled, recipientId: String(userId) };
    yield { route: 'post /generate-reports/schedules', form: people, shown: false };
    const own = { scheduleId };
    yield {
      route: 'post /generate-reports/schedules/:scheduleId',
      values: own,
      form: { ...people, version: '1' },
      shown: false,
    };
    yield {
      route: 'post /generate-reports/schedules/:scheduleId/:step',
      values: { ...own, step: 'now' },
      form: {},
      shown: false,
    };
    yield { route: 'delete /rest/v1/reports/runs/:runId', values: { runId }, shown: false };
  },

  unshown: {
    report_run: 'its pages are made anew for each request',
    report_delivery: 'its pages are made anew for each request',
    report_schedule: 'its pages are made anew for each request',
    report_recipient: 'its pages are made anew for each request',
    report_share: 'its pages are made anew for each request',
  },
});
