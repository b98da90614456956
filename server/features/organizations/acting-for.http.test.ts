import { beforeAll, describe, expect, it } from 'vitest';
import { addLocation, addSite } from '../../../tests/support/factories';
import { joinOrganisation, newOrganisation, newPerson } from '../../../tests/support/people';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import { actingFor } from '../../platform/acting';
import { defineActions } from '../../platform/audit';

let app: TestApp;
let organisationId: number;
let siteId: number;

beforeAll(async () => {
  app = await testApp();
  organisationId = await newOrganisation(app);
  siteId = await addSite(app, { organisationId });
  await addLocation(app, { organisationId, siteId });
});

const actingOf = (userId: number, organisation = organisationId) =>
  actingFor(app.resources, { userId, organisationId: organisation });

describe('a job that acts for somebody', () => {
  it('sees and may what they see and may now, as themselves', async () => {
    const person = await newPerson(app, {
      organisationId,
      permissions: ['GENERATE_REPORTS'],
      sites: [siteId],
      locale: 'de_DE',
    });
    const acting = await actingOf(person.userId);
    expect(acting).toMatchObject({
      scope: { organisationId, restriction: { sites: [siteId], locations: [] } },
      actor: {
        kind: 'person',
        userId: person.userId,
        login: person.login,
        locale: 'de_DE',
        permissions: new Set(['GENERATE_REPORTS']),
        unit: { abbr: 'lb' },
      },
      now: app.clock.now(),
    });
  });

  it('no longer has a right that was taken away in the meantime', async () => {
    const person = await newPerson(app, { organisationId, permissions: ['GENERATE_REPORTS'] });
    await app.db.deleteFrom('identity.membership_role').where('user_id', '=', person.userId).execute();
    expect((await actingOf(person.userId))?.actor).toMatchObject({ permissions: new Set() });
  });

  it('may nothing for somebody who was switched off, has left, or was never there', async () => {
    const [off, left] = [await newPerson(app, { organisationId }), await newPerson(app, { organisationId })];
    await app.db.updateTable('identity.user').set({ status: 'I' }).where('id', '=', off.userId).execute();
    await app.db.updateTable('identity.membership').set({ status: 'I' }).where('user_id', '=', left.userId).execute();
    const stranger = await newPerson(app, { organisationId: await newOrganisation(app) });
    expect([
      await actingOf(off.userId),
      await actingOf(left.userId),
      await actingOf(stranger.userId),
      await actingOf(900_000_001),
    ]).toEqual([null, null, null, null]);
  });

  it('reaches below a membership, but not for somebody who is limited above', async () => {
    const child = await newOrganisation(app, { parentId: organisationId });
    const [manager, limited] = [
      await newPerson(app, { organisationId, permissions: ['GENERATE_REPORTS'] }),
      await newPerson(app, { organisationId, sites: [siteId] }),
    ];
    expect(await actingOf(manager.userId, child)).toMatchObject({
      scope: { organisationId: child },
      actor: { permissions: new Set(['GENERATE_REPORTS']) },
    });
    expect(await actingOf(limited.userId, child)).toBeNull();
  });

  it('acts for staff in every organisation with the rights of the internal one, and for members with their own', async () => {
    const staff = await newPerson(app, { organisationId: 1, permissions: ['VIEW_CONSOLE'] });
    expect(await actingOf(staff.userId)).toMatchObject({
      scope: { organisationId },
      actor: { permissions: new Set(['VIEW_CONSOLE']) },
    });
    await joinOrganisation(app, staff, { organisationId, permissions: ['GENERATE_REPORTS'] });
    expect((await actingOf(staff.userId))?.actor).toMatchObject({ permissions: new Set(['GENERATE_REPORTS']) });
  });

  it('stands in the audit as that person', async () => {
    const person = await newPerson(app, { organisationId });
    const acting = await actingOf(person.userId);
    await app.db.transaction().execute(
      (trx) =>
        acting?.audit(trx, {
          action: defineActions('report', { send: {} }).send,
          entity: 'report',
          entityId: person.userId,
        }) ?? Promise.resolve(),
    );
    const row = await app.db
      .selectFrom('audit_log')
      .select(['user_id', 'actor', 'organisation_id'])
      .where('entity', '=', 'report')
      .where('entity_id', '=', String(person.userId))
      .executeTakeFirst();
    expect(row).toEqual({ user_id: person.userId, actor: person.login, organisation_id: organisationId });
  });
});
