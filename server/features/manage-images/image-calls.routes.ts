import { findContent, listImages } from '../../domain/images';
import type { ImageRow } from '../../domain/images/images.contract';
import { imagePath, thumbnailPath } from '../../domain/images/images.rules';
import { fail } from '../../platform/errors';
import { defineCall, definePage, reply, type Route } from '../../platform/http/define-route';
import { pictureType } from '../../platform/pictures/pictures';
import { permission } from './manage-images-pages';
import { imageList, servedParams } from './manage-images.contract';
import { imageFilterQuery, narrowed } from './manage-images.filters';

const viewOf = (image: ImageRow) => {
  const { imageId, name, contentHash, width, height, bytes, alts, tags } = image;
  const { license, source, retired, uses, elements, createdAt } = image;
  return {
    imageId,
    name,
    path: imagePath(contentHash),
    thumbnailPath: thumbnailPath(contentHash),
    width,
    height,
    bytes,
    alts,
    tags,
    license,
    source,
    retired,
    uses,
    elements,
    createdAt,
  };
};

const yearSeconds = 31_536_000;

export const imageCalls: Route[] = [
  /*
   * Open to whoever knows the name: a tracker's page loads pictures without its key, as its service worker keeps them by their
   * address. They show food and containers and nothing of anybody, and nobody guesses a name of 256 bits. The name is that of
   * the content, so that the answer is the same forever; what no picture is called any more is found nowhere.
   */
  definePage({
    method: 'get',
    path: '/images/:imageFile',
    access: 'public',
    early: true,
    // The tablets of a kitchen share an address, and each takes a picture for every button.
    perAddress: { name: 'images-ip', points: 10_000, seconds: 600 },
    walk: [],
    params: servedParams,
    async handle({ params: { imageFile } }, { db }) {
      const part = imageFile.endsWith('-small.webp') ? 'thumbnail' : 'content';
      const content = await findContent(db, imageFile.slice(0, 64), part);
      if (!content) throw fail.notFound('errors.notFound');
      return {
        ...reply.image(pictureType, content),
        headers: { 'Cache-Control': `public, max-age=${yearSeconds}, immutable` },
      };
    },
  }),

  defineCall({
    method: 'get',
    path: '/images',
    access: permission,
    anyOrganisation: true,
    query: imageFilterQuery,
    answer: imageList,
    summary: 'Get the pictures of the organization’s reference values.',
    async handle({ query }, { db, acting }) {
      const images = narrowed(await listImages(db, acting.scope.organisationId), query).map(viewOf);
      return reply.json({ images, total: images.length });
    },
  }),
];
