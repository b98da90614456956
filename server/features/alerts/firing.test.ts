// @databases both
import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addLocation, addSite } from '../../../tests/support/factories';
import { newOrganisation, signedInAs } from '../../../tests/support/people';
import { addValue } from '../../../tests/support/scratch-organisation';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import { voidImportedEvents } from '../../domain/events/event-changes.service';
import { ingestEvents } from '../../domain/events/ingest.service';
import { actingAsSystem } from '../../platform/acting';

let app: TestApp;
let orgId: number;
let siteId: number;
let locationId: number;
let manager: Awaited<ReturnType<typeof signedInAs>>;

beforeAll(async () => {
  app = await testApp();
});

beforeEach(async () => {
  orgId = await newOrganisation(app, { currencyCode: 'EUR' });
  siteId = await addSite(app, { organisationId: orgId });
  locationId = await addLocation(app, { organisationId: orgId, siteId });
  manager = await signedInAs(app, { organisationId: orgId, permissions: ['EDIT_NOTIFICATIONS', 'EDIT_TRANSACTIONS'] });
});

const make = async (more: object = {}) => {
  const { status, body } = await manager.post(`/rest/v1/alert/participant/${orgId}/alert`).send({
    alertName: 'Heavy',
    alertDesc: 'A kilogram or more',
    siteId: 0,
    locationId: 0,
    deviceId: 0,
    alertCompType: 'netWeightAmount',
    alertOperator: 'GE',
    alertCompValue: 1,
    alertUnitId: 12,
    ...more,
  });
  expect([status, body]).toMatchObject([200, {}]);
  return body.alertId as number;
};

interface Weighed {
  grams?: number;
  at?: string;
  itemId?: number;
  importBatchId?: number;
}

/** As every event comes in. @returns its id */
async function weigh({
  grams = 1_500,
  at = '2026-03-18T11:00:00Z',
  itemId,
  importBatchId,
}: Weighed = {}): Promise<number> {
  const result = await app.db.transaction().execute((trx) =>
    ingestEvents(
      trx,
      { organisationId: orgId, origin: 'API', clock: app.clock, domain: app.resources.domain, importBatchId },
      [
        {
          clientEventUuid: randomUUID(),
          locationId,
          occurredAt: new Date(at),
          stageId: 8,
          grossGrams: grams,
          tareGrams: 0,
          enteredValue: grams,
          enteredUnit: 'g',
          estimated: false,
          itemId,
        } as never,
      ],
    ),
  );
  expect(result.refused).toEqual([]);
  return result.taken[0]?.eventId ?? 0;
}

const firings = async () =>
  (
    await app.db
      .selectFrom('alert_firing')
      .select(['alert_id', 'event_id', 'pending', 'withdrawn_at'])
      .where('organisation_id', '=', orgId)
      .orderBy('id')
      .execute()
  ).map((row) => ({
    alertId: row.alert_id,
    eventId: row.event_id,
    pending: row.pending,
    withdrawn: row.withdrawn_at !== null,
  }));

const edit = (eventId: number, change: object) =>
  manager.put(`/rest/v1/waste-events/${eventId}`).send({ reason: 'weighed again', change });

describe('an event that is taken', () => {
  it('raises each alert that it matches once, in the transaction that takes it', async () => {
    const alertId = await make();
    const light = await make({ alertOperator: 'LT' });
    const eventId = await weigh();
    const small = await weigh({ grams: 999.99 });
    expect(await firings()).toEqual([
      { alertId, eventId, pending: true, withdrawn: false },
      { alertId: light, eventId: small, pending: true, withdrawn: false },
    ]);
    await app.db.transaction().execute((trx) =>
      app.resources.domain.eventsTaken(trx, {
        organisationId: orgId,
        change: 'taken',
        events: { ids: [eventId] },
        weeks: [],
        now: app.clock.now(),
      }),
    );
    expect(await firings()).toHaveLength(2);
  });

  it('raises none where its transaction is taken back, none of another organisation and none that was deleted', async () => {
    const alertId = await make();
    await expect(
      app.db.transaction().execute(async (trx) => {
        await ingestEvents(
          trx,
          { organisationId: orgId, origin: 'API', clock: app.clock, domain: app.resources.domain },
          [
            {
              clientEventUuid: randomUUID(),
              locationId,
              occurredAt: new Date('2026-03-18T11:00:00Z'),
              stageId: 8,
              grossGrams: 2_000,
              tareGrams: 0,
              enteredValue: 2,
              enteredUnit: 'kg',
              estimated: false,
            } as never,
          ],
        );
        throw new Error('taken back');
      }),
    ).rejects.toThrow('taken back');
    await manager.delete(`/rest/v1/alert/participant/${orgId}/alert/${alertId}`);
    await weigh();
    expect(await firings()).toEqual([]);
  });

  it('that is older than 48 hours is recorded and waits for nobody', async () => {
    await make();
    await weigh({ at: '2026-03-16T11:00:00Z' });
    expect(await firings()).toMatchObject([{ pending: false, withdrawn: false }]);
  });

  it('raises an alert of a category that its item stands below, at once when it is put there', async () => {
    const category = await addValue(app.db, orgId, { element: 'WASTEITEM', name: 'Vegetables' });
    const itemId = await addValue(app.db, orgId, { element: 'WASTEITEM', name: 'Carrots' });
    await make({ refAttribs: [{ elementCode: 'WASTEITEM', values: [{ refId: category }] }] });
    await weigh({ itemId });
    expect(await firings()).toEqual([]);
    await app.db
      .updateTable('ref_value')
      .set({ parent_id: category })
      .where('organisation_id', '=', orgId)
      .where('id', '=', itemId)
      .execute();
    const eventId = await weigh({ itemId });
    expect(await firings()).toMatchObject([{ eventId }]);
  });

  it('follows an alert as it stands: changed, it raises by its new value', async () => {
    const alertId = await make();
    await weigh({ grams: 500 });
    await manager.put(`/rest/v1/alert/participant/${orgId}/alert/${alertId}`).send({
      alertName: 'Lighter',
      alertDesc: 'Any',
      siteId,
      locationId: 0,
      deviceId: 0,
      alertCompType: 'netWeightAmount',
      alertOperator: 'GE',
      alertCompValue: 0.4,
      alertUnitId: 12,
    });
    const eventId = await weigh({ grams: 500 });
    expect(await firings()).toMatchObject([{ alertId, eventId }]);
  });
});

describe('an event that is changed', () => {
  it('raises what it newly matches, and withdraws what it matches no more', async () => {
    await make();
    const eventId = await weigh({ grams: 500 });
    expect(await firings()).toEqual([]);
    expect((await edit(eventId, { grossWeight: 2, unit: 'kg' })).status).toBe(204);
    expect(await firings()).toMatchObject([{ eventId, pending: true, withdrawn: false }]);
    await edit(eventId, { grossWeight: 0.3, unit: 'kg' });
    expect(await firings()).toMatchObject([{ eventId, pending: false, withdrawn: true }]);
    await edit(eventId, { grossWeight: 3, unit: 'kg' });
    expect(await firings()).toMatchObject([{ eventId, pending: true, withdrawn: false }]);
  });

  it('is withdrawn when it is voided, and stands again when it is restored', async () => {
    await make();
    const eventId = await weigh();
    await manager.post(`/rest/v1/waste-events/${eventId}/void`).send({ reason: 'twice' });
    expect(await firings()).toMatchObject([{ pending: false, withdrawn: true }]);
    await manager.delete(`/rest/v1/waste-events/${eventId}/void`).send({ reason: 'not twice' });
    expect(await firings()).toMatchObject([{ pending: true, withdrawn: false }]);
  });

  it('is withdrawn with the import that brought it, and no other is', async () => {
    await make();
    const { id: importBatchId } = await app.db
      .insertInto('import_batch')
      .values({ organisation_id: orgId, file_name: 'a.csv', mapping: '{}', state: 'DONE', created_at: app.clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow();
    await weigh({ importBatchId });
    await weigh();
    const acting = actingAsSystem(app.resources, { organisationId: orgId, name: 'test' });
    await app.db
      .transaction()
      .execute((trx) => voidImportedEvents(trx, acting, { importBatchId, reason: 'wrong file' }));
    expect(await firings()).toMatchObject([
      { withdrawn: true, pending: false },
      { withdrawn: false, pending: true },
    ]);
  });
});
