import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import {
  assignImage,
  changeImage,
  cropImage,
  findOriginal,
  removeImage,
  replaceImage,
  restoreImage,
  retireImage,
  unassignImage,
  uploadImage,
} from '../../domain/images';
import { nameOfFile, tagsIn } from '../../domain/images/images.rules';
import { placeId } from '../../domain/places/place.filters';
import type { ActingPersonally } from '../../platform/acting';
import { fail, type Failure } from '../../platform/errors';
import { definePage, reply, type Reply, type Route } from '../../platform/http/define-route';
import { localeCodes } from '../../platform/i18n/messages';
import { largestPicture, pictureType } from '../../platform/pictures/pictures';
import { withParameters } from '../../platform/table/table-query';
import {
  imagePage,
  imagesPath,
  listHref,
  listPage,
  newPage,
  pathOf,
  permission,
  replacePage,
} from './manage-images-pages';
import {
  imageForms,
  imageParams,
  imageQuery,
  replaceForm,
  replaceQuery,
  uploadForm,
  type ImageAddress,
  type ImageForm,
} from './manage-images.contract';
import { imageListQuery } from './manage-images.filters';

type Body<Form extends ImageForm> = (typeof imageForms)[Form]['_output'];

const changes: {
  [Form in ImageForm]: (acting: ActingPersonally, given: { imageId: number; body: Body<Form> }) => Promise<void>;
} = {
  details: (acting, { imageId, body: { version, name, license, source, tags, ...alts } }) =>
    changeImage(acting, {
      imageId,
      version,
      name,
      license,
      source,
      tags: tagsIn(tags),
      alts: Object.fromEntries(
        localeCodes.flatMap((locale) => {
          const alt = alts[`alt_${locale}`];
          return alt === '' ? [] : [[locale, alt]];
        }),
      ),
    }),
  crop: (acting, { imageId, body }) => cropImage(acting, { imageId, ...body }),
  assign: (acting, { imageId, body: { valueIds } }) => assignImage(acting, { imageId, valueIds }),
  unassign: (acting, { imageId, body: { valueId } }) => unassignImage(acting, { imageId, valueId }),
  retire: (acting, { imageId }) => retireImage(acting, { imageId }),
  restore: (acting, { imageId }) => restoreImage(acting, { imageId }),
  delete: (acting, { imageId }) => removeImage(acting, { imageId }),
};

/** Those that change where a picture is used lead back to the list of its uses. */
const atUses: readonly ImageForm[] = ['assign', 'unassign'];

const imageRoute = `${imagesPath}/:organisationId/:imageId` as const;

/** What an address that a form was sent to names. */
const addressIn = (typed: Record<string, string>): ImageAddress => imageParams.parse(typed);

const formRoutes = (Object.keys(imageForms) as ImageForm[]).flatMap(<Form extends ImageForm>(form: Form): Route[] => [
  definePage({
    method: 'post',
    path: `${imageRoute}/${form}`,
    access: permission,
    notInClientView: true,
    params: imageParams,
    body: imageForms[form],
    async handle({ params, body }, context): Promise<Reply> {
      const acting = await context.actingIn(params.organisationId);
      await changes[form](acting, { imageId: params.imageId, body: body as Body<Form> });
      const to = form === 'delete' ? listHref(params) : pathOf(params);
      return reply.redirect(`${withParameters(to, { done: form })}${atUses.includes(form) ? '#uses' : ''}`);
    },
    again: (failure: Failure, typed: Record<string, string>, context) =>
      imagePage(context, addressIn(typed), { refused: { form, failure, typed } }),
  }),
  definePage({
    method: 'get',
    path: `${imageRoute}/${form}`,
    access: permission,
    params: imageParams,
    walk: [],
    async handle({ params }, context) {
      await context.actingIn(params.organisationId);
      return reply.redirect(pathOf(params));
    },
  }),
]);

/** The library of pictures that trackers show on their buttons. */
export const manageImagesRoutes: Route[] = [
  definePage({
    method: 'get',
    path: imagesPath,
    access: permission,
    walk: [imagesPath, `${imagesPath}?state=retired`],
    query: imageListQuery,
    handle: ({ query }, context) => listPage(context, query),
  }),
  definePage({
    method: 'get',
    path: `${imagesPath}/new`,
    access: permission,
    query: z.object({ organisationId: placeId }),
    handle: ({ query: { organisationId } }, context) => newPage(context, { organisationId }),
  }),
  definePage({
    method: 'post',
    path: `${imagesPath}/new`,
    access: permission,
    notInClientView: true,
    upload: { maxBytes: largestPicture.bytes },
    body: uploadForm,
    async handle({ body: { organisationId, name, ...facts }, files }, context) {
      const acting = await context.actingIn(organisationId);
      const file = files.find(({ field, bytes }) => field === 'image' && bytes > 0);
      if (!file) throw fail.badRequest('errors.badRequest', { fields: [{ field: 'image', code: 'errors.required' }] });
      const { imageId, known } = await uploadImage(acting, {
        file: await readFile(file.path),
        name: name || nameOfFile(file.name) || context.t('manageImages.unnamed'),
        ...facts,
      });
      return reply.redirect(
        withParameters(pathOf({ organisationId, imageId }), { done: known ? 'known' : 'uploaded' }),
      );
    },
    again: (failure, typed, context) =>
      newPage(context, { organisationId: placeId.parse(typed.organisationId), refused: { failure, typed } }),
  }),
  definePage({
    method: 'get',
    path: imageRoute,
    access: permission,
    params: imageParams,
    query: imageQuery,
    handle: ({ params, query }, context) => imagePage(context, params, { query }),
  }),
  definePage({
    method: 'get',
    path: `${imageRoute}/original`,
    access: permission,
    params: imageParams,
    walk: [],
    async handle({ params }, context) {
      const { scope } = await context.actingIn(params.organisationId);
      const original = await findOriginal(context.db, {
        organisationId: scope.organisationId,
        imageId: params.imageId,
      });
      if (!original) throw fail.notFound('manageImages.unknownImage');
      return reply.image(pictureType, original);
    },
  }),
  definePage({
    method: 'get',
    path: `${imageRoute}/replace`,
    access: permission,
    params: imageParams,
    query: replaceQuery,
    handle: ({ params, query }, context) => replacePage(context, params, { query }),
  }),
  definePage({
    method: 'post',
    path: `${imageRoute}/replace`,
    access: permission,
    notInClientView: true,
    params: imageParams,
    body: replaceForm,
    async handle({ params, body: { by } }, context) {
      const acting = await context.actingIn(params.organisationId);
      await replaceImage(acting, { imageId: params.imageId, by });
      return reply.redirect(`${withParameters(pathOf({ ...params, imageId: by }), { done: 'replace' })}#uses`);
    },
    again: (failure, typed, context) => replacePage(context, addressIn(typed), { refused: { failure, typed } }),
  }),
  ...formRoutes,
];
