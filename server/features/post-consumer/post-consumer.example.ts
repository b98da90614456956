import { createHash } from 'node:crypto';
import { defineExample } from '../../../tests/support/example';
import { addEvents } from '../../../tests/support/factories';
import { addValue } from '../../../tests/support/scratch-organisation';

const terms = { kind: 'portion', sourceId: '', startsOn: '2026-02-09', endsOn: '', note: 'Smaller ladle' };

export const example = defineExample({
  async records(app, { organisationId, locationId, mark, organisationMark }) {
    const { db, clock } = app;
    const line = await addValue(db, organisationId, { element: 'WASTESOURCE', name: `${organisationMark} line` });
    const events = ['2026-02-10', '2026-02-11', '2026-02-12'].map((day) => ({
      day,
      grams: 6_000,
      stageId: 9,
      values: { sourceId: line },
    }));
    await addEvents(app, { organisationId, locationId, events });
    await app.runJobs();
    const made = { organisation_id: organisationId, created_at: clock.now() };
    const campaign = await db
      .insertInto('guest_campaign')
      .values({
        ...made,
        name: `${mark} campaign`,
        kind: 'signage',
        starts_on: '2026-02-09',
        note: `${mark} why`,
        updated_at: clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('guest_campaign_location')
      .values({ organisation_id: organisationId, campaign_id: campaign.id, location_id: locationId })
      .execute();
    const signToken = `sign-${organisationId}-${locationId}`;
    const sign = await db
      .insertInto('guest_sign')
      .values({
        ...made,
        location_id: locationId,
        token_hash: createHash('sha256').update(signToken).digest(),
        locale: 'en_US',
        sentence: 'Thank you',
        created_by: 0,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { campaignId: campaign.id, signId: sign.id, signToken };
  },

  query: { range: 'custom', wasteStageId: '9' },

  async *changes({ locationId, campaignId, signId }) {
    const place = { locationId: String(locationId) };
    yield {
      route: 'post /post-consumer/guests',
      form: { ...place, from: '2026-02-10', to: '2026-02-12', guests0: '70', guests1: '', guests2: '80' },
    };
    yield { route: 'post /post-consumer/campaigns', form: { ...place, ...terms, name: 'Ladle' } };
    const own = { campaignId };
    yield {
      route: 'post /post-consumer/campaigns/:campaignId/edit',
      values: own,
      form: { ...place, ...terms, name: 'Sign', version: '1' },
    };
    yield { route: 'post /post-consumer/campaigns/:campaignId/end', values: own, form: { version: '2' } };
    yield { route: 'post /post-consumer/campaigns/:campaignId/delete', values: own, form: { version: '3' } };
    yield { route: 'post /post-consumer/signs', form: { ...place, locale: 'de_DE', sentence: '' } };
    yield { route: 'post /post-consumer/signs/:signId/revoke', values: { signId }, form: {} };
  },
});
