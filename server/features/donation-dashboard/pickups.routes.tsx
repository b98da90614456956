import { z } from 'zod';
import { PickupFormPage, type PickupTyped } from '../../../views/donation-dashboard/pickup-form-page';
import { PickupPage } from '../../../views/donation-dashboard/pickup-page';
import { PickupsPage } from '../../../views/donation-dashboard/pickups-page';
import { dayWriter } from '../../../views/events/write-day';
import { listValuesOf } from '../../domain/catalogue';
import { sumDonatedSpans } from '../../domain/measures';
import { listPlaces } from '../../domain/places';
import { fail } from '../../platform/errors';
import { definePage, reply, type Reply, type Route } from '../../platform/http/define-route';
import { settingsOf } from '../../platform/http/format-settings';
import { refusalIn, refusedStatus, type RefusedForm } from '../../platform/http/refused-form';
import { withParameters } from '../../platform/table/table-query';
import { localDateOf } from '../../platform/time';
import { editing, gramsIn, mayEdit, path, readerOf, viewing, type PageContext } from './donation-pages';
import { pickupsFileHref } from './donations.calls';
import {
  newPickupForm,
  pickupEditForm,
  pickupParams,
  receiptForm,
  versionBody,
  type Pickup,
} from './donations.contract';
import { done, newPickupQuery, pickupFilters, pickupsQuery, type PickupsQuery } from './donations.filters';
import { maySteps } from './donations.rules';
import { pickupTable } from './donations.table';
import { listPartnerChoices } from './partners.store';
import { cancel, changePickup, confirmReceipt, createPickup, reopenPickup } from './pickups.service';
import { findPickup, listPickups, sumOfDays, sumPickups } from './pickups.store';

const lots = `${path}/pickups` as const;

const listItems = async ({ db, acting, locale }: PageContext) =>
  (await listValuesOf(db, acting.scope.organisationId, { elementCodes: ['WASTEITEM'], locale })).get('WASTEITEM') ?? [];

async function listPage(context: PageContext, query: PickupsQuery): Promise<Reply> {
  const { t, db, acting, actor, url, locale } = context;
  const { scope } = acting;
  const reader = readerOf(context);
  const { startDate, endDate, siteId, locationId, partnerId, itemId, show, origin } = query;
  const filter = { startDate, endDate, siteId, locationId, partnerId, itemId, show, origin };
  const [sums, sites, partners, items] = await Promise.all([
    sumPickups(db, scope, filter),
    listPlaces(db, scope),
    listPartnerChoices(db, scope),
    listItems(context),
  ]);
  const state = pickupTable.within(sums.total, pickupTable.state(query, { reader }));
  const rows = await listPickups(db, scope, { filter, locale, sort: state.sort, ...state.slice });
  return reply.page(
    <PickupsPage
      t={t}
      settings={settingsOf(context)}
      edits={mayEdit(actor)}
      done={query.done ?? null}
      imported={query.imported ?? null}
      filters={pickupFilters.bar({
        action: lots,
        url,
        values: query,
        offer: { t, sites, partners, items, writeDay: dayWriter(settingsOf(context)) },
      })}
      table={pickupTable.view({ reader, url, rows, total: sums.total, state })}
      grams={sums.grams}
      csvHref={pickupsFileHref(filter)}
    />,
    { title: t('donations.pickups') },
  );
}

interface Form {
  pickup: Pickup | null;
  typed: Partial<PickupTyped>;
  scheduled?: boolean;
  refused?: RefusedForm | undefined;
}

const text = (value: number | string | null) => (value === null ? '' : String(value));

function typedOf(pickup: Pickup, gramsPerUnit: number): Partial<PickupTyped> {
  const { locationId, partnerId, day, time, grams, itemId, value, temperature, useBy, note, weighedFrom, weighedTo } =
    pickup;
  return {
    locationId: text(locationId),
    partnerId: text(partnerId),
    day,
    time: text(time),
    weight: grams === null ? '' : String(Math.round((grams / gramsPerUnit) * 1_000) / 1_000),
    itemId: text(itemId),
    value: text(value),
    temperature: text(temperature),
    useBy: text(useBy),
    note,
    weighedFrom: text(weighedFrom),
    weighedTo: text(weighedTo),
    version: String(pickup.version),
  };
}

async function formPage(context: PageContext, { pickup, typed, refused }: Form): Promise<Reply> {
  const { t, db, acting, actor, now } = context;
  const [sites, partners, items] = await Promise.all([
    listPlaces(db, acting.scope),
    listPartnerChoices(db, acting.scope),
    listItems(context),
  ]);
  const title = t(
    pickup ? (pickup.state === 'planned' ? 'donations.recordPickup' : 'donations.editPickup') : 'donations.newPickup',
  );
  const today = localDateOf(now, actor.organisation.timeZone);
  const places = sites.filter(({ locations }) => locations.length > 0);
  return reply.page(
    <PickupFormPage
      t={t}
      settings={settingsOf(context)}
      title={title}
      pickup={pickup}
      typed={{
        ...{ locationId: '', partnerId: '', day: today, time: '', weight: '', itemId: '', value: '', temperature: '' },
        ...{ useBy: '', note: '', weighedFrom: '', weighedTo: '', version: '1', scheduleId: '', scheduledOn: '' },
        ...typed,
        ...refused?.typed,
      }}
      sites={places}
      partners={partners}
      addsPartners={actor.restriction === null}
      items={items.filter(({ status, refId }) => status === 'A' || refId === pickup?.itemId)}
      refused={refused ? refusalIn(t, refused) : null}
    />,
    { title, ...(refused ? { status: refusedStatus(refused.failure) } : {}) },
  );
}

/** @throws 404 */
async function pickupOf({ db, acting, locale }: PageContext, pickupId: number): Promise<Pickup> {
  const pickup = await findPickup(db, acting.scope, { pickupId, locale });
  if (!pickup) throw fail.notFound('donations.error.unknownPickup');
  return pickup;
}

/** @throws 404 */
async function editPage(context: PageContext, pickupId: number, refused?: RefusedForm): Promise<Reply> {
  const pickup = await pickupOf(context, pickupId);
  if (!maySteps(pickup, 'change')) return reply.redirect(`${lots}/${pickupId}`);
  return formPage(context, { pickup, typed: typedOf(pickup, context.actor.unit.gramsPerUnit), refused });
}

interface Shown {
  pickupId: number;
  done?: z.infer<typeof done>;
  refused?: RefusedForm;
}

/** @throws 404 */
async function pickupPage(context: PageContext, { pickupId, done: was, refused }: Shown): Promise<Reply> {
  const { t, db, acting, actor, now } = context;
  const pickup = await pickupOf(context, pickupId);
  const { locationId, weighedFrom: from, weighedTo: to } = pickup;
  const days = from === null || to === null ? null : { locationId, from, to };
  const [[weighed], all] = await Promise.all([
    days ? sumDonatedSpans(db, acting.scope, [days]) : [],
    days ? sumOfDays(db, acting.scope, days) : null,
  ]);
  const title = t('donations.pickupOf', { partner: pickup.partnerName });
  return reply.page(
    <PickupPage
      t={t}
      settings={settingsOf(context)}
      title={title}
      pickup={pickup}
      days={days && weighed && all ? { ...days, weighedGrams: weighed.g, ...all } : null}
      today={localDateOf(now, actor.organisation.timeZone)}
      edits={mayEdit(actor)}
      done={was ?? null}
      refused={refused ? refusalIn(t, refused) : null}
    />,
    { title, ...(refused ? { status: refusedStatus(refused.failure) } : {}) },
  );
}

const again = (failure: RefusedForm['failure'], typed: Record<string, string>, context: PageContext) =>
  pickupPage(context, { pickupId: Number(typed.pickupId), refused: { failure, typed } });

export const pickupRoutes: Route[] = [
  definePage({
    method: 'get',
    path: lots,
    access: viewing,
    walk: [lots, `${lots}?show=open&origin=alone`],
    query: pickupsQuery,
    handle: ({ query }, context) => listPage(context, query),
  }),

  definePage({
    method: 'get',
    path: `${lots}/new`,
    access: editing,
    query: newPickupQuery,
    handle: ({ query: { locationId, partnerId, scheduleId, day, time } }, context) =>
      formPage(context, {
        pickup: null,
        typed: {
          ...(locationId && { locationId: String(locationId) }),
          ...(partnerId && { partnerId: String(partnerId) }),
          ...(day && { day }),
          ...(time && { time }),
          ...(scheduleId && day && { scheduleId: String(scheduleId), scheduledOn: day }),
        },
      }),
  }),

  definePage({
    method: 'post',
    path: lots,
    access: editing,
    body: newPickupForm,
    async handle({ body: { weight, ...body } }, { acting, actor }) {
      const pickupId = await createPickup(acting, { ...body, grams: gramsIn(weight, actor.unit) });
      return reply.redirect(withParameters(`${lots}/${pickupId}`, { done: 'added' }));
    },
    again: (failure, typed, context) => formPage(context, { pickup: null, typed: {}, refused: { failure, typed } }),
  }),

  definePage({
    method: 'get',
    path: `${lots}/:pickupId`,
    access: viewing,
    params: pickupParams,
    query: z.object({ done }),
    handle: ({ params, query }, context) => pickupPage(context, { ...params, ...query }),
  }),

  definePage({
    method: 'get',
    path: `${lots}/:pickupId/edit`,
    access: editing,
    params: pickupParams,
    handle: ({ params }, context) => editPage(context, params.pickupId),
  }),

  definePage({
    method: 'post',
    path: `${lots}/:pickupId/edit`,
    access: editing,
    params: pickupParams,
    body: pickupEditForm,
    async handle({ params, body: { weight, ...body } }, { acting, actor }) {
      await changePickup(acting, { ...params, edit: { ...body, grams: gramsIn(weight, actor.unit) } });
      return reply.redirect(withParameters(`${lots}/${params.pickupId}`, { done: 'saved' }));
    },
    again: (failure, typed, context) => editPage(context, Number(typed.pickupId), { failure, typed }),
  }),

  definePage({
    method: 'post',
    path: `${lots}/:pickupId/receipt`,
    access: editing,
    params: pickupParams,
    body: receiptForm,
    async handle({ params, body: { partnerWeight, ...receipt } }, { acting, actor }) {
      await confirmReceipt(acting, {
        ...params,
        receipt: { ...receipt, partnerGrams: gramsIn(partnerWeight, actor.unit) ?? 0 },
      });
      return reply.redirect(withParameters(`${lots}/${params.pickupId}`, { done: 'confirmed' }));
    },
    again,
  }),

  definePage({
    method: 'post',
    path: `${lots}/:pickupId/reopen`,
    access: editing,
    params: pickupParams,
    body: versionBody,
    async handle({ params, body }, { acting }) {
      await reopenPickup(acting, { ...params, ...body });
      return reply.redirect(withParameters(`${lots}/${params.pickupId}`, { done: 'reopened' }));
    },
    again,
  }),

  definePage({
    method: 'post',
    path: `${lots}/:pickupId/cancel`,
    access: editing,
    params: pickupParams,
    body: versionBody,
    async handle({ params, body }, { acting }) {
      await cancel(acting, { ...params, ...body });
      return reply.redirect(withParameters(`${lots}/${params.pickupId}`, { done: 'cancelled' }));
    },
    again,
  }),

  // A page that answered a form has the form's address; reloading it by hand must lead somewhere.
  ...(['receipt', 'reopen', 'cancel'] as const).map((part) =>
    definePage({
      method: 'get',
      path: `${lots}/:pickupId/${part}`,
      access: viewing,
      params: pickupParams,
      walk: [],
      handle: ({ params }) => reply.redirect(`${lots}/${params.pickupId}`),
    }),
  ),
];
