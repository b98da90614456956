import { readFile } from 'node:fs/promises';
import { findEventOfDevice } from '../../domain/events';
import { addPhoto } from '../../domain/photos';
import { may, type Actor } from '../../platform/actor';
import { fail } from '../../platform/errors';
import { defineCall, definePage, reply, type Route, type UploadedFile } from '../../platform/http/define-route';
import { largestPicture } from '../../platform/pictures/pictures';
import { withParameters } from '../../platform/table/table-query';
import { deletePhoto } from './photo-deletion.service';
import { access, eventPage, eventPath, path, twinOf } from './vision-pages';
import {
  devicePhotoAnswer,
  devicePhotoForm,
  devicePhotoParams,
  eventParams,
  eventPhotoParams,
} from './vision.contract';

const one = `${path}/:organisationId/events/:eventId/photo` as const;
const deletion = `${path}/:organisationId/events/:eventId/photos/:photoId/delete` as const;
const upload = { maxBytes: largestPicture.bytes };

const condition = {
  says: `Needs the permission ${access} too.`,
  holds: (actor: Actor) => may(actor, access),
};

/** @throws Failure 422 errors.required */
async function fileIn([file]: readonly UploadedFile[]): Promise<Buffer> {
  if (!file || file.bytes === 0)
    throw fail.unprocessable('errors.required', { fields: [{ field: 'photo', code: 'errors.required' }] });
  return readFile(file.path);
}

/** Photos of what was weighed, from the devices that weighed it and from people. */
export const photoRoutes: Route[] = [
  defineCall({
    method: 'post',
    path: '/waste-events/:clientEventUuid/photo',
    access: 'device',
    // All tablets of a kitchen send from one address.
    perAddress: { name: 'photos-ip', points: 1_200, seconds: 600 },
    upload,
    params: devicePhotoParams,
    body: devicePhotoForm,
    answer: devicePhotoAnswer,
    summary:
      'Send a photo of an event that the device has recorded, as multipart form data. Sending the same photo again is harmless. The event waits for classification from then on.',
    async handle({ params, body, files }, { db, acting, device: { organisationId, deviceId } }) {
      const file = await fileIn(files);
      const eventId = await findEventOfDevice(db, { organisationId, deviceId, uuid: params.clientEventUuid });
      if (eventId === undefined) throw fail.notFound('wasteEvents.unknownEvent');
      return reply.json(await addPhoto(acting, { eventId, file, takenAt: body.takenAt }));
    },
  }),

  definePage({
    method: 'post',
    path: one,
    access: 'EDIT_TRANSACTIONS',
    condition,
    notInClientView: true,
    upload,
    params: eventParams,
    async handle({ params, files }, context) {
      const acting = await context.actingIn(params.organisationId);
      await addPhoto(acting, { eventId: params.eventId, file: await fileIn(files) });
      return reply.redirect(withParameters(eventPath(params), { done: 'photo' }));
    },
    again: (failure, typed, context) =>
      eventPage(context, eventParams.parse(typed), { refused: { form: 'photo', failure, typed } }),
  }),
  twinOf(one),

  definePage({
    method: 'post',
    path: deletion,
    access: 'EDIT_TRANSACTIONS',
    condition,
    notInClientView: true,
    params: eventPhotoParams,
    async handle({ params }, context) {
      await deletePhoto(await context.actingIn(params.organisationId), params);
      return reply.redirect(withParameters(eventPath(params), { done: 'photoDeleted' }));
    },
    again: (failure, typed, context) =>
      eventPage(context, eventParams.parse(typed), { refused: { form: 'deletion', failure, typed } }),
  }),
  twinOf(deletion, eventPhotoParams),
];
