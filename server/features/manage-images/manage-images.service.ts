import { searchValues } from '../../domain/catalogue';
import { listImages, listImageUses, listValueImages } from '../../domain/images';
import type { ImageRow, PicturedElement } from '../../domain/images/images.contract';
import { thumbnailPath } from '../../domain/images/images.rules';
import { listProfilesWith } from '../../domain/tracker-profiles';
import type { Locale } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import { fail } from '../../platform/errors';
import type { ImageAddress, ImageDetail, Offer } from './manage-images.contract';

/** Of values and of pictures to choose from, how many stand on a page. */
export const mostOffered = 60;

/** @throws Failure 404 unknownImage */
export async function readImage(
  db: Db,
  { organisationId, imageId }: ImageAddress,
  { locale }: { locale: Locale },
): Promise<ImageDetail> {
  const [image] = await listImages(db, organisationId, { imageId });
  if (!image) throw fail.notFound('manageImages.unknownImage');
  const uses = await listImageUses(db, { organisationId, imageId }, { locale });
  const profiles = await listProfilesWith(
    db,
    organisationId,
    uses.map(({ valueId }) => valueId),
  );
  return { image, uses, profiles };
}

interface Asked {
  element: PicturedElement;
  text: string;
  detail: ImageDetail;
  locale: Locale;
}

/** Values in use that do not show the picture. */
export async function readOffer(
  db: Db,
  organisationId: number,
  { element, text, detail, locale }: Asked,
): Promise<Offer> {
  const { values, total } = await searchValues(
    db,
    { organisationId, locale },
    { elementCode: element, text, without: detail.uses.map(({ valueId }) => valueId), limit: mostOffered },
  );
  const shown = await listValueImages(db, organisationId, { ids: values.map(({ refId }) => refId) });
  return {
    element,
    text,
    values: values.map((value) => {
      const hash = shown.get(value.refId);
      return { ...value, thumbnail: hash === undefined ? null : thumbnailPath(hash) };
    }),
    total,
  };
}

/** Pictures that may take the place of another one. */
export const replacementsFor = (all: readonly ImageRow[], imageId: number): ImageRow[] =>
  all.filter((one) => one.imageId !== imageId && !one.retired);
