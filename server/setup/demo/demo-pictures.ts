import sharp from 'sharp';
import { listTreeValues } from '../../domain/catalogue';
import { assignImage, changeImage, uploadImage } from '../../domain/images';
import type { ActingPersonally } from '../../platform/acting';
import { drawings, spare } from './drawings';
import { drawingSize, pixelsOf, type Drawing } from './drawings.rules';

const fileOf = (drawing: Drawing): Promise<Buffer> =>
  sharp(pixelsOf(drawing), { raw: { ...drawingSize, channels: 3 } })
    .png()
    .toBuffer();

const facts = { license: 'CC0 1.0', source: 'Drawn for the demonstration' };

/** Pictures of what the simulated caterer weighs most, described as the values are called in each language. */
export async function addDemoPictures(acting: ActingPersonally): Promise<void> {
  const { db, scope } = acting;
  for (const [element, tags] of [
    ['WASTEITEM', ['food']],
    ['CONTAINER', ['container']],
  ] as const)
    for (const { valueId, name, translations } of await listTreeValues(db, scope.organisationId, element)) {
      const drawing = drawings[name];
      if (!drawing) continue;
      const { imageId } = await uploadImage(acting, { file: await fileOf(drawing), name, ...facts });
      const alts = { en_US: name, ...translations };
      await changeImage(acting, { imageId, version: 1, name, ...facts, tags: [...tags], alts });
      await assignImage(acting, { imageId, valueIds: [valueId] });
    }
  await uploadImage(acting, { file: await fileOf(spare.drawing), name: spare.name, ...facts });
}
