import sharp from 'sharp';
import { fail } from '../errors';

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

/** Size in pixels. `cover` cuts off what does not fit, `inside` keeps the whole picture and never enlarges it. */
export interface PictureSize {
  width: number;
  height: number;
  fit: 'cover' | 'inside';
}

/**
 * A picture made anew from what was sent, turned as its camera held it: nothing of the file goes on but what it shows.
 * @throws Failure 422 `errors.notAPicture`
 */
export async function remadePicture(given: Buffer, { width, height, fit }: PictureSize): Promise<Buffer> {
  try {
    return await sharp(given, { limitInputPixels: largestPicture.pixels, failOn: 'error', animated: false })
      .rotate()
      .resize({ width, height, fit, withoutEnlargement: fit === 'inside' })
      .webp({ quality: 85 })
      .toBuffer();
  } catch (error) {
    throw fail.unprocessable('errors.notAPicture', { cause: error });
  }
}
