import { BulkConfirmPage } from '../../../views/calendar/bulk-confirm-page';
import type { BulkChange, BulkTarget } from '../../domain/calendar/calendar.contract';
import { fail } from '../../platform/errors';
import { definePage, reply, type Context, type Reply, type Route } from '../../platform/http/define-route';
import { settingsOf } from '../../platform/http/format-settings';
import { withParameters } from '../../platform/table/table-query';
import {
  changeParams,
  exceptionForm,
  holidaysForm,
  importForm,
  pageQuery,
  patternForm,
  patternRemovalForm,
  placeForm,
  removalParams,
  type ChangeScope,
} from './calendar-forms.contract';
import { applyPlan, openPoint, planImport } from './calendar-import.service';
import { calendarAgain, calendarPage } from './calendar-page';
import { selectLocation } from './calendar-view.service';
import {
  applyToMany,
  countTarget,
  markDays,
  observeHolidays,
  removeException,
  removePattern,
  setPattern,
} from './calendar.service';
import { closureLimits } from './closures.rules';
import { configuring } from './configuring';
import { fileOf, previewOf } from './import-preview';
import { locationsShowing } from './learned-days';
import type { Changed } from './location-change';
import { undoMarking } from './undo-marking.service';

const changing = 'VIEW_CONFIGURATION_DROPDOWN';
const address = '/locationCalendar';

interface Place {
  location: number;
  month: string;
}

/** Back to the calendar, which then says what came of the change. */
function back({ location, month }: Place, changed: Changed | null): Reply {
  return reply.redirect(addressAfter({ location, month }, changed));
}

function addressAfter(place: Place, changed: Changed | null, days: { from?: string; to?: string } = {}): string {
  return withParameters(address, { ...place, ...days, ...(changed ? { change: changed.changeId } : { same: '1' }) });
}

/** Back to the month with the days that were marked, still chosen. */
function backToDays(
  { location }: Place,
  changed: Changed | null,
  { fromDate, toDate }: { fromDate: string; toDate: string },
): Reply {
  return reply.redirect(
    `${addressAfter({ location, month: fromDate.slice(0, 7) }, changed, { from: fromDate, to: toDate })}#month`,
  );
}

interface Many {
  place: Place;
  scope: Exclude<ChangeScope, 'location'>;
  expectedLocations: number | undefined;
  change: Pick<BulkChange, 'exception' | 'pattern'>;
}

interface Reach {
  scope: Many['scope'];
  siteId: number;
  pattern: BulkChange['pattern'];
}

async function targetOf(context: Context, { scope, siteId, pattern }: Reach): Promise<BulkTarget> {
  if (scope === 'site') return { kind: 'site', siteId };
  if (scope === 'all') return { kind: 'all' };
  return { kind: 'locations', locationIds: await locationsShowing(context, pattern?.openDays ?? []) };
}

/** Many locations change only after somebody was told how many, and agreed. */
async function changeMany(context: Context, { place, scope, expectedLocations, change }: Many): Promise<Reply> {
  const location = await selectLocation(context.db, context.actor, place.location);
  const target = await targetOf(context, { scope, siteId: location.siteId, pattern: change.pattern });
  const count = await countTarget(context.acting, target);
  if (expectedLocations === count) {
    const changed = await applyToMany(context.acting, { target, expectedLocations, ...change });
    return change.exception ? backToDays(place, changed, change.exception) : back(place, changed);
  }
  const format = settingsOf(context, location.timeZone);
  return reply.page(
    <BulkConfirmPage
      t={context.t}
      format={format}
      place={place}
      scope={scope}
      siteName={location.siteName}
      count={count}
      changed={expectedLocations !== undefined}
      {...change}
    />,
    { title: context.t('calendar.bulk.title', { count, number: count }) },
  );
}

export const calendarPages: Route[] = [
  definePage({
    method: 'get',
    path: address,
    access: 'VIEW_BASE_LPO_PAGE',
    query: pageQuery,
    handle: ({ query }, context) => calendarPage(context, query),
  }),

  definePage({
    method: 'post',
    path: `${address}/exceptions`,
    access: changing,
    condition: configuring,
    body: exceptionForm,
    async handle({ body: { location, month, scope, expectedLocations, ...exception } }, context) {
      const place = { location, month };
      if (scope === 'location')
        return backToDays(place, await markDays(context.acting, { locationId: location, exception }), exception);
      return changeMany(context, { place, scope, expectedLocations, change: { exception } });
    },
    again: calendarAgain('exception'),
  }),

  definePage({
    method: 'post',
    path: `${address}/exceptions/:exceptionId/delete`,
    access: changing,
    condition: configuring,
    params: removalParams,
    body: placeForm,
    handle: async ({ params, body }, context) =>
      back(body, await removeException(context.acting, { locationId: body.location, ...params })),
  }),

  definePage({
    method: 'post',
    path: `${address}/changes/:changeId/undo`,
    access: changing,
    condition: configuring,
    params: changeParams,
    body: placeForm,
    handle: async ({ params, body }, context) =>
      reply.redirect(
        `${addressAfter(body, await undoMarking(context.acting, { locationId: body.location, ...params }))}#month`,
      ),
    again: calendarAgain('undo'),
  }),

  definePage({
    method: 'post',
    path: `${address}/pattern`,
    access: changing,
    condition: configuring,
    body: patternForm,
    async handle({ body: { location, month, scope, expectedLocations, validFrom, ...days } }, context) {
      const place = { location, month };
      const openDays = [days.day1, days.day2, days.day3, days.day4, days.day5, days.day6, days.day7].map(
        (tick) => tick === 'on',
      );
      const pattern = { validFrom, openDays };
      if (scope === 'location') return back(place, await setPattern(context.acting, { locationId: location, pattern }));
      return changeMany(context, { place, scope, expectedLocations, change: { pattern } });
    },
    again: calendarAgain('pattern'),
  }),

  definePage({
    method: 'post',
    path: `${address}/pattern/delete`,
    access: changing,
    condition: configuring,
    body: patternRemovalForm,
    handle: async ({ body }, context) =>
      back(body, await removePattern(context.acting, { locationId: body.location, validFrom: body.validFrom })),
  }),

  definePage({
    method: 'post',
    path: `${address}/holidays`,
    access: changing,
    condition: configuring,
    body: holidaysForm,
    handle: async ({ body }, context) =>
      back(body, await observeHolidays(context.acting, { locationId: body.location, observed: body.observed })),
    again: calendarAgain('holidays'),
  }),

  definePage({
    method: 'post',
    path: `${address}/import`,
    access: changing,
    condition: configuring,
    body: importForm,
    upload: { maxBytes: closureLimits.bytes },
    async handle({ body, files }, context) {
      const file = await fileOf({ body, files });
      return previewOf(context, {
        body,
        file,
        plan: await planImport(context.acting, { locationId: body.location, ...file }),
      });
    },
    again: calendarAgain('import'),
  }),

  definePage({
    method: 'post',
    path: `${address}/import/apply`,
    access: changing,
    condition: configuring,
    body: importForm,
    upload: { maxBytes: closureLimits.bytes },
    async handle({ body, files }, context) {
      const file = await fileOf({ body, files });
      const plan = await planImport(context.acting, { locationId: body.location, ...file });
      const open = openPoint(plan, { leaveOutUnknown: body.leaveOutUnknown === 'on' });
      // What would come in is not what was looked at: answers were changed since, or somebody else was quicker.
      if (open || body.expectedRanges !== plan.ranges.length)
        return previewOf(context, {
          body,
          file,
          plan,
          problem: open ?? fail.unprocessable('calendar.import.lookAgain'),
        });
      return back(body, await applyPlan(context.acting, { locationId: body.location, plan }));
    },
    again: calendarAgain('import'),
  }),

  // A page that answered a form has the form's address; reloading it by hand must lead somewhere.
  ...(['exceptions', 'pattern', 'holidays', 'import', 'import/apply'] as const).map((part) =>
    definePage({
      method: 'get',
      path: `${address}/${part}`,
      access: 'VIEW_BASE_LPO_PAGE',
      walk: [],
      handle: () => reply.redirect(address),
    }),
  ),
];
