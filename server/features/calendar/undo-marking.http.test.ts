import { beforeAll, describe, expect, it } from 'vitest';
import { openDaysOf, openKitchen } from '../../../tests/support/calendar-kitchen';
import { signedInAs, tokenOf } from '../../../tests/support/people';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import type { Permission } from '../../platform/permissions';

const rights: Permission[] = ['VIEW_BASE_LPO_PAGE', 'VIEW_CONFIGURATION_DROPDOWN'];
const page = '/locationCalendar';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

async function opened(wish: Partial<Parameters<typeof signedInAs>[1]> = {}) {
  const kitchen = await openKitchen(app, wish.organisationId);
  const me = await signedInAs(app, { organisationId: kitchen.organisationId, permissions: rights, ...wish });
  const { text } = await me.get(`${page}?location=${kitchen.locationId}`).expect(200);
  const place = { _csrf: tokenOf(text), location: kitchen.locationId, month: '2026-01' };
  const mark = async (days: { fromDate: string; toDate: string }, more: object = {}) => {
    const answer = await me
      .post(`${page}/exceptions`)
      .type('form')
      .send({ ...place, ...days, open: 'false', reason: 'Refit', ...more })
      .expect(303);
    const told = await me.get(answer.headers.location ?? '').expect(200);
    return {
      told: told.text,
      undo: `${page}/changes/${new URL(answer.headers.location ?? '', 'http://tare.test').searchParams.get('change')}/undo`,
      address: answer.headers.location ?? '',
    };
  };
  const undo = (address: string) => me.post(address).type('form').send(place);
  return { ...kitchen, me, place, mark, undo };
}

const exceptionsOf = (locationId: number) =>
  app.db
    .selectFrom('calendar_exception')
    .select(['id', 'from_date', 'to_date', 'open', 'reason', 'created_at'])
    .where('location_id', '=', locationId)
    .orderBy('id')
    .execute();

const days = { fromDate: '2026-01-27', toDate: '2026-01-28' };

describe('a marking', () => {
  it('is taken back from its own notice, and the open days are as before', async () => {
    const { me, locationId, mark, undo } = await opened();
    const made = await mark(days);
    expect(made.told).toContain(`action="${made.undo}"`);
    await app.runJobs();
    expect(await openDaysOf(app, locationId)).toEqual([7, 7, 7, 5, 7, 7]);
    const answer = await undo(made.undo).expect(303);
    const told = (await me.get(answer.headers.location ?? '').expect(200)).text;
    expect(told).toContain('Change undone');
    expect(told).not.toContain('/undo"');
    expect(await exceptionsOf(locationId)).toEqual([]);
    await app.runJobs();
    expect(await openDaysOf(app, locationId)).toEqual([7, 7, 7, 7, 7, 7]);
  });

  it('gives back what stood for the same days, below what overlaps as it was', async () => {
    const { locationId, mark, undo } = await opened();
    await mark(days, { open: 'true', reason: 'First' });
    await mark({ fromDate: '2026-01-28', toDate: '2026-01-29' }, { reason: 'Overlaps' });
    const before = await exceptionsOf(locationId);
    const { undo: address } = await mark(days, { reason: 'Wrong' });
    await undo(address).expect(303);
    expect(await exceptionsOf(locationId)).toEqual(before);
  });

  it('of many locations is taken back at all of them', async () => {
    const { organisationId } = await openKitchen(app);
    const { locationId, mark, undo } = await opened({ organisationId });
    const { undo: address } = await mark(days, { scope: 'all', expectedLocations: 2 });
    const marked = () =>
      app.db
        .selectFrom('calendar_exception')
        .select('location_id')
        .where('organisation_id', '=', organisationId)
        .execute();
    expect((await marked()).length).toBe(2);
    await undo(address).expect(303);
    expect([await marked(), await exceptionsOf(locationId)]).toEqual([[], []]);
  });

  it('cannot be taken back twice, nor once the days were marked otherwise', async () => {
    const { me, locationId, mark, undo } = await opened();
    const first = await mark(days);
    await undo(first.undo).expect(303);
    const again = await undo(first.undo);
    expect([again.status, again.text.includes('These days have since been changed, so nothing was undone.')]).toEqual([
      422,
      true,
    ]);
    const second = await mark(days);
    await mark(days, { reason: 'Newer' });
    const before = await exceptionsOf(locationId);
    expect((await me.get(second.address)).text).not.toContain('/undo"');
    await undo(second.undo).expect(422);
    expect(await exceptionsOf(locationId)).toEqual(before);
  });

  it('is taken back by nobody but whoever made it, and no other change is', async () => {
    const { organisationId, locationId, me, mark, place } = await opened();
    const made = await mark(days);
    const other = await signedInAs(app, { organisationId, permissions: rights });
    const { text } = await other.get(`${page}?location=${locationId}`).expect(200);
    await other
      .post(made.undo)
      .type('form')
      .send({ ...place, _csrf: tokenOf(text) })
      .expect(404);
    const pattern = await me
      .post(`${page}/pattern`)
      .type('form')
      .send({ ...place, validFrom: '2026-01-19', day1: 'on' })
      .expect(303);
    const change = new URL(pattern.headers.location ?? '', 'http://tare.test').searchParams.get('change');
    await me.post(`${page}/changes/${change}/undo`).type('form').send(place).expect(404);
    expect((await exceptionsOf(locationId)).length).toBe(1);
  });
});
