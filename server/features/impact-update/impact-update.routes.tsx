import { z } from 'zod';
import { PdfReportPage } from '../../../views/generate-reports/pdf-report-page';
import { ImpactPage } from '../../../views/impact-update/impact-page';
import { SharedGonePage } from '../../../views/impact-update/shared-gone-page';
import { Shares } from '../../../views/impact-update/shares';
import { may } from '../../platform/actor';
import { documentFormats } from '../../platform/document/document.contract';
import { defineCall, definePage, reply, type Context, type Reply, type Route } from '../../platform/http/define-route';
import { settingsOf } from '../../platform/http/format-settings';
import { refusalIn, refusedStatus, type RefusedForm } from '../../platform/http/refused-form';
import type { Translate } from '../../platform/i18n/messages';
import { pageParameter } from '../../platform/table/table-query';
import { localDateOf } from '../../platform/time';
import {
  datesOfPeriod,
  fileReply,
  listRunsPage,
  listShares,
  loadChoices,
  openShared,
  placeIn,
  printReply,
  requestReport,
  revokeShare,
  runForm,
  runReply,
  readerOf,
  selectRun,
  setFields,
  shareReport,
  stepReply,
  usualPeriod,
  viewOf,
} from '../generate-reports';
import { runView } from '../generate-reports/generate-reports.contract';
import { shareDays } from './share-days.rules';

const path = '/impact-update';
const access = 'VIEW_IMPACT_UPDATE_REPORT' as const;
const kind = 'impactUpdate' as const;
const inPage = 25;
type PageContext = Context<typeof access>;

const id = z.coerce
  .number()
  .int()
  .positive()
  .max(2 ** 53 - 1);

const runParams = z.object({ runId: id });
const stepParams = z.object({ runId: id, step: z.enum(['cancel', 'again', 'send', 'delete']) });
const fileParams = z.object({ runId: id, format: z.enum(documentFormats) });
const shareForm = z.strictObject({
  days: z.coerce
    .number()
    .int()
    .refine((days) => (shareDays as readonly number[]).includes(days), { error: 'leaderboard.error.unknownGroup' }),
});
const revokeParams = z.object({ runId: id, shareId: id });
const sharedParams = z.strictObject({ shareToken: z.string().max(100) });

const runHref = (runId: number) => `${path}/${runId}`;
const addressesOf = (t: Translate, runId: number) => ({
  list: { label: t('impact.title'), href: path },
  address: runHref(runId),
  files: `/rest/v1/impact-statements/${runId}/files`,
  status: `/rest/v1/impact-statements/${runId}`,
  print: `/impact-update-report/${runId}`,
});

async function listPage(context: PageContext, { page }: { page: number }, refused?: RefusedForm): Promise<Reply> {
  const { t, db, actor, now, locale } = context;
  const timeZone = actor.organisation.timeZone;
  const [choices, listed] = await Promise.all([
    loadChoices(context),
    listRunsPage(db, readerOf(actor), { kind, page, inPage }),
  ]);
  const usual = datesOfPeriod(usualPeriod[kind], localDateOf(now, timeZone));
  return reply.page(
    <ImpactPage
      t={t}
      settings={settingsOf(context)}
      choices={choices}
      typed={{
        place: '',
        wasteStageId: '8',
        locale,
        unitId: String(actor.unit.id),
        currency: '',
        ...setFields(actor.organisation.countryCode),
        period: usualPeriod[kind],
        startDate: usual.start,
        endDate: usual.end,
        ...refused?.typed,
      }}
      refused={refused ? refusalIn(t, refused) : null}
      {...listed}
      inPage={inPage}
      schedules={may(actor, 'GENERATE_REPORTS')}
      now={now}
    />,
    { title: t('impact.title'), ...(refused ? { status: refusedStatus(refused.failure) } : {}) },
  );
}

interface Statement {
  runId: number;
  refused?: RefusedForm | undefined;
  /** A link that was just made: it is shown once. */
  shared?: { href: string };
}

const statementPage = (context: PageContext, { runId, refused, shared }: Statement): Promise<Reply> =>
  runReply(context, {
    runId,
    kind,
    at: addressesOf(context.t, runId),
    refused,
    async below(run) {
      if (!run.made) return null;
      const { t, db, actor, now } = context;
      const shares = await listShares(db, { organisationId: actor.organisation.id, runId, now });
      return <Shares t={t} settings={settingsOf(context)} runId={runId} shares={shares} made={shared?.href ?? null} />;
    },
  });

export const impactUpdateRoutes: Route[] = [
  definePage({
    method: 'get',
    path,
    access,
    query: z.object({ page: pageParameter }),
    handle: ({ query }, context) => listPage(context, query),
  }),

  definePage({
    method: 'post',
    path,
    access,
    body: runForm,
    async handle({ body: { place, ...form } }, context) {
      const request = { ...form, kind, ...placeIn(place) };
      const runId = await requestReport(context.acting, { request, timeZone: context.actor.organisation.timeZone });
      return reply.redirect(runHref(runId));
    },
    again: (failure, typed, context) => listPage(context, { page: 1 }, { failure, typed }),
  }),

  definePage({
    method: 'get',
    path: `${path}/:runId`,
    access,
    params: runParams,
    handle: ({ params }, context) => statementPage(context, params),
  }),

  definePage({
    method: 'post',
    path: `${path}/:runId/shares`,
    access,
    params: runParams,
    body: shareForm,
    async handle({ params: { runId }, body: { days } }, context) {
      await selectRun(context.db, context.actor, { runId, kind });
      const token = await shareReport(context.acting, { runId, days });
      // Shown once, and in no address that a browser keeps.
      const href = new URL(`/impact-update-report/shared/${token}`, context.resources.config.publicUrl).href;
      return statementPage(context, { runId, shared: { href } });
    },
    again: (failure, typed, context) =>
      statementPage(context, { runId: Number(typed.runId), refused: { failure, typed } }),
  }),

  definePage({
    method: 'post',
    path: `${path}/:runId/shares/:shareId/revoke`,
    access,
    params: revokeParams,
    body: z.strictObject({}),
    async handle({ params }, context) {
      await selectRun(context.db, context.actor, { ...params, kind });
      await revokeShare(context.acting, params);
      return reply.redirect(runHref(params.runId));
    },
    again: (failure, typed, context) =>
      statementPage(context, { runId: Number(typed.runId), refused: { failure, typed } }),
  }),

  definePage({
    method: 'post',
    path: `${path}/:runId/:step`,
    access,
    params: stepParams,
    body: z.strictObject({}),
    handle: ({ params }, context) => stepReply(context, { ...params, kind, listHref: path, runHref }),
    again: (failure, typed, context) =>
      statementPage(context, { runId: Number(typed.runId), refused: { failure, typed } }),
  }),

  definePage({
    method: 'get',
    path: '/impact-update-report/:runId',
    access,
    params: runParams,
    handle: ({ params }, context) => printReply(context, { ...params, kind, backHref: runHref(params.runId) }),
  }),

  definePage({
    method: 'get',
    path: '/impact-update-report/shared/:shareToken',
    access: 'public',
    params: sharedParams,
    async handle({ params }, { t, db, now }) {
      const document = await openShared(db, params.shareToken, now);
      if (!document)
        return reply.page(<SharedGonePage t={t} />, { title: t('impact.share.gone'), layout: 'bare', status: 404 });
      return reply.page(<PdfReportPage t={t} backHref={null} document={document} />, {
        title: document.title,
        layout: 'bare',
      });
    },
  }),

  defineCall({
    method: 'get',
    path: '/impact-statements/:runId',
    access,
    summary: 'Get an impact statement with its status.',
    params: runParams,
    answer: runView,
    handle: async ({ params }, { db, actor }) => reply.json(viewOf(await selectRun(db, actor, { ...params, kind }))),
  }),

  defineCall({
    method: 'get',
    path: '/impact-statements/:runId/files/:format',
    access,
    summary: 'Download an impact statement as `pdf`, `xlsx` (all tables), or `csv` (by site).',
    params: fileParams,
    answerType: 'none',
    handle: ({ params }, context) => fileReply(context, { ...params, kind }),
  }),

  // A page that answered a form has the form's address; reloading it by hand must lead somewhere.
  ...(['shares', 'shares/:shareId/revoke', ':step'] as const).map((part) =>
    definePage({
      method: 'get',
      path: `${path}/:runId/${part}`,
      access,
      params: runParams,
      walk: [],
      handle: ({ params }) => reply.redirect(runHref(params.runId)),
    }),
  ),
];
