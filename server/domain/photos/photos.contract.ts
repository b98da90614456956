import { z } from 'zod';
import { retention } from './photo-limits.rules';

export const photoSettings = z.strictObject({
  /** From the day that a photo is added. */
  retentionDays: z
    .string()
    .trim()
    .max(20)
    .refine(
      (text) => /^\d+$/.test(text) && Number(text) >= retention.least && Number(text) <= retention.most,
      'photos.retentionOutside',
    )
    .transform(Number),
  /** Whether labelled photos may leave for the training of a model. */
  trainingConsent: z.preprocess((value) => value === 'on' || value === true, z.boolean()),
  /** Whether devices, such as kitchen tablets, may add photos. */
  devicePhotos: z.preprocess((value) => value === 'on' || value === true, z.boolean()),
  /** The retention for which somebody was told how many photos it deletes, and agreed. */
  deletes: z.string().max(20).default(''),
});
export type PhotoSettingsForm = z.infer<typeof photoSettings>;
export type PhotoSettings = Omit<PhotoSettingsForm, 'deletes'>;

export interface EventPhoto {
  photoId: number;
  eventId: number;
  takenAt: Date;
  sha256: string;
  /** Of 64 bits. */
  hash: Uint8Array;
}
