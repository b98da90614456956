import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addLocation, addSite } from '../../../tests/support/factories';
import { joinOrganisation, newOrganisation, newPerson, signedInAs, unique } from '../../../tests/support/people';
import { addValue, translate } from '../../../tests/support/scratch-organisation';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import { byField } from './alert-channels.rules';

type Agent = Awaited<ReturnType<typeof signedInAs>>;

let app: TestApp;
let orgId: number;
let siteId: number;
let locationId: number;
let manager: Agent;

beforeAll(async () => {
  app = await testApp();
});

beforeEach(async () => {
  orgId = await newOrganisation(app);
  siteId = await addSite(app, { organisationId: orgId, name: unique('Canteen') });
  locationId = await addLocation(app, { organisationId: orgId, siteId, name: 'Grill' });
  manager = await signedInAs(app, { organisationId: orgId, permissions: ['EDIT_NOTIFICATIONS'] });
});

/** As the modal sends a new one. */
const heavy = (more: object = {}) => ({
  alertId: 0,
  alertName: 'Heavy bins',
  alertDesc: 'More than five pounds',
  siteId: 0,
  locationId: 0,
  deviceId: 0,
  alertCompType: 'netWeightAmount',
  alertOperator: 'GT',
  alertCompValue: 5,
  alertType: 'COMPARISON',
  currencyCode: null,
  alertUnitId: 11,
  refAttribs: [],
  ...more,
});

const base = (id = orgId) => `/rest/v1/alert/participant/${id}`;
const make = async (more: object = {}, agent = manager) => {
  const answer = await agent.post(`${base()}/alert`).send(heavy(more));
  expect([answer.status, answer.body]).toMatchObject([200, { version: 1 }]);
  return answer.body.alertId as number;
};
const listed = async (agent: Agent = manager, query: object = {}) =>
  (await agent.get(base()).query(query)).body as Record<string, unknown>[];
const problem = ({
  status,
  body,
}: {
  status: number;
  body: { fields?: { field: string; code: string }[]; code?: string };
}) => [status, body.fields?.[0]?.field, (body.fields?.[0]?.code ?? body.code)?.replace(/^\w+\./, '')];

describe('an alert', () => {
  // Spec 7: GET /alert/participant/{orgId}
  // Spec 7: POST /alert/participant/{participantId}/alert
  // Spec 9: Frequency IMMEDIATE
  it('is answered with every field of its own and what the reader is notified of', async () => {
    const reason = await addValue(app.db, orgId, { element: 'WASTEREASON', name: 'Expired' });
    await translate(app.db, orgId, { refId: reason, de_DE: 'Abgelaufen' });
    const alertId = await make({
      siteId,
      locationId,
      refAttribs: [
        { elementCode: 'WASTEREASON', values: [{ refId: reason, refName: 'whatever' }] },
        { elementCode: 'WASTESTAGE', values: [{ refId: 9 }] },
      ],
    });
    expect(await listed()).toEqual([
      {
        alertId,
        alertName: 'Heavy bins',
        alertDesc: 'More than five pounds',
        participantId: orgId,
        siteId,
        locationId,
        deviceId: 0,
        alertCompType: 'netWeightAmount',
        alertOperator: 'GT',
        alertCompValue: 5,
        alertType: 'COMPARISON',
        currencyCode: null,
        alertUnitId: 11,
        alertUnitAbrv: 'lb',
        siteName: expect.stringContaining('Canteen'),
        locationName: 'Grill',
        deviceName: null,
        refAttribs: [
          { elementCode: 'WASTEREASON', values: [{ refId: reason, refName: 'Expired' }] },
          { elementCode: 'WASTESTAGE', values: [{ refId: 9, refName: 'Post-consumer' }] },
        ],
        userNotify: {
          alertId,
          alertNotificationId: 0,
          ...byField(() => false),
          notifyEmailAddress: manager.person.login,
          notifyFreqCode: 'IMMEDIATE',
          notifyUserId: manager.person.userId,
          notifyUserName: expect.any(String),
        },
        version: 1,
        editable: true,
      },
    ]);
    const german = await signedInAs(app, { organisationId: orgId, locale: 'de_DE' });
    expect(await listed(german)).toMatchObject([
      { refAttribs: [{ values: [{ refName: 'Abgelaufen' }] }, {}], editable: false },
    ]);
  });

  // Spec 4: Choosing weight clears the currency, choosing cost clears the unit
  it('may be sent back as it was answered, and loses its currency or unit with its kind', async () => {
    await make();
    const [alert] = await listed();
    const save = (more: object) => manager.put(`${base()}/alert/${alert?.alertId}`).send({ ...alert, ...more });
    expect((await save({ alertName: 'Heavier' })).body).toEqual({ alertId: alert?.alertId, version: 2 });
    expect((await save({ version: 2, alertCompType: 'reportedCost', currencyCode: 'EUR' })).status).toBe(200);
    expect(await listed()).toMatchObject([
      {
        alertName: 'Heavy bins',
        alertCompType: 'reportedCost',
        currencyCode: 'EUR',
        alertUnitId: null,
        alertUnitAbrv: null,
      },
    ]);
  });

  // Spec 7: PUT /alert/participant/{participantId}/alert/{alertId}
  it('of an older version is not overwritten: the later editor is told, and nothing is lost', async () => {
    const alertId = await make();
    const save = (more: object) => manager.put(`${base()}/alert/${alertId}`).send(heavy({ alertId, ...more }));
    expect((await save({ alertName: 'First', version: 1 })).status).toBe(200);
    expect(problem(await save({ alertName: 'Second', version: 1 }))).toEqual([409, undefined, 'conflict']);
    expect(await listed()).toMatchObject([{ alertName: 'First', version: 2 }]);
    expect((await save({ alertName: 'Third' })).body.version).toBe(3);
  });

  // Spec 7: DELETE /alert/participant/{orgId}/alert/{alertId}
  it('that is deleted is gone: not listed, not changed, not notified of, and not deleted again', async () => {
    const alertId = await make();
    expect((await manager.delete(`${base()}/alert/${alertId}`)).status).toBe(204);
    expect(await listed()).toEqual([]);
    const gone = [404, undefined, 'unknownAlert'];
    expect(problem(await manager.put(`${base()}/alert/${alertId}`).send(heavy()))).toEqual(gone);
    expect(problem(await manager.delete(`${base()}/alert/${alertId}`))).toEqual(gone);
    expect(problem(await manager.put('/rest/v1/alert/notification').send([{ alertId, notifyEmail: true }]))).toEqual(
      gone,
    );
    expect(problem(await manager.get(`${base()}/alert/${alertId}/emailNotifications`))).toEqual(gone);
  });

  // Spec 7: GET /alert/participant/{orgId} with siteId and searchString
  it('is found by its site and by what its name, description, place or values hold', async () => {
    const other = await addSite(app, { organisationId: orgId, name: unique('School') });
    const rice = await addValue(app.db, orgId, { element: 'WASTEITEM', name: 'Rice' });
    await translate(app.db, orgId, { refId: rice, de_DE: 'Reis' });
    await make({ alertName: 'Everywhere' });
    await make({
      alertName: 'At the canteen',
      siteId,
      refAttribs: [{ elementCode: 'WASTEITEM', values: [{ refId: rice }] }],
    });
    await make({ alertName: 'School', alertDesc: 'PLATE waste', siteId: other });
    const names = async (query: object) => (await listed(manager, query)).map(({ alertName }) => alertName);
    expect(await names({})).toEqual(['At the canteen', 'Everywhere', 'School']);
    expect(await names({ siteId })).toEqual(['At the canteen', 'Everywhere']);
    expect(await names({ siteId: 0, searchString: 'plate' })).toEqual(['School']);
    expect(await names({ searchString: 'reis' })).toEqual(['At the canteen']);
    expect(await names({ searchString: 'canteen' })).toEqual(['At the canteen']);
    expect(await names({ searchString: '%' })).toEqual([]);
  });
});

describe('an alert is refused', () => {
  // Spec 5: Alert: name required, max 50; description, comparison type and operator required; duplicate values rejected
  // Spec 9: Alert name max 50; weight unit ids 11 and 12
  it.each([
    ['a name of 51 characters', { alertName: 'x'.repeat(51) }, 400, 'alertName', 'tooLong'],
    ['no name', { alertName: ' ' }, 400, 'alertName', 'required'],
    ['no description', { alertDesc: '' }, 400, 'alertDesc', 'required'],
    ['a negative value', { alertCompValue: -1 }, 400, 'alertCompValue', 'tooSmall'],
    ['a value that is no number', { alertCompValue: 'many' }, 400, 'alertCompValue', 'wrongType'],
    ['five decimals', { alertCompValue: 0.00001 }, 400, 'alertCompValue', 'tooManyDecimals'],
    ['an unknown operator', { alertOperator: 'NE' }, 400, 'alertOperator', 'notOneOf'],
    ['an unknown kind', { alertCompType: 'volume' }, 400, 'alertCompType', 'notOneOf'],
    [
      'an unknown element',
      { refAttribs: [{ elementCode: 'COLOUR', values: [] }] },
      400,
      'refAttribs.0.elementCode',
      'notOneOf',
    ],
    ['an unknown unit', { alertUnitId: 99 }, 400, 'alertUnitId', 'notOneOf'],
    ['a weight without a unit', { alertUnitId: null }, 422, 'alertUnitId', 'unitMissing'],
    ['a cost without a currency', { alertCompType: 'reportedCost' }, 422, 'currencyCode', 'currencyMissing'],
    [
      'an unknown currency',
      { alertCompType: 'reportedCost', currencyCode: 'ZZZ' },
      422,
      'currencyCode',
      'unknownCurrency',
    ],
    ['an unknown site', { siteId: 900_000_001 }, 422, 'siteId', 'unknownPlace'],
    ['a location without its site', { locationId: 1 }, 422, 'locationId', 'unknownPlace'],
    [
      'an unknown value',
      { refAttribs: [{ elementCode: 'WASTEITEM', values: [{ refId: 900_000_001 }] }] },
      422,
      'refAttribs',
      'unknownValue',
    ],
    [
      'a value twice',
      { refAttribs: [{ elementCode: 'WASTESTAGE', values: [{ refId: 8 }, { refId: 8 }] }] },
      422,
      'refAttribs',
      'paramAlreadyExists',
    ],
    ['a further field', { colour: 'red' }, 400, 'colour', 'unknownField'],
  ])('for %s', async (_why, more, status, field, code) => {
    expect(problem(await manager.post(`${base()}/alert`).send(heavy(more)))).toEqual([status, field, code]);
    expect(await listed()).toEqual([]);
  });

  // Spec 4: Site, location and device 0 stand for all; a location is of its site, a device of its location
  it('for a value, a site, a device of another organisation, and of another location', async () => {
    const elsewhere = await newOrganisation(app);
    const theirs = await addValue(app.db, elsewhere, { element: 'WASTEITEM', name: 'Rice' });
    const theirSite = await addSite(app, { organisationId: elsewhere });
    const other = await addLocation(app, { organisationId: orgId, siteId, name: 'Salads' });
    const device = await app.db
      .insertInto('device')
      .values({ organisation_id: orgId, serial: 'S1', name: 'Scale', location_id: other })
      .returning('id')
      .executeTakeFirstOrThrow();
    const send = async (more: object) => problem(await manager.post(`${base()}/alert`).send(heavy(more)));
    expect(await send({ refAttribs: [{ elementCode: 'WASTEITEM', values: [{ refId: theirs }] }] })).toEqual([
      422,
      'refAttribs',
      'unknownValue',
    ]);
    expect(await send({ siteId: theirSite })).toEqual([422, 'siteId', 'unknownPlace']);
    expect(await send({ siteId, locationId, deviceId: device.id })).toEqual([422, 'deviceId', 'unknownPlace']);
    expect(await send({ participantId: elsewhere })).toEqual([422, 'participantId', 'otherOrganisation']);
    expect(await make({ siteId, locationId: other, deviceId: device.id })).toBeGreaterThan(0);
  });
});

describe('who is notified', () => {
  // Spec 4: Update sends the changed notification records
  // Spec 7: PUT /alert/notification
  it('is chosen by everybody for themselves', async () => {
    const alertId = await make();
    const viewer = await signedInAs(app, { organisationId: orgId });
    const own = async () => (await listed(viewer))[0]?.userNotify as Record<string, unknown>;
    const record = { ...(await own()), notifyEmail: true, notifyPush: true };
    expect((await viewer.put('/rest/v1/alert/notification').send([record])).status).toBe(204);
    expect(await own()).toMatchObject({
      alertNotificationId: expect.any(Number),
      notifyEmail: true,
      notifyPush: true,
      notifyFreqCode: 'IMMEDIATE',
    });
    await viewer
      .put('/rest/v1/alert/notification')
      .send([{ ...(await own()), notifyEmail: false, notifyFreqCode: 'DAILY' }]);
    expect(await own()).toMatchObject({ notifyEmail: false, notifyPush: true, notifyFreqCode: 'DAILY' });
    expect((await listed())[0]?.userNotify).toMatchObject({ notifyEmail: false });
    expect(
      problem(
        await viewer.put('/rest/v1/alert/notification').send([{ ...record, notifyUserId: manager.person.userId }]),
      ),
    ).toEqual([422, 'notifyUserId', 'otherPerson']);
    expect((await manager.get(`${base()}/alert/${alertId}/emailNotifications`)).body).toHaveLength(1);
  });

  // Spec 4: Adding a user sets notifyEmail true, IMMEDIATE, push false; removing sets notifyEmail false
  // Spec 7: GET and PUT /alert/participant/{orgId}/alert/{alertId}/emailNotifications
  it('is chosen for others by whoever may, among the members; people who are not named stay', async () => {
    const alertId = await make();
    const [first, second] = [
      await newPerson(app, { organisationId: orgId }),
      await newPerson(app, { organisationId: orgId }),
    ];
    const address = `${base()}/alert/${alertId}/emailNotifications`;
    const put = (...changes: object[]) => manager.put(address).send(changes);
    const add = (userId: number) => ({
      alertId,
      notifyUserId: userId,
      notifyEmail: true,
      notifyFreqCode: 'IMMEDIATE',
      notifyPush: false,
    });
    expect((await put(add(first.userId))).status).toBe(204);
    expect((await put(add(second.userId))).status).toBe(204);
    expect((await put({ ...add(first.userId), notifyEmail: false })).status).toBe(204);
    const { body } = await manager.get(address);
    expect(
      (body as { notifyUserId: number; notifyEmail: boolean }[])
        .map(({ notifyUserId, notifyEmail }) => [notifyUserId, notifyEmail])
        .sort(),
    ).toEqual([
      [first.userId, false],
      [second.userId, true],
    ]);
    expect(body[0]).toMatchObject({
      alertId,
      alertNotificationId: expect.any(Number),
      notifyEmailAddress: expect.stringContaining('@'),
      notifyUserName: expect.any(String),
      notifyFreqCode: 'IMMEDIATE',
      notifyPush: false,
    });
    await app.db
      .updateTable('identity.membership')
      .set({ status: 'I' })
      .where('tenant_number', '=', orgId)
      .where('user_id', '=', first.userId)
      .execute();
    expect((await manager.get(address)).body).toMatchObject([{ notifyUserId: second.userId }]);
  });

  // Spec 7: GET /participant/{orgId}/lpoUsers
  it('is nobody of another organisation, and nobody who has left', async () => {
    const alertId = await make();
    const [stranger, gone] = [
      await newPerson(app, { organisationId: await newOrganisation(app) }),
      await newPerson(app, { organisationId: orgId }),
    ];
    await app.db
      .updateTable('identity.membership')
      .set({ status: 'I' })
      .where('tenant_number', '=', orgId)
      .where('user_id', '=', gone.userId)
      .execute();
    for (const { userId } of [stranger, gone]) {
      const answer = await manager
        .put(`${base()}/alert/${alertId}/emailNotifications`)
        .send([{ alertId, notifyUserId: userId, notifyEmail: true }]);
      expect(problem(answer)).toEqual([422, 'notifyUserId', 'unknownUser']);
    }
    expect((await manager.get(`${base()}/alert/${alertId}/emailNotifications`)).body).toEqual([]);
    const { body } = await manager.get(`/rest/v1/participant/${orgId}/lpoUsers`);
    expect(body).toEqual([
      { userId: manager.person.userId, fullName: expect.any(String), emailAddress: manager.person.login },
    ]);
  });
});

describe('somebody', () => {
  it('without EDIT_NOTIFICATIONS reads the alerts of their own organisation alone, and changes none', async () => {
    const alertId = await make();
    const child = await newOrganisation(app, { parentId: orgId });
    const viewer = await signedInAs(app, { organisationId: orgId, permissions: ['VIEW_DATA_MANAGER'] });
    expect(await listed(viewer)).toMatchObject([{ alertId, editable: false }]);
    expect((await viewer.get(base(child))).status).toBe(404);
    expect((await manager.get(base(child))).status).toBe(200);
    for (const answer of [
      await viewer.post(`${base()}/alert`).send(heavy()),
      await viewer.put(`${base()}/alert/${alertId}`).send(heavy()),
      await viewer.delete(`${base()}/alert/${alertId}`),
      await viewer.put(`${base()}/alert/${alertId}/emailNotifications`).send([]),
      await viewer.get(`/rest/v1/participant/${orgId}/lpoUsers`),
    ])
      expect(answer.status).toBe(403);
  });

  it('with it in another organisation that they reach changes alerts there, and names it for their own boxes', async () => {
    const other = await newOrganisation(app);
    await joinOrganisation(app, manager.person, { organisationId: other, permissions: ['EDIT_NOTIFICATIONS'] });
    const {
      body: { alertId },
    } = await manager.post(`${base(other)}/alert`).send(heavy());
    const tick = [{ alertId, notifyEmail: true }];
    expect((await manager.put('/rest/v1/alert/notification').send(tick)).status).toBe(404);
    expect((await manager.put(`/rest/v1/alert/notification?organisationId=${other}`).send(tick)).status).toBe(204);
    expect((await manager.get(base(other))).body).toMatchObject([{ alertId, userNotify: { notifyEmail: true } }]);
  });

  it.each([
    [
      'by others',
      async () =>
        signedInAs(app, {
          organisationId: orgId,
          permissions: ['EDIT_NOTIFICATIONS'],
          sites: [siteId],
          locations: [locationId],
        }),
    ],
    [
      'by themselves',
      async () => {
        const agent = await signedInAs(app, {
          organisationId: orgId,
          permissions: ['EDIT_NOTIFICATIONS', 'VIEW_CCM_DATA_SECURITY'],
          sites: [siteId],
        });
        expect(
          (await agent.put('/rest/v1/user/secured-items').send({ siteIds: [], locationIds: [locationId] })).status,
        ).toBe(204);
        return agent;
      },
    ],
  ] as const)('restricted to one location of a site %s changes none of the whole site', async (_whom, restricted) => {
    await addLocation(app, { organisationId: orgId, siteId, name: 'Bakery' });
    const [ofSite, ofLocation] = [await make({ siteId }), await make({ siteId, locationId })];
    const agent = await restricted();
    expect((await listed(agent)).map(({ alertId, editable }) => [alertId, editable]).sort()).toEqual(
      [
        [ofSite, false],
        [ofLocation, true],
      ].sort(),
    );
    expect((await agent.put(`${base()}/alert/${ofSite}`).send(heavy({ siteId }))).status).toBe(404);
    expect(problem(await agent.post(`${base()}/alert`).send(heavy({ siteId })))).toEqual([
      422,
      'siteId',
      'unknownPlace',
    ]);
    await make({ siteId, locationId }, agent);
  });

  it('restricted to a site sees its alerts and those of all sites, and changes its own alone', async () => {
    const hidden = await addSite(app, { organisationId: orgId });
    const [everywhere, own] = [await make({ alertName: 'Everywhere' }), await make({ alertName: 'Own', siteId })];
    const theirs = await make({ alertName: 'Hidden', siteId: hidden });
    const limited = await signedInAs(app, {
      organisationId: orgId,
      permissions: ['EDIT_NOTIFICATIONS'],
      sites: [siteId],
    });
    expect((await listed(limited)).map(({ alertId, editable }) => [alertId, editable])).toEqual([
      [everywhere, false],
      [own, true],
    ]);
    for (const alertId of [everywhere, theirs])
      expect((await limited.put(`${base()}/alert/${alertId}`).send(heavy())).status).toBe(404);
    expect((await limited.put(`${base()}/alert/${own}`).send(heavy({ siteId }))).status).toBe(200);
    expect(problem(await limited.post(`${base()}/alert`).send(heavy({ siteId: hidden })))).toEqual([
      422,
      'siteId',
      'unknownPlace',
    ]);
    expect(problem(await limited.post(`${base()}/alert`).send(heavy()))).toEqual([422, 'siteId', 'wholeOrganisation']);
    expect(
      (await limited.put('/rest/v1/alert/notification').send([{ alertId: theirs, notifyEmail: true }])).status,
    ).toBe(404);
    const bereft = await signedInAs(app, {
      organisationId: orgId,
      permissions: ['EDIT_NOTIFICATIONS'],
      restricted: true,
    });
    expect((await listed(bereft)).map(({ alertId }) => alertId)).toEqual([everywhere]);
  });
});
