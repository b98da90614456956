import { readFile } from 'node:fs/promises';
import { listExceptions, searchLocations } from '../../domain/calendar';
import {
  bulkAnswer,
  bulkBody,
  calendarAnswer,
  changeAnswer,
  createdAnswer,
  exceptionBody,
  exceptionParams,
  holidaysBody,
  importAnswer,
  importBody,
  locationParams,
  locationsAnswer,
  locationsQuery,
  monthQuery,
  patternBody,
  patternParams,
} from '../../domain/calendar/calendar.contract';
import { fail } from '../../platform/errors';
import { defineCall, reply, type Context, type Route, type UploadedFile } from '../../platform/http/define-route';
import { sentence } from '../../platform/i18n/messages';
import { csvFile } from '../../platform/table/csv';
import { localDateOf } from '../../platform/time';
import { applyPlan, openPoint, planImport } from './calendar-import.service';
import { readMonth, selectLocation } from './calendar-view.service';
import {
  applyToMany,
  countTarget,
  markDays,
  observeHolidays,
  removeException,
  removePattern,
  setPattern,
} from './calendar.service';
import { closureLimits, type Refused } from './closures.rules';
import { configuring } from './configuring';

const looking = 'VIEW_BASE_LPO_PAGE';
const changing = 'VIEW_CONFIGURATION_DROPDOWN';

export const calendarCalls: Route[] = [
  defineCall({
    method: 'get',
    path: '/locationCalendar/locations',
    access: looking,
    opens: { programs: true },
    query: locationsQuery,
    answer: locationsAnswer,
    summary: 'Search locations by site or name, with the number of all matches.',
    fresh: 'data',
    handle: async ({ query }, { db, viewer }) => reply.json(await searchLocations(db, viewer.scope, query)),
  }),

  defineCall({
    method: 'post',
    path: '/locationCalendar/bulk',
    access: changing,
    opens: { programs: true },
    condition: configuring,
    body: bulkBody,
    answer: bulkAnswer,
    summary:
      'Apply one exception or one weekly schedule to many locations. Without expectedLocations, only counts them.',
    async handle({ body }, context) {
      if (body.expectedLocations === undefined)
        return reply.json({ applied: false, locations: await countTarget(context.acting, body.target), change: null });
      const change = await applyToMany(context.acting, body);
      return reply.json({ applied: true, locations: change.locations, change });
    },
  }),

  defineCall({
    method: 'get',
    path: '/locationCalendar/:locationId',
    access: looking,
    opens: { programs: true },
    params: locationParams,
    query: monthQuery,
    answer: calendarAnswer,
    summary: 'Get one month of a location’s calendar. Defaults to the current month.',
    async handle({ params, query }, { db, actor, now }) {
      const location = await selectLocation(db, actor, params.locationId);
      const month = query.month ?? localDateOf(now, location.timeZone).slice(0, 7);
      return reply.json(await readMonth(db, actor, { location, month }));
    },
  }),

  defineCall({
    method: 'get',
    path: '/locationCalendar/:locationId/export',
    access: looking,
    opens: { programs: true },
    params: locationParams,
    answerType: 'text/csv',
    summary: 'Get every exception of a location, in the format the import accepts.',
    async handle({ params }, { db, actor }) {
      const { locationId } = await selectLocation(db, actor, params.locationId);
      const exceptions = await listExceptions(db, {
        organisationId: actor.organisation.id,
        locationId,
        from: '-infinity',
        to: 'infinity',
      });
      return reply.csv(
        csvFile(
          'Location Calendar.csv',
          [
            { header: 'start_date', value: (row) => row.fromDate },
            { header: 'end_date', value: (row) => row.toDate },
            { header: 'kind', value: (row) => (row.open ? 'open' : 'closed') },
            { header: 'name', value: (row) => row.reason },
          ],
          exceptions,
        ),
      );
    },
  }),

  defineCall({
    method: 'put',
    path: '/locationCalendar/:locationId/pattern',
    access: changing,
    opens: { programs: true },
    condition: configuring,
    params: locationParams,
    body: patternBody,
    answer: changeAnswer,
    summary: 'Set which weekdays are open from a day.',
    handle: async ({ params, body }, context) =>
      reply.json(await setPattern(context.acting, { ...params, pattern: body })),
  }),

  defineCall({
    method: 'delete',
    path: '/locationCalendar/:locationId/pattern/:validFrom',
    access: changing,
    opens: { programs: true },
    condition: configuring,
    params: patternParams,
    answer: changeAnswer,
    summary: 'Remove the weekly schedule that starts on a day.',
    handle: async ({ params }, context) => reply.json(await removePattern(context.acting, params)),
  }),

  defineCall({
    method: 'post',
    path: '/locationCalendar/:locationId/exceptions',
    access: changing,
    opens: { programs: true },
    condition: configuring,
    params: locationParams,
    body: exceptionBody,
    answer: createdAnswer,
    summary: 'Mark days as open or closed, regardless of the weekly schedule and holidays.',
    handle: async ({ params, body }, context) =>
      reply.json(await markDays(context.acting, { ...params, exception: body }), 201),
  }),

  defineCall({
    method: 'delete',
    path: '/locationCalendar/:locationId/exceptions/:exceptionId',
    access: changing,
    opens: { programs: true },
    condition: configuring,
    params: exceptionParams,
    answer: changeAnswer,
    summary: 'Remove an exception.',
    handle: async ({ params }, context) => reply.json(await removeException(context.acting, params)),
  }),

  defineCall({
    method: 'put',
    path: '/locationCalendar/:locationId/holidays',
    access: changing,
    opens: { programs: true },
    condition: configuring,
    params: locationParams,
    body: holidaysBody,
    answer: changeAnswer.nullable(),
    summary: 'Set whether public holidays in the site’s country close the location. Returns null if already set.',
    handle: async ({ params, body }, context) =>
      reply.json(await observeHolidays(context.acting, { ...params, ...body })),
  }),

  defineCall({
    method: 'post',
    path: '/locationCalendar/:locationId/import',
    access: changing,
    opens: { programs: true },
    condition: configuring,
    params: locationParams,
    body: importBody,
    answer: importAnswer,
    upload: { maxBytes: closureLimits.bytes },
    summary:
      'Import closures from CSV or XLSX (start_date, end_date, kind, name, site, location, and columns that decide) or iCalendar, as the form part `file` or as text. With dryRun, nothing changes. A file that names kitchens applies to all of them.',
    async handle({ params, body, files }, context) {
      const content = body.text ?? (await contentOf(files));
      const made = await planImport(context.acting, { ...params, content, format: body.format, answers: body.answers });
      const open = body.dryRun ? null : openPoint(made, body);
      if (open) throw open;
      const change = body.dryRun ? null : await applyPlan(context.acting, { ...params, plan: made });
      const { refused, ...plan } = made;
      return reply.json({ ...plan, refused: refused.map((one) => explained(one, context)), change });
    },
  }),
];

/** @throws 422 when the form came without a file */
export async function contentOf(files: readonly UploadedFile[]): Promise<Buffer> {
  const file = files.find((one) => one.field === 'file');
  if (!file || file.bytes === 0)
    throw fail.unprocessable('calendar.import.noFile', { fields: [{ field: 'file', code: 'calendar.import.noFile' }] });
  return readFile(file.path);
}

const explained = ({ line, code, raw }: Refused, { t }: Pick<Context, 't'>) => ({
  line,
  code,
  message: sentence(t, `calendar.refused.${code}`),
  raw,
});
