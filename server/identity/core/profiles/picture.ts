import sharp from 'sharp';
import { fail } from '../../../platform/errors';

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
/** Twice the largest that front ends show. */
const side = 256;

/**
 * A square picture of 256 pixels, made anew from what somebody sent: nothing of the file goes on but what it shows.
 * @throws Failure 422 `identity.notAPicture`
 */
export const remadePicture = (given: Buffer): Promise<Buffer> =>
  remade(given, { width: side, height: side, fit: 'cover' });

/** The same of a logo, whole, in its own shape. @throws Failure 422 `identity.notAPicture` */
export const remadeLogo = (given: Buffer): Promise<Buffer> => remade(given, { width: 480, height: 160, fit: 'inside' });

async function remade(
  given: Buffer,
  into: { width: number; height: number; fit: 'cover' | 'inside' },
): Promise<Buffer> {
  try {
    return await sharp(given, { limitInputPixels: largestPicture.pixels, failOn: 'error', animated: false })
      .rotate()
      .resize({ ...into, withoutEnlargement: into.fit === 'inside' })
      .webp({ quality: 85 })
      .toBuffer();
  } catch (error) {
    throw fail.unprocessable('identity.notAPicture', { cause: error });
  }
}

const dataUrl = /^data:image\/[\w.+-]+;base64,([a-z\d+/=\s]+)$/i;

/** The bytes of a data URL of a picture; null for any other address. */
export function pictureIn(url: string): Buffer | null {
  const found = dataUrl.exec(url);
  return found ? Buffer.from(found[1] ?? '', 'base64') : null;
}
