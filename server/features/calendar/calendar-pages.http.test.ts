import { beforeAll, describe, expect, it } from 'vitest';
import { openDaysOf, openKitchen } from '../../../tests/support/calendar-kitchen';
import { addLocation, addSite } from '../../../tests/support/factories';
import { browser, newOrganisation, signedInAs, tokenOf } from '../../../tests/support/people';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import type { Permission } from '../../platform/permissions';

const rights: Permission[] = ['VIEW_BASE_LPO_PAGE', 'VIEW_CONFIGURATION_DROPDOWN'];
const page = '/locationCalendar';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

async function opened(permissions: Permission[] = rights) {
  const kitchen = await openKitchen(app);
  const me = await signedInAs(app, { organisationId: kitchen.organisationId, permissions });
  const address = `${page}?location=${kitchen.locationId}&month=2026-01`;
  const { text } = await me.get(address).expect(200);
  const place = { _csrf: tokenOf(text), location: kitchen.locationId, month: '2026-01' };
  return { ...kitchen, me, address, text, place };
}

describe('the page', () => {
  it('leads to the sign-in, home without the right, and shows the calendar with it', async () => {
    const { organisationId, locationId } = await openKitchen(app);
    const address = `${page}?location=${locationId}&month=2026-01`;
    const stranger = browser(app);
    const away = await stranger.get(address);
    expect([away.status, away.headers.location]).toEqual([302, '/login']);
    const nobody = await signedInAs(app, { organisationId, permissions: [] });
    const home = await nobody.get(address);
    expect([home.status, home.headers.location]).toEqual([302, '/home']);
    const me = await signedInAs(app, { organisationId, permissions: ['VIEW_BASE_LPO_PAGE'] });
    expect((await me.get(address)).text).toContain('Open days in January 2026');
  });

  it('offers changes only to those who may make them, and its menu entry to those who may see it', async () => {
    const mine = await opened();
    const forms = ['/exceptions', '/pattern', '/holidays', '/import'].map((part) => `action="${page}${part}"`);
    for (const form of forms) expect(mine.text).toContain(form);
    expect(mine.text).toContain(`href="${page}"`);
    const reader = await opened(['VIEW_BASE_LPO_PAGE']);
    for (const form of forms) expect(reader.text).not.toContain(form);
    for (const part of ['exceptions', 'pattern', 'holidays', 'pattern/delete', 'exceptions/1/delete']) {
      const answer = await reader.me.post(`${page}/${part}`).type('form').send(reader.place);
      expect([answer.status, answer.headers.location], part).toEqual([302, '/home']);
    }
  });

  it('has the days, their marks and the first location where none is named', async () => {
    const { me, text } = await opened();
    expect(text).toContain('Monday, January 5, 2026: Open, 2 weighings');
    expect(text).toContain('Sunday, January 4, 2026: Before the first weighing, no weighings');
    expect((await me.get(page).expect(200)).text).toContain('Open days in March 2026');
  });

  it('keeps working with an old link whose parts have gone stale', async () => {
    const { me, locationId } = await opened();
    expect(
      (await me.get(`${page}?location=${locationId}&month=2026-99&from=never&change=x`).expect(200)).text,
    ).toContain('Open days in March 2026');
    await me.get(`${page}?location=999999999`).expect(404);
  });

  it('says so where there is no location', async () => {
    const organisationId = await newOrganisation(app);
    const me = await signedInAs(app, { organisationId, permissions: rights });
    const { text } = await me.get(page).expect(200);
    expect(text).toContain('No locations yet');
    expect(text).not.toContain('<form method="post" action="/locationCalendar');
  });

  it('shows only what a limited person may see, and 404 for the rest', async () => {
    const { organisationId, siteId } = await openKitchen(app);
    const other = await openKitchen(app, organisationId);
    const me = await signedInAs(app, { organisationId, permissions: rights, sites: [siteId] });
    await me.get(`${page}?location=${other.locationId}`).expect(404);
    const { text } = await me.get(page).expect(200);
    expect(text).not.toContain(`value="${other.locationId}"`);
    const token = tokenOf(text);
    const refused = await me.post(`${page}/exceptions`).type('form').send({
      _csrf: token,
      location: other.locationId,
      month: '2026-01',
      fromDate: '2026-01-12',
      toDate: '2026-01-12',
      open: 'false',
      reason: '',
    });
    expect(refused.status).toBe(404);
    expect((await openDaysOf(app, other.locationId))[1]).toBe(7);
  });

  it('never lists thousands of locations, but finds them without a script', async () => {
    const organisationId = await newOrganisation(app);
    const siteId = await addSite(app, { organisationId, name: 'Campus' });
    const locationIds: number[] = [];
    for (let at = 0; at < 3; at += 1)
      locationIds.push(await addLocation(app, { organisationId, siteId, name: `Bakery ${at}` }));
    await app.db
      .insertInto('location')
      .values(
        Array.from({ length: 150 }, (_, at) => ({
          organisation_id: organisationId,
          site_id: siteId,
          name: `Kitchen ${at}`,
        })),
      )
      .execute();
    const me = await signedInAs(app, { organisationId, permissions: rights });
    const { text } = await me.get(page).expect(200);
    expect(text).toContain('153 locations. Search by name or site.');
    expect(text.match(/Kitchen \d+/g) ?? []).toEqual([]);
    const found = await me.get(`${page}?q=bakery`).expect(200);
    expect(found.text).toContain('3 locations match');
    for (const id of locationIds) expect(found.text).toContain(`${page}?location=${id}&amp;month=2026-03`);
    expect((await me.get(`${page}?q=kitchen`).expect(200)).text).toContain('Showing the first 50.');
  });
});

describe('the forms, without any script', () => {
  it('mark days and tell what follows, before and after the weeks were worked out', async () => {
    const { me, place, locationId } = await opened();
    const done = await me
      .post(`${page}/exceptions`)
      .type('form')
      .send({
        ...place,
        fromDate: '2026-01-27',
        toDate: '2026-01-28',
        open: 'false',
        reason: 'Refit <1>',
        scope: 'location',
      })
      .expect(303);
    expect(done.headers.location).toMatch(
      new RegExp(
        `^${page}\\?location=${locationId}&month=2026-01&from=2026-01-27&to=2026-01-28&change=[0-9a-f-]{36}#month$`,
      ),
    );
    const before = await me.get(done.headers.location ?? '').expect(200);
    expect(before.text).toContain('1 week is being recalculated (Jan 26 – Feb 1, 2026).');
    expect(before.text).toContain('Refit &lt;1&gt;');
    await app.runJobs();
    const after = await me.get(done.headers.location ?? '').expect(200);
    expect(after.text).toContain('1 week was recalculated');
    expect(after.text).toContain('The baseline for Pre-consumer is unchanged.');
    expect(after.text).toContain('2 days in January 2026 have weighings even though the location was closed.');
    expect(await openDaysOf(app, locationId)).toEqual([7, 7, 7, 5, 7, 7]);
    const stranger = await signedInAs(app, {
      organisationId: (await openKitchen(app)).organisationId,
      permissions: rights,
    });
    await stranger.get(done.headers.location ?? '').expect(404);
  });

  it('show again what was typed, with the reason beside the field', async () => {
    const { me, place, locationId } = await opened();
    const answer = await me
      .post(`${page}/exceptions`)
      .type('form')
      .send({
        ...place,
        fromDate: '2026-01-28',
        toDate: '2026-01-27',
        open: 'true',
        reason: 'Typed',
        scope: 'location',
      });
    expect(answer.status).toBe(422);
    expect(answer.text).toContain('The last day cannot be before the first day.');
    expect(answer.text).toContain('value="Typed"');
    expect(answer.text).toContain('value="2026-01-28"');
    expect(
      await app.db.selectFrom('calendar_exception').select('id').where('location_id', '=', locationId).execute(),
    ).toEqual([]);
  });

  it('take exceptions and patterns back', async () => {
    const { me, place, locationId } = await opened();
    await me
      .post(`${page}/exceptions`)
      .type('form')
      .send({ ...place, fromDate: '2026-01-27', toDate: '2026-01-27', open: 'false', reason: '' })
      .expect(303);
    const { id } = await app.db
      .selectFrom('calendar_exception')
      .select('id')
      .where('location_id', '=', locationId)
      .executeTakeFirstOrThrow();
    await me.post(`${page}/exceptions/${id}/delete`).type('form').send(place).expect(303);
    await me.post(`${page}/exceptions/${id}/delete`).type('form').send(place).expect(404);
    await me
      .post(`${page}/pattern`)
      .type('form')
      .send({
        ...place,
        validFrom: '2026-01-19',
        day1: 'on',
        day2: 'on',
        day3: 'on',
        day4: 'on',
        day5: 'on',
        scope: 'location',
      })
      .expect(303);
    await app.runJobs();
    expect(await openDaysOf(app, locationId)).toEqual([7, 7, 5, 5, 5, 5]);
    await me
      .post(`${page}/pattern/delete`)
      .type('form')
      .send({ ...place, validFrom: '2026-01-19' })
      .expect(303);
    await app.runJobs();
    expect(await openDaysOf(app, locationId)).toEqual([7, 7, 7, 7, 7, 7]);
  });

  it('turn public holidays on, and say when it was so already', async () => {
    const { me, place, locationId } = await opened();
    await me
      .post(`${page}/holidays`)
      .type('form')
      .send({ ...place, observed: 'true' })
      .expect(303);
    const same = await me
      .post(`${page}/holidays`)
      .type('form')
      .send({ ...place, observed: 'true' })
      .expect(303);
    expect((await me.get(same.headers.location ?? '')).text).toContain(
      'This setting was already in place, so nothing was changed.',
    );
    await app.runJobs();
    expect(await openDaysOf(app, locationId)).toEqual([7, 7, 6, 7, 7, 7]);
  });

  it('ask with the number before many locations change', async () => {
    const { me, place, organisationId, locationId } = await opened();
    const other = await openKitchen(app, organisationId);
    const wish = {
      ...place,
      fromDate: '2026-01-12',
      toDate: '2026-01-13',
      open: 'false',
      reason: 'Storm',
      scope: 'all',
    };
    const asked = await me.post(`${page}/exceptions`).type('form').send(wish).expect(200);
    expect(asked.text).toContain('Change 2 locations?');
    expect(await openDaysOf(app, locationId)).toEqual([7, 7, 7, 7, 7, 7]);
    const wrong = await me
      .post(`${page}/exceptions`)
      .type('form')
      .send({ ...wish, expectedLocations: '5' })
      .expect(200);
    expect(wrong.text).toContain('The number of locations has changed');
    const done = await me
      .post(`${page}/exceptions`)
      .type('form')
      .send({ ...wish, expectedLocations: '2' })
      .expect(303);
    expect((await me.get(done.headers.location ?? '')).text).toContain('2 locations changed.');
    await app.runJobs();
    for (const id of [locationId, other.locationId]) expect(await openDaysOf(app, id)).toEqual([7, 5, 7, 7, 7, 7]);
  });

  it('lead back when their address is opened by hand', async () => {
    const { me } = await opened();
    for (const part of ['exceptions', 'pattern', 'holidays', 'import', 'import/apply']) {
      const answer = await me.get(`${page}/${part}`);
      expect([answer.status, answer.headers.location], part).toEqual([303, page]);
    }
  });

  it('are refused without their token', async () => {
    const { me, place } = await opened();
    await me
      .post(`${page}/holidays`)
      .type('form')
      .send({ ...place, _csrf: 'no', observed: 'true' })
      .expect(403);
  });
});

it('speaks German where the person does', async () => {
  const { organisationId, locationId } = await openKitchen(app);
  const me = await signedInAs(app, { organisationId, permissions: rights, locale: 'de_DE' });
  const { text } = await me.get(`${page}?location=${locationId}&month=2026-01`).expect(200);
  expect(text).toContain('Offene Tage im Januar 2026');
  expect(text).toContain('Montag, 5. Januar 2026: Geöffnet, 2 Wägungen');
});
