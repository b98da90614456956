import { scaledDown } from './photo.rules';

const quality = 0.8;

/** The picture as it is kept and sent: small, upright, and without what a camera writes into it, such as the place. @throws where the browser cannot read it */
export async function smallPicture(file: Blob): Promise<{ bytes: ArrayBuffer; canvas: HTMLCanvasElement }> {
  const picture = await createImageBitmap(file);
  try {
    const canvas = Object.assign(document.createElement('canvas'), scaledDown(picture));
    const area = canvas.getContext('2d');
    if (!area) throw new Error('no canvas');
    area.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const small = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
    if (!small) throw new Error('no picture');
    return { bytes: await small.arrayBuffer(), canvas };
  } finally {
    picture.close();
  }
}
