import { z } from 'zod';
import { maybe, publicId, shortText } from '../../wire.contract';

export const tenantBody = z.object({ tenantId: publicId });
/** Of a picture of 5 MB: base64 takes four letters for three bytes. */
export const largestDataUrl = 7_000_000;

/** Front ends send the whole profile back; what cannot be changed here is passed over. */
export const profileBody = z.object({
  name: maybe(shortText),
  metadata: maybe(z.string().max(10_000).refine(isJsonObject, 'identity.metadataNotJson')),
  /** null takes the picture away; a data URL puts another in its place; an address is what it was before. */
  profilePictureUrl: z.string().max(largestDataUrl).nullish(),
});

function isJsonObject(text: string): boolean {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
  } catch {
    return false;
  }
}

export const pictureParams = z.object({ pictureId: publicId });

export const personParams = z.object({ personId: publicId });
