import { z } from 'zod';
import { changePhotoSettings, findPhoto } from '../../domain/photos';
import { photoSettings } from '../../domain/photos/photos.contract';
import { fail } from '../../platform/errors';
import { defineCall, definePage, reply, type Route } from '../../platform/http/define-route';
import { withParameters } from '../../platform/table/table-query';
import { answerEvent } from './labels.service';
import { publish } from './publishing.service';
import { trainingFile } from './training-file';
import { unclassifiedStatus } from './unclassified-status.contract';
import { readUnclassifiedStatus } from './unclassified-status.store';
import { undoPublished } from './undoing.service';
import { access, eventPage, path, publishPage, publishPath, queuePage, settingsPage, twinOf } from './vision-pages';
import {
  answerForm,
  batchParams,
  eventParams,
  organisationParams,
  photoParams,
  photoQuery,
  publishForm,
  visionDone,
} from './vision.contract';
import { queueQuery } from './vision.filters';

const one = `${path}/:organisationId/events/:eventId` as const;
const publishing = `${path}/:organisationId/publish` as const;
const batch = `${path}/:organisationId/batches/:batchId` as const;
const settings = '/photo-settings' as const;
const doneQuery = z.object({ done: visionDone });

/** The queue of waiting events, the answers about them, and their publication. */
export const visionRoutes: Route[] = [
  definePage({
    method: 'get',
    path,
    access,
    walk: [`${path}?show=toAnswer`, `${path}?show=disagreed`],
    query: queueQuery,
    handle: ({ query }, context) => queuePage(context, query),
  }),

  definePage({
    method: 'get',
    path: one,
    access,
    params: eventParams,
    query: doneQuery,
    handle: ({ params, query: { done } }, context) => eventPage(context, params, { done }),
  }),

  definePage({
    method: 'post',
    path: `${one}/answer`,
    access,
    notInClientView: true,
    params: eventParams,
    body: answerForm,
    async handle({ params: { organisationId, eventId }, body }, context) {
      const acting = await context.actingIn(organisationId);
      await answerEvent(acting, { eventId, form: body, locale: context.locale });
      const { siteId, locationId, show, second } = body;
      return reply.redirect(
        withParameters(path, {
          organisationId,
          siteId,
          locationId,
          show: show === 'toAnswer' ? null : show,
          after: eventId,
          last: eventId,
          done: second ? 'labelledSecond' : 'labelled',
        }),
      );
    },
    again: (failure, typed, context) =>
      eventPage(context, eventParams.parse(typed), { refused: { form: 'answer', failure, typed } }),
  }),
  twinOf(`${one}/answer`),

  definePage({
    method: 'get',
    path: publishing,
    access,
    params: organisationParams,
    query: doneQuery,
    handle: ({ params, query: { done } }, context) => publishPage(context, params.organisationId, { done }),
  }),

  definePage({
    method: 'post',
    path: publishing,
    access,
    notInClientView: true,
    params: organisationParams,
    body: publishForm,
    async handle({ params: { organisationId }, body: { labels } }, context) {
      const acting = await context.actingIn(organisationId);
      await publish(acting, { labelIds: labels, reason: context.t('machineVision.publish.reason') });
      return reply.redirect(withParameters(publishPath(organisationId), { done: 'published' }));
    },
    again: (failure, typed, context) =>
      publishPage(context, organisationParams.parse(typed).organisationId, { refused: { failure, typed } }),
  }),

  definePage({
    method: 'post',
    path: `${batch}/undo`,
    access,
    notInClientView: true,
    params: batchParams,
    async handle({ params: { organisationId, batchId } }, context) {
      const acting = await context.actingIn(organisationId);
      const left = await undoPublished(acting, { batchId, reason: context.t('machineVision.publish.undoReason') });
      return reply.redirect(
        withParameters(publishPath(organisationId), { done: left === 0 ? 'undone' : 'undonePartly' }),
      );
    },
    again: (failure, typed, context) =>
      publishPage(context, organisationParams.parse(typed).organisationId, { refused: { failure, typed } }),
  }),
  definePage({
    method: 'get',
    path: `${batch}/undo`,
    access,
    params: batchParams,
    walk: [],
    async handle({ params: { organisationId } }, context) {
      await context.actingIn(organisationId);
      return reply.redirect(publishPath(organisationId));
    },
  }),

  definePage({
    method: 'get',
    path: `${path}/:organisationId/photos/:photoId`,
    access,
    walk: [],
    params: photoParams,
    query: photoQuery,
    async handle({ params: { organisationId, photoId }, query: { size } }, context) {
      const { scope } = await context.actingIn(organisationId);
      const photo = await findPhoto(context.db, scope, { photoId, small: size === 'small' });
      if (!photo) throw fail.notFound('errors.notFound');
      return {
        ...reply.image(photo.mediaType, photo.content),
        headers: { 'Content-Disposition': 'inline' },
      };
    },
  }),

  definePage({
    method: 'get',
    path: settings,
    access: 'EDIT_ORGANIZATION_SETTINGS',
    query: doneQuery,
    handle: ({ query: { done } }, context) => settingsPage(context, { done }),
  }),

  definePage({
    method: 'post',
    path: settings,
    access: 'EDIT_ORGANIZATION_SETTINGS',
    notInClientView: true,
    body: photoSettings,
    async handle({ body }, { acting }) {
      await changePhotoSettings(acting, body);
      return reply.redirect(`${settings}?done=settings`);
    },
    again: (failure, typed, context) => settingsPage(context, { refused: { failure, typed } }),
  }),

  defineCall({
    method: 'get',
    path: `${path}/labels/export`,
    access,
    anyOrganisation: true,
    answerType: 'text/csv',
    summary: 'Export the published answers about photos as CSV, where the organization agreed to that.',
    handle: async (_input, { db, acting, locale }) => reply.csv(await trainingFile(db, acting.scope, locale)),
  }),

  defineCall({
    method: 'get',
    path: '/machine-vision/unclassified-status',
    access: 'MACHINE_VISION_EDIT_WASTE_EVENT_CLASSIFICATION',
    opens: { programs: true },
    anyOrganisation: true,
    answer: unclassifiedStatus,
    summary: 'Get whether any waste events are waiting to be classified.',
    handle: async (_input, { db, acting }) => reply.json(await readUnclassifiedStatus(db, acting.scope)),
  }),
];
