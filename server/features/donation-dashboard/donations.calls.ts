import { fail } from '../../platform/errors';
import { onTheWire } from '../../platform/fraction.rules';
import { defineCall, reply, type Context, type Route } from '../../platform/http/define-route';
import { withParameters } from '../../platform/table/table-query';
import { fieldProblems } from '../../platform/table/week-range-messages';
import { rangeProblems } from '../../platform/table/week-range.rules';
import { localDateOf, type LocalDate } from '../../platform/time';
import { loadDonations, loadStatement } from './dashboard.service';
import { editing as edits, ofEverySite, viewing as sees } from './donation-pages';
import {
  newPartner,
  newPickup,
  newSchedule,
  partnerEdit,
  partnerParams,
  partnersAnswer,
  partnerSaved,
  pickupEdit,
  pickupParams,
  pickupSaved,
  pickupsAnswer,
  plannedAnswer,
  receiptBody,
  scheduleParams,
  scheduleSaved,
  schedulesAnswer,
  skipBody,
  statementCallQuery,
  summaryAnswer,
  summaryQuery,
  versionBody,
  type Pickup,
} from './donations.contract';
import { partnersCallQuery, pickupsCallQuery, pickupsListQuery, type PickupFilter } from './donations.filters';
import {
  donatedFile,
  donatedTable,
  partnerTable,
  pickupsFile,
  pickupTable,
  statementFile,
  statementTable,
} from './donations.table';
import { changePartner, createPartner } from './partners.service';
import { listPartners } from './partners.store';
import { cancel, changePickup, confirmReceipt, createPickup, reopenPickup } from './pickups.service';
import { listPickups, sumPickups } from './pickups.store';
import { createSchedule, loadPlanned, skipDay, stopSchedule } from './schedules.service';
import { listSchedules } from './schedules.store';

const reading = { access: sees, opens: { programs: true, scopes: ['waste:read'] } } as const;
/** Contacts of partners, and what is about to happen: for people and their programs. */
const looking = { access: sees, opens: { programs: true } } as const;
const editing = { access: edits, opens: { programs: true } } as const;
const path = '/donations';

export const pickupsFileHref = (filter: PickupFilter) =>
  withParameters(`/rest/v1${path}/pickups/export`, { ...(filter as Record<string, string | number | null>) });

const todayOf = ({ now, actor }: Context<'signed-in'>) => localDateOf(now, actor.organisation.timeZone);

/** @throws 400 with a problem for each end of a range that does not hold */
function checkRange(
  { startDate: start, endDate: end }: { startDate: string; endDate: string },
  today: LocalDate,
): void {
  const fields = fieldProblems(rangeProblems({ start, end, today, grain: 'day' }));
  if (fields.length > 0) throw fail.badRequest('errors.badRequest', { fields });
}

const inStep = 500;

async function* everyPickup(
  { db, acting, locale }: Context<'signed-in'>,
  filter: PickupFilter,
): AsyncGenerator<Pickup> {
  for (let offset = 0; ; offset += inStep) {
    const rows = await listPickups(db, acting.scope, { filter, locale, limit: inStep, offset });
    yield* rows;
    if (rows.length < inStep) return;
  }
}

export const donationCalls: Route[] = [
  defineCall({
    method: 'get',
    path: `${path}/summary`,
    ...reading,
    fresh: 'data',
    query: summaryQuery,
    answer: summaryAnswer,
    summary: 'What was donated in a period: weighed as a donation, and picked up without; each kilogram once.',
    async handle({ query }, { db, viewer, locale }) {
      checkRange(query, viewer.today);
      const { startDate: start, endDate: end, siteId, locationId } = query;
      const figures = await loadDonations(db, viewer, {
        question: { start, end, place: { siteId, locationId } },
        locale,
      });
      return reply.json(
        onTheWire({
          startDate: start,
          endDate: end,
          donatedGrams: figures.grams,
          weighedGrams: figures.weighedGrams,
          notWeighedGrams: figures.aloneGrams,
          pickedUpGrams: figures.partners.reduce((sum, { grams }) => sum + grams, 0),
          values: figures.values.map(({ currency, amount }) => ({ currency, amount })),
          meals: figures.meals,
          surplus: figures.surplus,
          partners: figures.partners.map(({ weighedGrams: _, confirmedGrams: __, ...partner }) => partner),
        }),
      );
    },
  }),

  defineCall({
    method: 'get',
    path: `${path}/export`,
    ...reading,
    fresh: 'data',
    query: summaryQuery,
    answerType: 'text/csv',
    summary: 'Export what was donated in a period by item as CSV.',
    async handle({ query }, { t, db, viewer, locale }) {
      checkRange(query, viewer.today);
      const { startDate: start, endDate: end, siteId, locationId } = query;
      const { items } = await loadDonations(db, viewer, {
        question: { start, end, place: { siteId, locationId } },
        locale,
      });
      const { permissions, unit } = viewer;
      return reply.csv(donatedTable.file(donatedFile, items, { t, permissions, unit }));
    },
  }),

  defineCall({
    method: 'get',
    path: `${path}/statement/export`,
    ...reading,
    fresh: 'data',
    query: statementCallQuery,
    answerType: 'text/csv',
    summary: 'Export the pickups of a period by partner, with receipts and values, as CSV.',
    async handle({ query }, { t, db, viewer, locale }) {
      checkRange(query, viewer.today);
      const { startDate: start, endDate: end, siteId, locationId, partnerId } = query;
      const { lines } = await loadStatement(db, viewer, {
        question: { start, end, place: { siteId, locationId } },
        partnerId,
        locale,
      });
      const { permissions, unit } = viewer;
      return reply.csv(statementTable.file(statementFile, lines, { t, permissions, unit }));
    },
  }),

  defineCall({
    method: 'get',
    path: `${path}/pickups/export`,
    ...reading,
    query: pickupsCallQuery,
    answerType: 'text/csv',
    summary: 'Export donation pickups as CSV.',
    async handle({ query }, context) {
      const { t, actor } = context;
      const { permissions, unit } = actor;
      return reply.csv(pickupTable.file(pickupsFile, everyPickup(context, query), { t, permissions, unit }));
    },
  }),

  defineCall({
    method: 'get',
    path: `${path}/pickups`,
    ...reading,
    query: pickupsListQuery,
    answer: pickupsAnswer,
    summary: 'List donation pickups, newest first. Lists 50 by default.',
    async handle({ query: { limit, offset, ...filter } }, { db, acting, locale }) {
      const [{ total }, pickups] = await Promise.all([
        sumPickups(db, acting.scope, filter),
        listPickups(db, acting.scope, { filter, locale, limit, offset }),
      ]);
      return reply.json({ total, limit, offset, pickups });
    },
  }),

  defineCall({
    method: 'post',
    path: `${path}/pickups`,
    ...editing,
    body: newPickup,
    answer: pickupSaved,
    summary: 'Record a donation pickup with its weight, or plan one without.',
    handle: async ({ body }, { acting }) => reply.json({ pickupId: await createPickup(acting, body) }, 201),
  }),

  defineCall({
    method: 'put',
    path: `${path}/pickups/:pickupId`,
    ...editing,
    params: pickupParams,
    body: pickupEdit,
    answerType: 'none',
    summary: 'Change a pickup that has no receipt yet. A planned one with a weight has been picked up.',
    handle: ({ params, body }, { acting }) => reply.empty(changePickup(acting, { ...params, edit: body })),
  }),

  defineCall({
    method: 'post',
    path: `${path}/pickups/:pickupId/receipt`,
    ...editing,
    params: pickupParams,
    body: receiptBody,
    answerType: 'none',
    summary: 'Confirm a pickup with the partner’s receipt and weight.',
    handle: ({ params, body }, { acting }) => reply.empty(confirmReceipt(acting, { ...params, receipt: body })),
  }),

  defineCall({
    method: 'post',
    path: `${path}/pickups/:pickupId/reopen`,
    ...editing,
    params: pickupParams,
    body: versionBody,
    answerType: 'none',
    summary: 'Remove the receipt of a pickup that was confirmed by mistake.',
    handle: ({ params, body }, { acting }) => reply.empty(reopenPickup(acting, { ...params, ...body })),
  }),

  defineCall({
    method: 'post',
    path: `${path}/pickups/:pickupId/cancel`,
    ...editing,
    params: pickupParams,
    body: versionBody,
    answerType: 'none',
    summary: 'Cancel a pickup that did not take place.',
    handle: ({ params, body }, { acting }) => reply.empty(cancel(acting, { ...params, ...body })),
  }),

  defineCall({
    method: 'get',
    path: `${path}/partners`,
    ...looking,
    query: partnersCallQuery,
    answer: partnersAnswer,
    summary: 'List donation partners by name. Lists 50 by default.',
    async handle({ query }, { db, acting }) {
      return reply.json(await listPartners(db, acting.scope, query));
    },
  }),

  defineCall({
    method: 'get',
    path: `${path}/partners/export`,
    ...looking,
    answerType: 'text/csv',
    summary: 'Export all donation partners as CSV.',
    async handle(_input, { t, db, acting, actor }) {
      const { partners } = await listPartners(db, acting.scope, { show: 'all', limit: 100_000, offset: 0 });
      return reply.csv(partnerTable.file('Donation Partners.csv', partners, { t, permissions: actor.permissions }));
    },
  }),

  defineCall({
    method: 'post',
    path: `${path}/partners`,
    ...editing,
    condition: ofEverySite,
    body: newPartner,
    answer: partnerSaved,
    summary: 'Add a donation partner.',
    handle: async ({ body }, { acting }) => reply.json({ partnerId: await createPartner(acting, body) }, 201),
  }),

  defineCall({
    method: 'put',
    path: `${path}/partners/:partnerId`,
    ...editing,
    condition: ofEverySite,
    params: partnerParams,
    body: partnerEdit,
    answerType: 'none',
    summary: 'Change, retire or restore a donation partner.',
    handle: ({ params, body }, { acting }) => reply.empty(changePartner(acting, { ...params, edit: body })),
  }),

  defineCall({
    method: 'get',
    path: `${path}/planned`,
    ...looking,
    answer: plannedAnswer,
    summary: 'List pickups planned for the next 14 days, and those of the last days that nobody has recorded.',
    handle: async (_input, context) =>
      reply.json({ planned: await loadPlanned(context.db, context.acting.scope, { today: todayOf(context) }) }),
  }),

  defineCall({
    method: 'get',
    path: `${path}/schedules`,
    ...looking,
    answer: schedulesAnswer,
    summary: 'List the weekly pickups.',
    handle: async (_input, context) =>
      reply.json({ schedules: await listSchedules(context.db, context.acting.scope, { since: todayOf(context) }) }),
  }),

  defineCall({
    method: 'post',
    path: `${path}/schedules`,
    ...editing,
    body: newSchedule,
    answer: scheduleSaved,
    summary: 'Add a weekly pickup from today on.',
    handle: async ({ body }, { acting }) => reply.json({ scheduleId: await createSchedule(acting, body) }, 201),
  }),

  defineCall({
    method: 'delete',
    path: `${path}/schedules/:scheduleId`,
    ...editing,
    params: scheduleParams,
    answerType: 'none',
    summary: 'End a weekly pickup. What was recorded of it stays.',
    handle: ({ params }, { acting }) => reply.empty(stopSchedule(acting, params)),
  }),

  defineCall({
    method: 'post',
    path: `${path}/schedules/:scheduleId/skip`,
    ...editing,
    params: scheduleParams,
    body: skipBody,
    answer: pickupSaved,
    summary: 'Cancel one day of a weekly pickup.',
    handle: async ({ params, body }, { acting }) =>
      reply.json({ pickupId: await skipDay(acting, { ...params, ...body }) }, 201),
  }),
];
