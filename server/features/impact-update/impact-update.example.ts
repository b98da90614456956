import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { defineExample } from '../../../tests/support/example';
import type { ReportDocument } from '../../platform/document/document.contract';

const form = {
  kind: 'impactUpdate',
  place: '',
  wasteStageId: '8',
  locale: 'en_US',
  unitId: '12',
  currency: '',
  productionSet: 'sel2021',
  disposalSet: 'epa2026',
  period: 'last4Weeks',
};

export const example = defineExample({
  async records({ db, clock }, { organisationId, organisationMark, locationId }) {
    const document: ReportDocument = {
      title: `${organisationMark} statement`,
      subtitle: [],
      locale: 'en_US',
      simulated: false,
      notes: [],
      footer: '',
      blocks: [
        {
          kind: 'table',
          title: 'Sites',
          main: true,
          columns: [{ label: 'Site' }],
          rows: [[{ text: `=${organisationMark} site` }]],
          empty: '',
        },
      ],
    };
    const parameters = {
      kind: 'impactUpdate',
      siteId: null,
      locationId: null,
      stageId: 8,
      locale: 'en_US',
      unitId: 12,
      currency: null,
      productionSet: 'sel2021',
      disposalSet: 'epa2026',
      start: '2026-02-16',
      end: '2026-03-15',
    };
    const run = await db
      .insertInto('report_run')
      .values({
        organisation_id: organisationId,
        kind: 'impactUpdate',
        parameters: JSON.stringify(parameters),
        fingerprint: `${organisationMark} impact`,
        location_ids: sql`${[locationId]}::bigint[]`,
        requested_by: 0,
        state: 'done',
        document: JSON.stringify(document),
        pdf: Buffer.from('%PDF-1.7'),
        created_at: clock.now(),
        touched_at: clock.now(),
        finished_at: clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const shareToken = `token-${organisationId}-${locationId}`;
    const share = await db
      .insertInto('report_share')
      .values({
        organisation_id: organisationId,
        run_id: run.id,
        token_hash: createHash('sha256').update(shareToken).digest(),
        expires_at: new Date('2100-01-01T00:00:00Z'),
        created_by: 0,
        created_at: clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { runId: run.id, shareId: share.id, shareToken, step: 'again', format: 'csv' };
  },

  async *changes({ runId, shareId }) {
    yield { route: 'post /impact-update', form, shown: false };
    yield { route: 'post /impact-update/:runId/shares', values: { runId }, form: { days: '7' }, shown: false };
    yield {
      route: 'post /impact-update/:runId/shares/:shareId/revoke',
      values: { runId, shareId },
      form: {},
      shown: false,
    };
    yield { route: 'post /impact-update/:runId/:step', values: { runId, step: 'again' }, form: {}, shown: false };
  },
});
