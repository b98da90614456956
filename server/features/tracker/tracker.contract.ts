import { z } from 'zod';
import { trackerProfile } from '../../domain/tracker-profiles/tracker-profile.contract';
import { localeCodes } from '../../platform/i18n/messages';
import { weightUnits } from '../../platform/weight-units.rules';

/** What a tracker needs to weigh by itself, with the server away. */
export const trackerSetup = z.strictObject({
  profile: trackerProfile,
  unit: z.enum(weightUnits).describe('In which weights are typed until somebody chooses another.'),
  takesPhotos: z.boolean().describe('Whether the organization lets devices add photos.'),
  operators: z
    .array(z.strictObject({ alias: z.string(), locale: z.enum(localeCodes) }))
    .describe('Active operators of the device’s location, by name.'),
});
export type TrackerSetup = z.infer<typeof trackerSetup>;

/** What the page hands to its script: every language, as operators bring theirs, and a tablet may be offline. */
export interface TrackerHanded {
  build: string;
  /** By locale, the sentences of the tracker. */
  words: Record<string, object>;
}
