import sharp, { type Sharp } from 'sharp';
import { fail } from '../errors';
import { fewAtOnce } from '../few-at-once';
import { differenceHash, hashGrid } from './difference-hash.rules';

/** Only what cameras and browsers make: no format that can hold a script or name another file. */
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadNsgifBuffer',
  ],
});

export const pictureType = 'image/webp';
export const largestPicture = { bytes: 5 * 1024 * 1024, pixels: 40_000_000 };

/** The largest picture takes some 160 MB while it is turned and made smaller. */
const decoding = fewAtOnce({ atOnce: 2, mostWaiting: 40, seconds: 10 });

/** Size in pixels. `cover` cuts off what does not fit, `inside` keeps the whole picture and never enlarges it. */
export interface PictureSize {
  width: number;
  height: number;
  fit: 'cover' | 'inside';
}

/** The part of a picture that is kept, as fractions of the whole from its left upper corner. */
export interface PictureCrop {
  left: number;
  top: number;
  width: number;
  height: number;
}

/**
 * A picture made anew from what was sent, turned as its camera held it: nothing of the file goes on but what it shows.
 * @throws Failure 422 `errors.notAPicture`, 429 where too many wait
 */
export const remadePicture = (given: Buffer, size: PictureSize, crop: PictureCrop | null = null): Promise<Buffer> =>
  decoding.take(() => remade(given, size, { crop, encode: (picture) => picture.webp({ quality: 85 }) }));

/** The same for a document, whole and as PNG. @throws as `remadePicture` */
export const printedPicture = (given: Buffer, size: Omit<PictureSize, 'fit'>): Promise<Buffer> =>
  decoding.take(() =>
    remade(
      given,
      { ...size, fit: 'inside' },
      { crop: null, encode: (picture) => picture.png({ compressionLevel: 9 }) },
    ),
  );

interface Remaking {
  crop: PictureCrop | null;
  encode(picture: Sharp): Sharp;
}

async function remade(given: Buffer, { width, height, fit }: PictureSize, { crop, encode }: Remaking): Promise<Buffer> {
  try {
    const picture = sharp(given, {
      limitInputPixels: largestPicture.pixels,
      failOn: 'error',
      animated: false,
    }).rotate();
    if (crop) picture.extract(pixelsOf(crop, (await picture.metadata()).autoOrient));
    return await encode(picture.resize({ width, height, fit, withoutEnlargement: fit === 'inside' })).toBuffer();
  } catch (error) {
    throw fail.unprocessable('errors.notAPicture', { cause: error });
  }
}

/** At least one pixel, and none outside. */
function pixelsOf({ left, top, width, height }: PictureCrop, whole: { width: number; height: number }) {
  const span = (from: number, part: number, all: number) => {
    const start = Math.min(Math.round(from * all), all - 1);
    return { start, length: Math.max(1, Math.min(Math.round(part * all), all - start)) };
  };
  const [across, down] = [span(left, width, whole.width), span(top, height, whole.height)];
  return { left: across.start, top: down.start, width: across.length, height: down.length };
}

/** Of a picture that was made anew, in pixels. */
export async function pictureShape(made: Buffer): Promise<{ width: number; height: number }> {
  const { width, height } = await sharp(made).metadata();
  return { width, height };
}

/** By which alike pictures are found, of one that was remade. */
export async function hashOfPicture(remade: Buffer): Promise<Buffer> {
  const grey = await sharp(remade)
    .greyscale()
    .resize({ ...hashGrid, fit: 'fill' })
    .raw()
    .toBuffer();
  return Buffer.from(differenceHash(grey));
}
