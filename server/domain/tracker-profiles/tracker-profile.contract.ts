import { z } from 'zod';
import { localeCodes } from '../../platform/i18n/messages';

/** What a button of a tracker stands for. A stage's `refId` is its number. */
export const buttonKinds = ['stage', 'item', 'express', 'reason', 'station', 'container', 'sink', 'daypart'] as const;

const profileButton = z.strictObject({
  kind: z.enum(buttonKinds),
  refId: z.number(),
  names: z
    .record(z.enum(localeCodes), z.string())
    .describe('Languages without a name of their own have the usual one.'),
  /** Path on this server, under a content name. */
  image: z.string().nullable(),
  /** Of a container, in grams. */
  tareGrams: z.number().nullable(),
  /** Of an item, what a kilogram costs at the device’s location today; decimal. */
  costPerKg: z.strictObject({ amount: z.string(), currency: z.string() }).nullable(),
});

/** What a tracker shows, in the order in which it shows it. */
export const trackerProfile = z.strictObject({
  /** Null: none is published, and the organization’s values in use stand in, by name. */
  profileVersion: z.number().nullable(),
  profileName: z.string().nullable(),
  organizationName: z.string(),
  deviceName: z.string(),
  location: z.strictObject({ locationId: z.number(), name: z.string(), timeZone: z.string() }).nullable(),
  buttons: z.array(profileButton),
});
export type TrackerProfile = z.infer<typeof trackerProfile>;
export type ProfileButton = TrackerProfile['buttons'][number];
