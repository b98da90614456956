import { remadePicture } from '../../../platform/pictures/pictures';

/** Twice the largest that front ends show. */
const side = 256;

/** A square picture of 256 pixels. @throws Failure 422 `errors.notAPicture` */
export const remadePortrait = (given: Buffer): Promise<Buffer> =>
  remadePicture(given, { width: side, height: side, fit: 'cover' });

/** A logo, whole, in its own shape. @throws Failure 422 `errors.notAPicture` */
export const remadeLogo = (given: Buffer): Promise<Buffer> =>
  remadePicture(given, { width: 480, height: 160, fit: 'inside' });

const dataUrl = /^data:image\/[\w.+-]+;base64,([a-z\d+/=\s]+)$/i;

/** The bytes of a data URL of a picture; null for any other address. */
export function pictureIn(url: string): Buffer | null {
  const found = dataUrl.exec(url);
  return found ? Buffer.from(found[1] ?? '', 'base64') : null;
}
