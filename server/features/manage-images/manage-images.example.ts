import sharp from 'sharp';
import { defineExample } from '../../../tests/support/example';
import { assignImage, listImages, uploadImage } from '../../domain/images';
import { actingAsSystem } from '../../platform/acting';
import { imageForms } from './manage-images.contract';

export const example = defineExample({
  async records({ db, resources }, { organisationId, siteId, organisationMark }) {
    const acting = actingAsSystem(resources, { organisationId, name: 'example' });
    // The same picture twice would be one.
    const file = await sharp({
      create: { width: 8, height: 8, channels: 3, background: { r: siteId % 256, g: 9, b: 7 } },
    })
      .png()
      .toBuffer();
    const name = `${organisationMark} picture ${siteId}`;
    const { imageId } = await uploadImage(acting, {
      file,
      name,
      license: `${organisationMark} license`,
      source: `${organisationMark} source`,
    });
    const { id: hierarchyId } = await db
      .insertInto('hierarchy')
      .values({ organisation_id: organisationId, element_code: 'CONTAINER', name })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id } = await db
      .insertInto('ref_value')
      .values({ organisation_id: organisationId, hierarchy_id: hierarchyId, element_code: 'CONTAINER', name })
      .returning('id')
      .executeTakeFirstOrThrow();
    await assignImage(acting, { imageId, valueIds: [id] });
    const [image] = await listImages(db, organisationId, { imageId });
    return { imageId, imageFile: `${image?.contentHash}.webp` };
  },

  silent: Object.fromEntries(
    ['new', ...[...Object.keys(imageForms), 'replace'].map((form) => `:organisationId/:imageId/${form}`)].map(
      (page) => [`post /manage-images/${page}`, 'a picture, which is read anew for its page'],
    ),
  ),
});
