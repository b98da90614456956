import sharp from 'sharp';
import { themeColours } from '../../../views/layout/document';
import { memoize } from '../../platform/memoize';

/** The mark with a margin, as a home screen may cut a circle out of it. */
const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-12 -12 48 48" fill="none" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round">
<path fill="${themeColours.light}" d="M-12-12h48v48h-48z"/><g stroke="#1d1b16"><path d="M2.5 4.2h19M12 4.2v4.2M3.4 19.6a8.6 9.8 0 0 1 17.2 0z"/></g><path stroke="#0b6b62" d="M12 19.4v-5.4"/></svg>`;

/** In pixels. */
export const iconSizes = [192, 512] as const;

/** The mark as a PNG: some systems install no other kind of icon. */
export const iconOf = memoize((size: number): Promise<Uint8Array> =>
  sharp(Buffer.from(drawing), { density: (72 * size) / 48 })
    .resize(size, size)
    .png()
    .toBuffer(),
);
