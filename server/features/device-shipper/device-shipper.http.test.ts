import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addLocation, addSite } from '../../../tests/support/factories';
import { newOrganisation, signedInAs, tokenOf, unique } from '../../../tests/support/people';
import { testApp, type TestApp } from '../../../tests/support/test-app';

type Agent = Awaited<ReturnType<typeof signedInAs>>;

const rights = ['VIEW_CCM_TOOLS_TAB', 'EDIT_SITES'] as const;
const today = '2026-03-18';

let app: TestApp;
let organisationId: number;
let siteId: number;
let kitchen: number;
let agent: Agent;

beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  organisationId = await newOrganisation(app);
  siteId = await addSite(app, { organisationId, name: 'Harbour' });
  await app.db.updateTable('site').set({ address: 'Pier 1\nBoston' }).where('id', '=', siteId).execute();
  kitchen = await addLocation(app, { organisationId, siteId, name: 'Kitchen' });
  agent = await signedInAs(app, { organisationId, permissions: rights });
});

async function addDevice({ status = 'A', locationId = null }: { status?: 'A' | 'I'; locationId?: number | null } = {}) {
  const serial = unique('SN');
  const row = await app.db
    .insertInto('device')
    .values({
      organisation_id: organisationId,
      serial,
      name: `Scale ${serial}`,
      status,
      location_id: locationId,
      created_at: app.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id: row.id, serial };
}

const deviceRow = (id: number) =>
  app.db
    .selectFrom('device')
    .select(['name', 'status', 'location_id', 'key_hash'])
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

const tokens = new WeakMap<Agent, string>();

async function post(path: string, form: Record<string, string | string[]>, who = agent) {
  const token = tokens.get(who) ?? tokenOf((await who.get('/device-shipper/new')).text);
  tokens.set(who, token);
  return who
    .post(path)
    .type('form')
    .send({ _csrf: token, ...form });
}

/** @returns the address of a new draft */
async function draft(more: Record<string, string> = {}): Promise<string> {
  const form = { organisationId: String(organisationId), siteId: String(siteId), ...more };
  const { status, headers } = await post('/device-shipper/new', form);
  expect(status).toBe(303);
  return headers.location?.replace(/\?.*/, '') ?? '';
}

async function versionOf(shipment: string): Promise<string> {
  const { version } = await app.db
    .selectFrom('shipment')
    .select('version')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', Number(shipment.split('/').at(-1)))
    .executeTakeFirstOrThrow();
  return String(version);
}

/** Sends a form of the page as it is now. */
const change = async (shipment: string, form: string, fields: Record<string, string | string[]> = {}) =>
  post(`${shipment}/${form}`, { version: await versionOf(shipment), ...fields });

const decoded = (text: string) => text.replaceAll('&#x27;', "'").replaceAll('&amp;', '&');

describe('a shipment', () => {
  // Screens 14: create, scan serials, print label/pack list, mark received, start return; replacement link old-new
  it('is packed, shipped and delivered; a device takes the place of another, one is placed, and a return frees it', async () => {
    const old = await addDevice({ locationId: kitchen });
    const [next, loose] = [await addDevice(), await addDevice()];
    const shipment = await draft({ reference: 'PO 77' });
    expect((await agent.get(shipment)).text).toContain('Pier 1\nBoston');
    expect((await change(shipment, 'pack')).status).toBe(409);
    expect((await change(shipment, 'ship', { carrier: 'Parcels', tracking: 'T1' })).status).toBe(409);
    const added = await change(shipment, 'add', { serials: `${next.serial}\r\n${loose.serial}\r\n${next.serial}\r\n` });
    expect(added.headers.location).toBe(`${shipment}?done=add#devices`);
    const serial = unique('SN');
    await change(shipment, 'create', { serial, deviceName: 'New tablet' });
    expect((await change(shipment, 'create', { serial, deviceName: 'Again' })).status).toBe(422);
    const replace = { deviceId: String(next.id), replacesDeviceId: String(old.id) };
    expect((await change(shipment, 'replace', { ...replace, replacesDeviceId: String(loose.id) })).status).toBe(422);
    expect((await change(shipment, 'replace', replace)).status).toBe(303);
    expect((await change(shipment, 'replace', { ...replace, deviceId: String(loose.id) })).status).toBe(422);
    expect((await change(shipment, 'add', { serials: old.serial })).text).toContain('is being replaced by');
    expect((await change(shipment, 'pack')).status).toBe(303);
    expect((await change(shipment, 'remove', { deviceId: String(loose.id) })).status).toBe(409);
    expect((await change(shipment, 'cancel')).status).toBe(409);

    const list = (await agent.get(`${shipment}/packing-list`)).text;
    for (const said of [serial, next.serial, old.serial, 'Boston', 'PO 77']) expect(list).toContain(said);
    expect(list.match(/src="data:image\/png;base64/g)).toHaveLength(3);
    expect((await agent.get(`${shipment}/label`)).text).toContain('Pier 1\nBoston');

    await change(shipment, 'ship', { carrier: 'Parcels', tracking: 'T1' });
    const deliver = (more: object) =>
      change(shipment, 'deliver', { deliveredOn: today, places: [`${loose.id}:${kitchen}`, `${next.id}:`], ...more });
    const elsewhere = await addLocation(app, {
      organisationId,
      siteId: await addSite(app, { organisationId }),
    });
    for (const wrong of [
      { deliveredOn: '2026-03-19' },
      { deliveredOn: '2026-03-17' },
      { places: [`${loose.id}:${elsewhere}`] },
      { places: [`${old.id}:${kitchen}`] },
    ])
      expect([wrong, (await deliver(wrong)).status]).toEqual([wrong, 422]);
    expect((await deliver({})).status).toBe(303);
    expect(await deviceRow(old.id)).toMatchObject({ status: 'I', location_id: kitchen });
    expect(await deviceRow(next.id)).toMatchObject({ name: `Scale ${old.serial}`, location_id: kitchen });
    expect(await deviceRow(loose.id)).toMatchObject({ location_id: kitchen });
    expect((await agent.get(`/device-hub/${organisationId}/devices/${next.id}`)).text).toContain(`/devices/${old.id}"`);

    expect((await change(shipment, 'deliver', { deliveredOn: today })).status).toBe(409);
    await change(shipment, 'return', { reason: 'Wrong model' });
    expect(await deviceRow(loose.id)).toMatchObject({ location_id: null, status: 'A' });
    const audit = await app.db
      .selectFrom('audit_log')
      .select('action')
      .where('organisation_id', '=', organisationId)
      .where('entity', '=', 'shipment')
      .orderBy('id')
      .execute();
    expect(audit.map(({ action }) => action.replace('shipment.', ''))).toEqual([
      'create',
      'addDevices',
      'addDevices',
      'replace',
      'pack',
      'ship',
      'deliver',
      'return',
    ]);
  });

  it('names each line that cannot be added, and adds none', async () => {
    const [good, promised, retired] = [await addDevice(), await addDevice(), await addDevice({ status: 'I' })];
    const other = await draft();
    await change(other, 'add', { serials: promised.serial });
    const shipment = await draft();
    const serials = [good.serial, '<none>', retired.serial, promised.serial].join('\n');
    const answer = await change(shipment, 'add', { serials });
    expect(answer.status).toBe(422);
    const text = decoded(answer.text);
    for (const said of [
      'Row 2: no device has the serial number &lt;none&gt;.',
      `Row 3: ${retired.serial} is retired.`,
      `Row 4: ${promised.serial} is already in shipment 1.`,
      // What was typed.
      good.serial,
    ])
      expect(text).toContain(said);
    expect(text).not.toContain(`/devices/${good.id}"`);
    // Canceled, the other lets it go.
    await change(other, 'remove', { deviceId: String(promised.id) });
    await change(other, 'add', { serials: promised.serial });
    await change(other, 'cancel');
    expect((await change(shipment, 'add', { serials: promised.serial })).status).toBe(303);
  });

  it('that somebody else has changed is changed by nobody who has not seen it; nothing typed is lost', async () => {
    const shipment = await draft();
    const version = await versionOf(shipment);
    const details = { address: 'Quay 2', reference: '', note: '' };
    expect((await post(`${shipment}/details`, { version, ...details })).status).toBe(303);
    const late = await post(`${shipment}/details`, { version, ...details, note: 'Ring twice' });
    expect([late.status, late.text.includes('Ring twice'), late.text.includes('Quay 2')]).toEqual([409, true, true]);
    const shown = /name="version" value="(\d+)"/.exec(late.text)?.[1] ?? '';
    expect((await post(`${shipment}/details`, { version: shown, ...details, note: 'Ring twice' })).status).toBe(303);
  });
});

describe('the list', () => {
  it('is filtered by state, site and text, and is a file', async () => {
    const device = await addDevice();
    const first = await draft({ reference: 'PO 1' });
    const second = await draft({ reference: 'PO 2' });
    await change(first, 'add', { serials: device.serial });
    await change(second, 'cancel');
    const shown = async (query: string) => {
      const { text } = await agent.get(`/rest/v1/device-shipper/export?organisationId=${organisationId}&${query}`);
      return ['PO 1', 'PO 2'].filter((one) => text.includes(one));
    };
    expect(await shown('')).toEqual(['PO 1']);
    expect(await shown('state=cancelled')).toEqual(['PO 2']);
    expect(await shown('state=all&text=po')).toEqual(['PO 1', 'PO 2']);
    expect(await shown(`state=all&text=${encodeURIComponent(device.serial)}`)).toEqual(['PO 1']);
    expect(await shown('state=all&siteId=999999999')).toEqual([]);
    const page = (await agent.get('/device-shipper?state=all')).text;
    expect([page.includes(`href="${first}"`), page.includes(`href="${second}"`)]).toEqual([true, true]);
  });

  it('shows nobody the shipments of another organization or site', async () => {
    const shipment = await draft({ reference: 'PO 9' });
    const far = await addSite(app, { organisationId });
    const [own, other, stranger] = await Promise.all([
      signedInAs(app, { organisationId, permissions: rights, sites: [siteId] }),
      signedInAs(app, { organisationId, permissions: rights, sites: [far] }),
      signedInAs(app, { organisationId: await newOrganisation(app), permissions: rights }),
    ]);
    const statuses = await Promise.all(
      [own, other, stranger].map(async (who) => [
        (await who.get(shipment)).status,
        (await who.get(`${shipment}/label`)).status,
        (await who.get('/device-shipper?state=all')).text.includes('PO 9'),
        (await who.get(`/rest/v1/device-shipper/export?organisationId=${organisationId}`)).status,
      ]),
    );
    expect(statuses).toEqual([
      [200, 200, true, 200],
      [404, 404, false, 200],
      [404, 404, false, 404],
    ]);
    expect((await post(`${shipment}/cancel`, { version: '1' }, other)).status).toBe(404);
    const toOther = { organisationId: String(organisationId), siteId: String(siteId) };
    expect((await post('/device-shipper/new', toOther, other)).status).toBe(422);
  });
});
