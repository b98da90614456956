import { z } from 'zod';
import { NewReportPage } from '../../../views/generate-reports/new-report-page';
import { ReportsPage } from '../../../views/generate-reports/reports-page';
import { SchedulePage } from '../../../views/generate-reports/schedule-page';
import { fail } from '../../platform/errors';
import { definePage, reply, type Reply, type Route } from '../../platform/http/define-route';
import { settingsOf } from '../../platform/http/format-settings';
import { refusalIn, refusedStatus, type RefusedForm } from '../../platform/http/refused-form';
import type { Translate } from '../../platform/i18n/messages';
import { pageParameter } from '../../platform/table/table-query';
import { localDateOf } from '../../platform/time';
import {
  kindQuery,
  runForm,
  runParams,
  runStepParams,
  scheduleForm,
  scheduleParams,
  scheduleStepParams,
  type ReportKind,
  type StoredSchedule,
} from './generate-reports.contract';
import { datesOfPeriod, mayMake, reportKinds, usualPeriod } from './report-kinds.rules';
import { printReply, runReply, said, stepReply } from './report-pages';
import { listRunsPage } from './report-runs.store';
import { findSchedule, listMembers, listSchedules } from './report-schedules.store';
import { access, loadChoices, path, setFields, type PageContext } from './reports.presentation';
import { readerOf, requestReport } from './reports.service';
import {
  changeSchedule,
  createSchedule,
  pauseSchedule,
  placeIn,
  removeSchedule,
  runScheduleNow,
} from './schedules.service';

const inPage = 25;
const zoneOf = ({ actor }: PageContext) => actor.organisation.timeZone;
const statusOf = (refused: RefusedForm | undefined) => (refused ? { status: refusedStatus(refused.failure) } : {});

async function listPage(context: PageContext, { page }: { page: number }): Promise<Reply> {
  const { t, db, now, actor } = context;
  const reader = readerOf(actor);
  const [listed, schedules] = await Promise.all([
    listRunsPage(db, reader, { page, inPage }),
    listSchedules(db, reader),
  ]);
  return reply.page(
    <ReportsPage
      t={t}
      settings={settingsOf(context)}
      {...listed}
      kinds={reportKinds.filter((kind) => mayMake(kind, actor.permissions))}
      inPage={inPage}
      schedules={schedules}
      now={now}
    />,
    { title: t('reports.title') },
  );
}

async function newPage(context: PageContext, kind: ReportKind, refused?: RefusedForm): Promise<Reply> {
  const { t, locale, actor, now } = context;
  const choices = await loadChoices(context);
  const title = t(`reports.kinds.${kind}.name`);
  return reply.page(
    <NewReportPage
      t={t}
      kind={kind}
      choices={choices}
      typed={{
        place: '',
        wasteStageId: '8',
        locale,
        unitId: String(actor.unit.id),
        currency: '',
        ...setFields(actor.organisation.countryCode),
        period: usualPeriod[kind],
        ...asFields(datesOfPeriod(usualPeriod[kind], localDateOf(now, zoneOf(context)))),
        ...refused?.typed,
      }}
      refused={refused ? refusalIn(t, refused) : null}
    />,
    { title, ...statusOf(refused) },
  );
}

const asFields = ({ start, end }: { start: string; end: string }) => ({ startDate: start, endDate: end });

const runHref = (runId: number) => `${path}/runs/${runId}`;
const addressesOf = (t: Translate, runId: number) => ({
  list: { label: t('reports.title'), href: path },
  address: runHref(runId),
  files: `/rest/v1/reports/runs/${runId}/files`,
  status: `/rest/v1/reports/runs/${runId}`,
  print: `/reports/pdf-reports/${runId}`,
});
const runPage = (context: PageContext, runId: number, refused?: RefusedForm) =>
  runReply(context, { runId, at: addressesOf(context.t, runId), refused });

interface ScheduleShown {
  kind: ReportKind;
  schedule: StoredSchedule | null;
  refused?: RefusedForm | undefined;
}

async function schedulePage(context: PageContext, { kind, schedule, refused }: ScheduleShown): Promise<Reply> {
  const { t, db, actor, locale, acting, url } = context;
  const [choices, members] = await Promise.all([loadChoices(context), listMembers(db, acting.scope)]);
  const usual = {
    place: '',
    wasteStageId: '8',
    locale,
    unitId: String(actor.unit.id),
    currency: '',
    ...setFields(actor.organisation.countryCode),
    period: usualPeriod[kind],
    cadence: 'weekly',
    weekDay: '1',
    monthDay: '1',
    hour: '6',
    version: '0',
  };
  // A form with several values of a name says so only in what it sent.
  const sent = refused ? sentRecipients(refused) : null;
  return reply.page(
    <SchedulePage
      t={t}
      settings={settingsOf(context)}
      kind={kind}
      schedule={schedule && { ...schedule, pausedFor: said(t, schedule.pausedFor) }}
      choices={choices}
      members={members}
      typed={{ ...usual, ...(schedule && typedOf(schedule)), ...refused?.typed }}
      chosen={sent ?? schedule?.recipientIds ?? [actor.userId]}
      saved={new URL(url, 'http://tare.invalid').searchParams.has('saved')}
      refused={refused ? refusalIn(t, refused) : null}
    />,
    { title: t('reports.schedule.title', { report: t(`reports.kinds.${kind}.name`) }), ...statusOf(refused) },
  );
}

const sentRecipients = ({ typed }: RefusedForm) =>
  (typed.recipientId ?? '')
    .split(',')
    .map(Number)
    .filter((id) => id > 0);

const typedOf = ({ parameters, cadence, day, hour, version }: StoredSchedule): Record<string, string> => ({
  place:
    parameters.locationId !== null
      ? `l${parameters.locationId}`
      : parameters.siteId !== null
        ? `s${parameters.siteId}`
        : '',
  wasteStageId: String(parameters.stageId),
  locale: parameters.locale,
  unitId: String(parameters.unitId),
  currency: parameters.currency ?? '',
  ...(parameters.productionSet && { productionSet: parameters.productionSet }),
  ...(parameters.disposalSet && { disposalSet: parameters.disposalSet }),
  ...(parameters.logo && { logo: parameters.logo }),
  period: parameters.period,
  cadence,
  ...(cadence === 'weekly' ? { weekDay: String(day) } : { monthDay: String(day) }),
  hour: String(hour),
  version: String(version),
});

/** @throws 404 */
async function editPage(context: PageContext, scheduleId: number, refused?: RefusedForm): Promise<Reply> {
  const schedule = await findSchedule(context.db, readerOf(context.actor), scheduleId);
  if (!schedule) throw fail.notFound('reports.error.unknownSchedule');
  return schedulePage(context, { kind: schedule.kind, schedule, refused });
}

const kindIn = (typed: Record<string, string>) => kindQuery.parse(typed).kind;
/** One that somebody may not have made is none that they are offered. */
const offered = ({ actor }: PageContext, kind: ReportKind): ReportKind =>
  mayMake(kind, actor.permissions) ? kind : 'managerSummary';
const noFields = z.strictObject({});

export const reportRoutes: Route[] = [
  definePage({
    method: 'get',
    path,
    access,
    query: z.object({ page: pageParameter }),
    handle: ({ query }, context) => listPage(context, query),
  }),

  definePage({
    method: 'get',
    path: `${path}/new`,
    access,
    query: kindQuery,
    walk: [`${path}/new?kind=siteComparison`],
    handle: ({ query }, context) => newPage(context, offered(context, query.kind)),
  }),

  definePage({
    method: 'post',
    path,
    access,
    body: runForm,
    async handle({ body: { place, ...form } }, context) {
      const request = { ...form, ...placeIn(place) };
      const runId = await requestReport(context.acting, { request, timeZone: zoneOf(context) });
      return reply.redirect(`${path}/runs/${runId}`);
    },
    again: (failure, typed, context) => newPage(context, kindIn(typed), { failure, typed }),
  }),

  definePage({
    method: 'get',
    path: `${path}/runs/:runId`,
    access,
    params: runParams,
    handle: ({ params }, context) => runPage(context, params.runId),
  }),

  definePage({
    method: 'post',
    path: `${path}/runs/:runId/:step`,
    access,
    params: runStepParams,
    body: noFields,
    handle: ({ params }, context) => stepReply(context, { ...params, listHref: path, runHref }),
    again: (failure, typed, context) => runPage(context, Number(typed.runId), { failure, typed }),
  }),

  definePage({
    method: 'get',
    path: '/reports/pdf-reports/:runId',
    access,
    params: runParams,
    handle: ({ params }, context) => printReply(context, { ...params, backHref: runHref(params.runId) }),
  }),

  definePage({
    method: 'get',
    path: `${path}/schedules/new`,
    access,
    query: kindQuery,
    walk: [`${path}/schedules/new?kind=teamSheet`],
    handle: ({ query }, context) => schedulePage(context, { kind: offered(context, query.kind), schedule: null }),
  }),

  definePage({
    method: 'post',
    path: `${path}/schedules`,
    access,
    body: scheduleForm,
    async handle({ body }, context) {
      const scheduleId = await createSchedule(context.acting, { form: body, timeZone: zoneOf(context) });
      return reply.redirect(`${path}/schedules/${scheduleId}?saved=1`);
    },
    again: (failure, typed, context) =>
      schedulePage(context, { kind: kindIn(typed), schedule: null, refused: { failure, typed } }),
  }),

  definePage({
    method: 'get',
    path: `${path}/schedules/:scheduleId`,
    access,
    params: scheduleParams,
    handle: ({ params }, context) => editPage(context, params.scheduleId),
  }),

  definePage({
    method: 'post',
    path: `${path}/schedules/:scheduleId`,
    access,
    params: scheduleParams,
    body: scheduleForm,
    async handle({ params, body }, context) {
      await changeSchedule(context.acting, { ...params, form: body, timeZone: zoneOf(context) });
      return reply.redirect(`${path}/schedules/${params.scheduleId}?saved=1`);
    },
    again: (failure, typed, context) => editPage(context, Number(typed.scheduleId), { failure, typed }),
  }),

  definePage({
    method: 'post',
    path: `${path}/schedules/:scheduleId/:step`,
    access,
    params: scheduleStepParams,
    body: noFields,
    async handle({ params: { scheduleId, step } }, context) {
      const { acting } = context;
      const timeZone = zoneOf(context);
      if (step === 'delete') {
        await removeSchedule(acting, { scheduleId });
        return reply.redirect(path);
      }
      if (step === 'now')
        return reply.redirect(`${path}/runs/${await runScheduleNow(acting, { scheduleId, timeZone })}`);
      await pauseSchedule(acting, { scheduleId, paused: step === 'pause', timeZone });
      return reply.redirect(`${path}/schedules/${scheduleId}`);
    },
    again: (failure, typed, context) => editPage(context, Number(typed.scheduleId), { failure, typed }),
  }),

  // A page that answered a form has the form's address; reloading it by hand must lead somewhere.
  definePage({ method: 'get', path: `${path}/schedules`, access, walk: [], handle: () => reply.redirect(path) }),
  definePage({
    method: 'get',
    path: `${path}/runs/:runId/:step`,
    access,
    params: runParams,
    walk: [],
    handle: ({ params }) => reply.redirect(`${path}/runs/${params.runId}`),
  }),
  definePage({
    method: 'get',
    path: `${path}/schedules/:scheduleId/:step`,
    access,
    params: scheduleParams,
    walk: [],
    handle: ({ params }) => reply.redirect(`${path}/schedules/${params.scheduleId}`),
  }),
];
