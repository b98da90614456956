import { z } from 'zod';
import { placeId } from '../../domain/places/place.filters';
import type { ActingPersonally } from '../../platform/acting';
import { defineCall, definePage, reply, type Route } from '../../platform/http/define-route';
import { withParameters } from '../../platform/table/table-query';
import { copyPath, jobPage, listPage, newPage, pathOf, type PageContext } from './copy-pages';
import { looking } from './copy-states.service';
import { confirmForm, copyForm, copyStanding, jobParams, standingParams } from './copy.contract';
import { jobListQuery, jobQuery, newCopyQuery } from './copy.filters';
import { doneOf, targetsOf } from './copy.rules';
import { dropCopy, prepareCopy, readJob, retryCopy, startCopy, undoCopy } from './copy.service';

const jobPath = `${copyPath}/:organisationId/:jobId` as const;

const changes: Record<
  'start' | 'retry' | 'undo' | 'drop',
  (acting: ActingPersonally, given: { id: number; seen: string }) => Promise<void>
> = { start: startCopy, retry: retryCopy, undo: undoCopy, drop: dropCopy };
type Step = keyof typeof changes;

const bodies = { start: confirmForm, retry: confirmForm, undo: z.strictObject({}), drop: z.strictObject({}) } as const;

const stepRoutes = (Object.keys(changes) as Step[]).flatMap((step): Route[] => [
  definePage({
    method: 'post',
    path: `${jobPath}/${step}`,
    access: looking,
    notInClientView: true,
    params: jobParams,
    body: bodies[step],
    async handle({ params, body }, context) {
      const acting = await context.actingIn(params.organisationId);
      await changes[step](acting, { id: params.jobId, seen: '', ...body });
      return reply.redirect(
        step === 'drop'
          ? withParameters(copyPath, { organisationId: params.organisationId, done: 'dropped' })
          : pathOf(params),
      );
    },
    again: (failure, typed, context: PageContext) =>
      jobPage(context, jobParams.parse(typed), { retries: step === 'retry', refused: { failure, typed } }),
  }),
]);

/** The pages that copy a location’s configuration to others. */
export const copyRoutes: Route[] = [
  definePage({
    method: 'get',
    path: copyPath,
    access: looking,
    query: jobListQuery,
    handle: ({ query }, context) => listPage(context, query),
  }),
  definePage({
    method: 'get',
    path: `${copyPath}/new`,
    access: looking,
    query: newCopyQuery,
    handle: ({ query }, context) => newPage(context, query),
  }),
  definePage({
    method: 'post',
    path: `${copyPath}/new`,
    access: looking,
    notInClientView: true,
    body: copyForm,
    // A tick for each location of a large organization.
    largestBody: { bytes: 200_000 },
    async handle({ body: { organisationId, ...chosen } }, context) {
      const jobId = await prepareCopy(await context.actingIn(organisationId), chosen);
      return reply.redirect(pathOf({ organisationId, jobId }));
    },
    again: (failure, typed, context) =>
      newPage(
        context,
        newCopyQuery.parse({ organisationId: placeId.parse(typed.organisationId), sourceId: typed.sourceId }),
        { failure, typed },
      ),
  }),
  definePage({
    method: 'get',
    path: jobPath,
    access: looking,
    params: jobParams,
    query: jobQuery,
    handle: ({ params, query: { page } }, context) => jobPage(context, params, { page }),
  }),
  definePage({
    method: 'get',
    path: `${jobPath}/retry`,
    access: looking,
    params: jobParams,
    query: jobQuery,
    walk: [],
    handle: ({ params, query: { page } }, context) => jobPage(context, params, { page, retries: true }),
  }),
  ...(['start', 'undo', 'drop'] as const).map((step) =>
    definePage({
      method: 'get',
      path: `${jobPath}/${step}`,
      access: looking,
      params: jobParams,
      walk: [],
      async handle({ params }, context) {
        await context.actingIn(params.organisationId);
        return reply.redirect(pathOf(params));
      },
    }),
  ),
  defineCall({
    method: 'get',
    path: `${copyPath}/:jobId`,
    access: looking,
    anyOrganisation: true,
    params: standingParams,
    answer: copyStanding,
    summary: 'Get how far a copy of a location’s configuration is.',
    async handle({ params: { jobId } }, { acting }) {
      const job = await readJob(acting, jobId);
      return reply.json({ jobId, state: job.state, targets: targetsOf(job), done: doneOf(job) });
    },
  }),
  ...stepRoutes,
];
