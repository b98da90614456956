import { randomUUID } from 'node:crypto';
import { defineExample } from '../../../tests/support/example';

const reason = 'spring break';
const closures = 'start_date,end_date,kind,name\n2026-04-01,2026-04-02,closed,Spring\n';
const weekdays = [true, true, true, true, true, false, false];
const dayOff = (day: string) => ({ fromDate: day, toDate: day, reason });

export const example = defineExample({
  async records({ db, clock }, { organisationId, locationId, mark }) {
    const exception = await db
      .insertInto('calendar_exception')
      .values({
        organisation_id: organisationId,
        location_id: locationId,
        from_date: '2026-02-02',
        to_date: '2026-02-02',
        open: false,
        reason: `${mark} reason`,
        created_at: clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    // Whoever marked days takes that back, and nobody did yet.
    return { exceptionId: exception.id, location: locationId, validFrom: '2026-03-02', changeId: randomUUID() };
  },

  query: { month: '2026-02', q: 'Kitchen' },

  async *changes({ siteId, locationId, validFrom }) {
    yield { route: 'put /rest/v1/locationCalendar/:locationId/pattern', body: { validFrom, openDays: weekdays } };
    yield { route: 'delete /rest/v1/locationCalendar/:locationId/pattern/:validFrom' };
    const { body } = yield {
      route: 'post /rest/v1/locationCalendar/:locationId/exceptions',
      body: { ...dayOff('2026-03-03'), open: false },
    };
    yield {
      route: 'delete /rest/v1/locationCalendar/:locationId/exceptions/:exceptionId',
      values: { exceptionId: body.exceptionId },
    };
    yield { route: 'put /rest/v1/locationCalendar/:locationId/holidays', body: { observed: true } };
    yield { route: 'post /rest/v1/locationCalendar/:locationId/import', body: { text: closures, format: 'csv' } };
    yield {
      route: 'post /rest/v1/locationCalendar/bulk',
      body: {
        target: { kind: 'site', siteId },
        expectedLocations: 1,
        exception: { ...dayOff('2026-03-05'), open: false },
      },
    };

    const place = { location: String(locationId), month: '2026-03' };
    const marked = yield {
      route: 'post /locationCalendar/exceptions',
      form: { ...place, ...dayOff('2026-03-10'), open: 'false' },
    };
    const { searchParams } = new URL(marked.headers.location ?? '', 'http://tare.invalid');
    yield {
      route: 'post /locationCalendar/changes/:changeId/undo',
      values: { changeId: searchParams.get('change') ?? '' },
      form: place,
    };
    yield { route: 'post /locationCalendar/exceptions/:exceptionId/delete', form: place };
    yield {
      route: 'post /locationCalendar/pattern',
      form: { ...place, validFrom: '2026-03-09', day1: 'on', day2: 'on' },
    };
    yield { route: 'post /locationCalendar/pattern/delete', form: { ...place, validFrom: '2026-03-09' } };
    yield { route: 'post /locationCalendar/holidays', form: { ...place, observed: 'false' } };
    yield { route: 'post /locationCalendar/import', form: place, file: closures, shown: false };
    yield {
      route: 'post /locationCalendar/import/apply',
      form: {
        ...place,
        content: Buffer.from('start_date,name\n2026-05-01,Spring\n').toString('base64'),
        expectedRanges: '1',
      },
    };
  },

  unshown: {
    area_holiday: 'of a country or a part of it; a calendar’s change reads them in',
    area_holiday_year: 'as the holidays',
    holiday: 'of the build before',
    holiday_year: 'of the build before',
  },
});
