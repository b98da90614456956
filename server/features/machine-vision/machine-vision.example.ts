import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import sharp from 'sharp';
import { defineExample } from '../../../tests/support/example';
import { addValue } from '../../../tests/support/scratch-organisation';

const picture = () =>
  sharp({ create: { width: 16, height: 12, channels: 3, background: '#c8a060' } })
    .webp()
    .toBuffer();

export const example = defineExample({
  async records({ db, clock }, { organisationId, locationId, organisationMark }) {
    const of = { organisation_id: organisationId };
    const now = clock.now();
    const { rows: events } = await sql<{ id: number; uuid: string }>`
      update waste_event set classification_state = 'UNCLASSIFIED' where organisation_id = ${organisationId} and id in (
        select id from waste_event where organisation_id = ${organisationId} and location_id = ${locationId} and voided_at is null order by id desc limit 3)
      returning id, client_event_uuid as uuid`.execute(db);
    const [first, second] = events.sort((one, other) => one.id - other.id) as [
      { id: number; uuid: string },
      { id: number; uuid: string },
    ];
    const content = await picture();
    const insertPhoto = async (eventId: number) => {
      const { id } = await db
        .insertInto('photo')
        .values({
          ...of,
          event_id: eventId,
          sha256: randomBytes(32),
          media_type: 'image/webp',
          content,
          small: content,
          hash: randomBytes(8),
          taken_at: now,
          added_at: now,
          retention_until: new Date(now.getTime() + 86_400_000),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    };
    const photoId = await insertPhoto(first.id);
    await insertPhoto(second.id);
    await db
      .insertInto('photo_setting')
      .values({ ...of, retention_days: 365, training_consent: true, changed_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const itemId = await addValue(db, organisationId, { element: 'WASTEITEM', name: `${organisationMark} plate` });
    const batch = await db
      .insertInto('vision_batch')
      .values({ ...of, published_by: 1, published_at: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    const label = await db
      .insertInto('vision_label')
      .values({
        ...of,
        event_id: second.id,
        user_id: 1,
        kind: 'item',
        parts: JSON.stringify([{ itemId, share: 100 }]),
        answer: `${itemId}=100`,
        state: 'PUBLISHED',
        batch_id: batch.id,
        at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('vision_batch_event')
      .values({ ...of, batch_id: batch.id, event_id: second.id, label_id: label.id, outcome: 'same', standing: 0 })
      .execute();
    // The versions are the organization's, which has several sites.
    const version = { organisation_id: organisationId, opened_by: 1, opened_at: now };
    await db
      .insertInto('taxonomy_version')
      .values([
        { ...version, number: 1, closed_at: now },
        { ...version, number: 2 },
      ])
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await db
      .insertInto('taxonomy_mapping')
      .values({ organisation_id: organisationId, number: 1, item_id: itemId, name: `${organisationMark} plate` })
      .execute();
    return {
      number: 1,
      itemId,
      eventId: first.id,
      clientEventUuid: first.uuid,
      photoId,
      batchId: batch.id,
    };
  },

  visitor: { permissions: ['EDIT_TRANSACTIONS', 'EDIT_ORGANIZATION_SETTINGS'] },

  async *changes({ organisationId, eventId, batchId, photoId, itemId, organisationMark }, app) {
    yield {
      route: 'post /machine-vision/:organisationId/events/:eventId/answer',
      values: { organisationId, eventId },
      form: { answer: 'unreadable' },
    };
    const { rows } = await sql<{ id: number }>`
      select max(id) as id from vision_label where organisation_id = ${organisationId} and state = 'OPEN'`.execute(
      app.db,
    );
    yield {
      route: 'post /machine-vision/:organisationId/publish',
      values: { organisationId },
      form: { labels: String(rows[0]?.id ?? 0) },
    };
    yield {
      route: 'post /machine-vision/:organisationId/batches/:batchId/undo',
      values: { organisationId, batchId },
      form: {},
    };
    yield {
      route: 'post /machine-vision/:organisationId/events/:eventId/photos/:photoId/delete',
      values: { organisationId, eventId, photoId },
      form: {},
    };
    const taxonomy = 'post /machine-vision/:organisationId/taxonomy';
    yield { route: taxonomy, values: { organisationId }, form: { number: '2' } };
    yield {
      route: `${taxonomy}/:number`,
      values: { organisationId, number: 1 },
      form: { itemId: String(itemId), to: `${organisationMark} plate` },
    };
    yield { route: 'post /photo-settings', form: { retentionDays: '90', trainingConsent: 'on', devicePhotos: 'on' } };
  },

  silent: {
    'post /rest/v1/waste-events/:clientEventUuid/photo': 'a picture, which its own test sends',
    'post /machine-vision/:organisationId/events/:eventId/photo': 'a picture, which its own test sends',
  },
});
