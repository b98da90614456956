import { z } from 'zod';
import { SchedulePage } from '../../../views/donation-dashboard/schedule-page';
import { listPlaces } from '../../domain/places';
import { definePage, reply, type Reply, type Route } from '../../platform/http/define-route';
import { settingsOf } from '../../platform/http/format-settings';
import { refusalIn, refusedStatus, type RefusedForm } from '../../platform/http/refused-form';
import { withParameters } from '../../platform/table/table-query';
import { localDateOf } from '../../platform/time';
import { editing, mayEdit, path, viewing, type PageContext } from './donation-pages';
import { newSchedule, scheduleParams, skipBody } from './donations.contract';
import { done } from './donations.filters';
import { listPartnerChoices } from './partners.store';
import { createSchedule, loadPlanned, skipDay, stopSchedule } from './schedules.service';
import { listSchedules } from './schedules.store';

const address = `${path}/schedule` as const;

interface Shown {
  done?: z.infer<typeof done>;
  refused?: RefusedForm;
}

async function schedulePage(context: PageContext, { done: was, refused }: Shown = {}): Promise<Reply> {
  const { t, db, acting, actor, now } = context;
  const { scope } = acting;
  const today = localDateOf(now, actor.organisation.timeZone);
  const [schedules, planned, sites, partners] = await Promise.all([
    listSchedules(db, scope, { since: today }),
    loadPlanned(db, scope, { today }),
    listPlaces(db, scope),
    listPartnerChoices(db, scope),
  ]);
  return reply.page(
    <SchedulePage
      t={t}
      settings={settingsOf(context)}
      today={today}
      edits={mayEdit(actor)}
      done={was ?? null}
      schedules={schedules}
      planned={planned}
      sites={sites.filter(({ locations }) => locations.length > 0)}
      partners={partners.filter(({ status }) => status === 'A')}
      refused={refused ? refusalIn(t, refused) : null}
    />,
    { title: t('donations.schedule.title'), ...(refused ? { status: refusedStatus(refused.failure) } : {}) },
  );
}

const again = (failure: RefusedForm['failure'], typed: Record<string, string>, context: PageContext) =>
  schedulePage(context, { refused: { failure, typed } });

export const scheduleRoutes: Route[] = [
  definePage({
    method: 'get',
    path: address,
    access: viewing,
    query: z.object({ done }),
    handle: ({ query }, context) => schedulePage(context, query),
  }),

  definePage({
    method: 'post',
    path: address,
    access: editing,
    body: newSchedule,
    async handle({ body }, { acting }) {
      await createSchedule(acting, body);
      return reply.redirect(withParameters(address, { done: 'added' }));
    },
    again,
  }),

  definePage({
    method: 'post',
    path: `${address}/:scheduleId/end`,
    access: editing,
    params: scheduleParams,
    body: z.strictObject({}),
    async handle({ params }, { acting }) {
      await stopSchedule(acting, params);
      return reply.redirect(withParameters(address, { done: 'ended' }));
    },
    again,
  }),

  definePage({
    method: 'post',
    path: `${address}/:scheduleId/skip`,
    access: editing,
    params: scheduleParams,
    body: skipBody,
    async handle({ params, body }, { acting }) {
      await skipDay(acting, { ...params, ...body });
      return reply.redirect(withParameters(address, { done: 'skipped' }));
    },
    again,
  }),

  // A page that answered a form has the form's address; reloading it by hand must lead somewhere.
  ...(['end', 'skip'] as const).map((part) =>
    definePage({
      method: 'get',
      path: `${address}/:scheduleId/${part}`,
      access: viewing,
      params: scheduleParams,
      walk: [],
      handle: () => reply.redirect(address),
    }),
  ),
];
