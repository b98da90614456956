import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { addEvents, addLocation, addSite, weekOfEvents } from '../../../tests/support/factories';
import { newOrganisation, signedInAs } from '../../../tests/support/people';
import { rowsRead, watched, type Statement } from '../../../tests/support/statements';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import { internalOrganisation } from '../../platform/actor';
import { addClassificationStates } from '../../setup/demo/classification.store';
import { readUnclassifiedStatus } from './unclassified-status.store';

const permission = 'MACHINE_VISION_EDIT_WASTE_EVENT_CLASSIFICATION';
const address = '/rest/v1/machine-vision/unclassified-status';

let app: TestApp;

beforeAll(async () => {
  app = await testApp();
});

/** An organisation with a kitchen in each of two sites, 14 events in each. */
async function twoKitchens() {
  const organisationId = await newOrganisation(app);
  const sites = [
    await addSite(app, { organisationId, name: 'North' }),
    await addSite(app, { organisationId, name: 'South' }),
  ] as const;
  const kitchens = [
    await addLocation(app, { organisationId, siteId: sites[0], name: 'Kitchen' }),
    await addLocation(app, { organisationId, siteId: sites[1], name: 'Servery' }),
  ] as const;
  for (const locationId of kitchens)
    await addEvents(app, { organisationId, locationId, events: weekOfEvents({ weekStart: '2026-02-02', grams: 100 }) });
  return { organisationId, sites, kitchens };
}

const setStates = (organisationId: number, locationId: number, state: string | null) =>
  app.db
    .updateTable('waste_event')
    .set({ classification_state: state })
    .where('organisation_id', '=', organisationId)
    .where('location_id', '=', locationId)
    .execute();

const markOf = (html: string) => ({
  icon: /data-menu-mark="(\w+)"/.exec(html)?.[1] ?? null,
  text: /data-menu-mark[\s\S]*?visually-hidden">, ([^<]*)</.exec(html)?.[1] ?? null,
});
const noMark = { icon: null, text: null };
const allClassified = { icon: 'published', text: 'All waste events are classified' };

describe('the state of classification', () => {
  // Spec 4: Machine vision icon: from the state of events, in the menu
  // Spec 7: Get unclassified data status
  it('is null without anything to classify, a count while events wait, and 0 when all are classified, in the call and in the menu of every page', async () => {
    const {
      organisationId,
      kitchens: [north, south],
    } = await twoKitchens();
    const person = await signedInAs(app, { organisationId, permissions: [permission], locale: 'en_US' });
    expect(markOf((await person.get('/home')).text)).toEqual(noMark);
    expect((await person.get(address)).body).toEqual({ count: null });

    await setStates(organisationId, north, 'CLASSIFIED');
    await setStates(organisationId, south, 'UNCLASSIFIED');
    expect((await person.get(address)).body).toEqual({ count: 14 });
    expect(markOf((await person.get('/home')).text)).toEqual({
      icon: 'sync',
      text: '14 waste events to classify',
    });

    await setStates(organisationId, south, 'CLASSIFIED');
    expect((await person.get(address)).body).toEqual({ count: 0 });
    expect(markOf((await person.get('/home')).text)).toEqual(allClassified);
  });

  it('does not count what was voided', async () => {
    const {
      organisationId,
      kitchens: [north],
    } = await twoKitchens();
    const person = await signedInAs(app, { organisationId, permissions: [permission] });
    await setStates(organisationId, north, 'UNCLASSIFIED');
    await app.db
      .updateTable('waste_event')
      .set({ voided_at: app.clock.now() })
      .where('organisation_id', '=', organisationId)
      .where('local_date', '=', '2026-02-02')
      .execute();
    expect((await person.get(address)).body).toEqual({ count: 12 });
    await app.db
      .updateTable('waste_event')
      .set({ voided_at: app.clock.now() })
      .where('organisation_id', '=', organisationId)
      .execute();
    expect((await person.get(address)).body).toEqual({ count: null });
  });

  it('is that of the sites that somebody may see', async () => {
    const {
      organisationId,
      sites: [northSite, southSite],
      kitchens: [north, south],
    } = await twoKitchens();
    await setStates(organisationId, north, 'CLASSIFIED');
    await setStates(organisationId, south, 'UNCLASSIFIED');
    const seenBy = async (wish: object) =>
      (await (await signedInAs(app, { organisationId, permissions: [permission], ...wish })).get(address)).body
        .count as number | null;
    expect(await seenBy({ sites: [northSite] })).toBe(0);
    expect(await seenBy({ sites: [southSite] })).toBe(14);
    expect(await seenBy({ restricted: true })).toBeNull();
  });

  it('is told to nobody without the permission, in the call and in the menu', async () => {
    const {
      organisationId,
      kitchens: [north],
    } = await twoKitchens();
    await setStates(organisationId, north, 'UNCLASSIFIED');
    const person = await signedInAs(app, {
      organisationId,
      permissions: ['VIEW_BASE_LPO_PAGE', 'VIEW_CCM_TOOLS_TAB', 'EDIT_SITES'],
    });
    expect((await person.get(address)).status).toBe(403);
    const page = await person.get('/sites');
    expect(page.text).toContain('data-menu="ccmTools"');
    expect(markOf(page.text)).toEqual(noMark);
  });

  it('reads what waits and one event of a kitchen and state, whatever there is', async () => {
    const {
      organisationId,
      kitchens: [north, south],
    } = await twoKitchens();
    await setStates(organisationId, north, 'CLASSIFIED');
    await app.db
      .updateTable('waste_event')
      .set({ classification_state: 'UNCLASSIFIED' })
      .where('organisation_id', '=', organisationId)
      .where('location_id', '=', south)
      .where('local_date', '=', '2026-02-02')
      .execute();
    const { db, statements } = watched(app.resources.database);
    expect(await readUnclassifiedStatus(db, { organisationId, restriction: null })).toEqual({ count: 2 });
    expect(statements).toHaveLength(1);
    expect(await rowsRead(app.resources.database, statements[0] as Statement, 'waste_event')).toBeLessThanOrEqual(4);
  });

  it('is on no page that is kept for others: who comes after sees their own, and it is never behind', async () => {
    const {
      organisationId,
      kitchens: [north],
    } = await twoKitchens();
    await setStates(organisationId, north, 'UNCLASSIFIED');
    const wish = { organisationId, permissions: [permission, 'VIEW_BASE_LPO_PAGE'] as const, locale: 'en_US' as const };
    const [one, other] = [await signedInAs(app, wish), await signedInAs(app, wish)];
    expect(markOf((await one.get('/deployment-status')).text).icon).toBe('sync');
    await setStates(organisationId, north, 'CLASSIFIED');
    expect(markOf((await other.get('/deployment-status')).text)).toEqual(allClassified);
  });

  it('is told to staff of the organisation that the page is in', async () => {
    const { organisationId } = await twoKitchens();
    await app.db
      .transaction()
      .execute((trx) => addClassificationStates(trx, { organisationId, unclassified: 3, classified: 5 }));
    const {
      rows: [states],
    } = await sql<{ waiting: number; done: number }>`
      select count(*) filter (where classification_state = 'UNCLASSIFIED')::int as waiting, count(*) filter (where classification_state = 'CLASSIFIED')::int as done
      from waste_event where organisation_id = ${organisationId}`.execute(app.db);
    expect(states).toEqual({ waiting: 3, done: 5 });
    const staff = await signedInAs(app, {
      organisationId: internalOrganisation,
      permissions: [permission, 'EDIT_SITES', 'VIEW_CCM_TOOLS_TAB'],
      locale: 'en_US',
    });
    expect((await staff.get(address).query({ organisationId })).body).toEqual({ count: 3 });
    expect(markOf((await staff.get('/sites').query({ organisationId })).text)).toEqual({
      icon: 'sync',
      text: '3 waste events to classify',
    });
    const customer = await signedInAs(app, {
      organisationId: await newOrganisation(app),
      permissions: [permission, 'EDIT_SITES'],
    });
    expect((await customer.get(address).query({ organisationId })).status).toBe(404);
    expect(markOf((await customer.get('/sites').query({ organisationId })).text)).toEqual(noMark);
  });
});
